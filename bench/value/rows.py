"""Usable sales of public files as JSON: rows.py FOLDER_OF_THE_DATA OUT"""

import json
import sys

import pandas as pd

DATA, OUT = sys.argv[1:3]
FEET_PER_ACRE = 43_560


def read(name):
    return pd.read_csv(f"{DATA}/{name}", dtype=str, encoding="latin1")


def number(value):
    found = pd.to_numeric(value, errors="coerce")
    return None if pd.isna(found) else float(found)


def text(value):
    return value if isinstance(value, str) and value.strip() else None


def king():
    for row in read("king_wa/kc_house_data.csv").to_dict("records"):
        yield {
            "parcel_id": row["id"],
            "price": number(row["price"]),
            "date": pd.to_datetime(row["date"], errors="coerce"),
            "zoning_category": "residential",
            "location": {"lat": number(row["lat"]), "lon": number(row["long"])},
            "zip": row["zipcode"],
            "building_sqft": number(row["sqft_living"]),
            "lot_sqft": number(row["sqft_lot"]),
            "year_built": number(row["yr_built"]),
            "bedrooms": number(row["bedrooms"]),
            "bathrooms": number(row["bathrooms"]),
            "stories": number(row["floors"]),
        }


def raleigh():
    owners = read("raleigh_nc/owners.csv")[["PIN_NUM", "TOTAL_SALE_PRICE", "TOTAL_SALE_DATE"]]
    for row in read("raleigh_nc/parcels.csv").merge(owners, on="PIN_NUM").to_dict("records"):
        yield {
            "parcel_id": row["PIN_NUM"],
            "price": number(row["TOTAL_SALE_PRICE"]),
            "date": pd.to_datetime(row["TOTAL_SALE_DATE"], errors="coerce"),
            "zoning_category": "residential",
            "zip": text(row["ZIPNUM"]),
            "city": text(row["CITY_DECODE"]),
            "land_use": text(row["TYPE_USE_DECODE"]),
            "building_sqft": number(row["HEATEDAREA"]),
            "lot_sqft": (number(row["DEED_ACRES"]) or 0) * FEET_PER_ACRE or None,
            "year_built": number(row["YEAR_BUILT"]),
        }


def lebanon():
    places = read("lebanon_nh/parcel_centroids.csv").drop_duplicates("MAP_LOT").set_index("MAP_LOT")
    for row in read("lebanon_nh/parcels_owners_sales.csv").to_dict("records"):
        lot = "-".join(row["parcel_id"].split("-")[:2])
        use = text(row["nhdra_rem use code"]) or ""
        if row["nhdra_qualified"] != "Q":
            continue
        yield {
            "parcel_id": row["parcel_id"],
            "price": number(row["nhdra_saleprice"]),
            "date": pd.to_datetime(row["nhdra_saledate"], errors="coerce"),
            "zoning_category": "residential" if use.startswith("10") else "commercial" if use[:1] in "345" else "other",
            "location": {"lat": float(places.lat[lot]), "lon": float(places.lng[lot])} if lot in places.index else None,
            "land_use": use or None,
            "zoning": text(row["nhdra_lnd zone"]),
            "building_sqft": number(row["nhdra_cns area living"]),
            "lot_sqft": (number(row["nhdra_prc ttl lnd area acres"]) or 0) * FEET_PER_ACRE or None,
            "year_built": number(row["nhdra_vns ayb"]),
            "bedrooms": number(row["nhdra_vns num bedrm"]),
            "bathrooms": (number(row["nhdra_vns num baths"]) or 0) + (number(row["nhdra_vns num hbaths"]) or 0) / 2,
            "stories": number(row["nhdra_vns stories"]),
        }


found = {}
for county in (king, raleigh, lebanon):
    rows = [row for row in county() if (row["price"] or 0) > 1_000 and row["date"].year > 1900]
    rows = [row for row in rows if (row["year_built"] or 0) <= row["date"].year]
    if county is not king:
        # A price that several parcels have on one day is one sale of several parcels.
        same = pd.DataFrame([(row["date"], row["price"]) for row in rows]).duplicated(keep=False)
        rows = [row for row, is_same in zip(rows, same) if not is_same]
    newest = max(row["date"] for row in rows)
    recent = [row for row in rows if row["date"] >= newest - pd.DateOffset(years=5)]
    if len(recent) < 2_000:
        recent = [row for row in rows if row["date"] >= newest - pd.DateOffset(years=10)]
    found[county.__name__] = [{**row, "date": row["date"].date().isoformat()} for row in recent]
with open(OUT, "w") as out:
    json.dump(found, out)
