"""A typed client of Terrier, and the check of its webhooks' signatures."""

from .client import Terrier
from .errors import FieldError, TerrierError, TerrierErrorCode
from .request import OMITTED
from .signature import verify

__all__ = ["OMITTED", "FieldError", "Terrier", "TerrierError", "TerrierErrorCode", "verify"]
