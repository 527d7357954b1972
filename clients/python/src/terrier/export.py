"""The rows of exports."""

from .models import Parcel, ParcelPart


class ExportedParcel(Parcel):
    """A parcel, with the cursor to go on after it."""

    cursor: str


class ExportedParcelPart(ParcelPart):
    """The fields of a parcel that were asked for, with the cursor to go on after it."""

    cursor: str
