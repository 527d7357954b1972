"""Answers each line of base64 fields (secret, signature, raw body) and now with true or false."""
import base64
import importlib.util
import sys

spec = importlib.util.spec_from_file_location("verify", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)

for line in sys.stdin:
    secret, signature, raw_body, now = line.rstrip("\n").split("\t")
    text = [base64.b64decode(field).decode() for field in (secret, signature)]
    valid = module.verify(text[0], text[1], base64.b64decode(raw_body), int(now))
    print("true" if valid else "false")
