# Flask: @app.post("/hooks")
#   signature = request.headers.get("X-Terrier-Signature", "")
#   if not verify(SECRET, signature, request.get_data()): abort(400)
import hashlib
import hmac
import re
import time
from typing import Optional

TOLERANCE_MS = 5 * 60_000
HEADER = re.compile(r"t=([0-9]{1,15}),v1=([0-9a-f]{64})")


def verify(secret: str, signature: str, raw_body: bytes, now_ms: Optional[float] = None) -> bool:
    """Whether a delivery is from Terrier, unchanged and fresh.

    secret: the endpoint's, whole: whsec_…; signature: the X-Terrier-Signature header;
    raw_body: the exact bytes of the body, before any parsing.
    """
    parts = HEADER.fullmatch(signature)
    if parts is None:
        return False
    t, given = parts.groups()
    signed = t.encode() + b"." + raw_body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected, given):
        return False
    now = time.time() * 1000 if now_ms is None else now_ms
    return abs(now - int(t)) <= TOLERANCE_MS
