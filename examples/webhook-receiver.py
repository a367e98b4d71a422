#!/usr/bin/env python3
"""Receives Wellfield's webhooks and checks their signature (Standard Webhooks), with nothing but Python's own library.

    WEBHOOK_SECRET=whsec_... python3 examples/webhook-receiver.py PORT

Prints a line for each message whose signature is right; answers 401 to all others.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
SECONDS = 300  # an older message may be a copy that somebody sends again
LARGEST = 1_000_000


def genuine(headers, body):
    """Whether whoever knows the secret sent this, not long ago."""
    sent = headers.get("webhook-timestamp", "")
    if not sent.isdigit() or abs(time.time() - int(sent)) > SECONDS:
        return False
    signed = f"{headers.get('webhook-id', '')}.{sent}.".encode() + body
    right = b"v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(right, one) for one in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length", "0"))
        body = self.rfile.read(length) if length <= LARGEST else b""
        if genuine(self.headers, body):
            message = json.loads(body)
            # The same webhook-id again is the same message again: whoever acts on it remembers the ids.
            print(message["type"], message["data"]["name"], flush=True)
            self.send_response(204)
        else:
            self.send_response(401)
        self.end_headers()

    def log_message(self, *args):
        pass


HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
