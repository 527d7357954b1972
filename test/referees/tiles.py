"""Reads tiles in base64 as a JSON list from standard input, and prints the properties of their features by layer."""

import base64
import json
import sys

from mapbox_vector_tile import decode

tiles = [decode(base64.b64decode(tile)) for tile in json.load(sys.stdin)]
properties = [
    {name: [feature["properties"] for feature in layer["features"]] for name, layer in tile.items()} for tile in tiles
]
json.dump(properties, sys.stdout)
