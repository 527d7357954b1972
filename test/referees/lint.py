"""Reads exchanges as JSON from standard input, and prints the warnings of REDbot's httplint about each answer."""

import base64
import json
import sys

from httplint.message import HttpRequestLinter, HttpResponseLinter


def fields(pairs):
    return [(name.encode("latin1"), value.encode("latin1")) for name, value in pairs]


def warnings(exchange):
    at = exchange["at"]
    request = HttpRequestLinter(start_time=at)
    request.process_request_topline(exchange["method"].encode(), exchange["url"].encode(), b"1.1")
    request.process_headers(fields(exchange["sent"]))
    request.feed_content(exchange["body"].encode())
    request.finish_content(True)
    response = HttpResponseLinter(start_time=at)
    response.request = request
    response.is_head_response = exchange["method"] == "HEAD"
    response.base_uri = exchange["url"]
    response.process_response_topline(b"1.1", str(exchange["status"]).encode(), exchange["reason"].encode())
    response.process_headers(fields(exchange["headers"]))
    response.feed_content(base64.b64decode(exchange["content"]))
    response.finish_content(True)
    notes = [part for note in response.notes for part in (note, *note.subnotes)]
    return [str(note) for note in notes if note.level.name in ("WARN", "BAD")]


json.dump([warnings(exchange) for exchange in json.load(sys.stdin)], sys.stdout)
