import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("WEBHOOK_SECRET", "")
KEY = base64.b64decode(SECRET[6:]) if SECRET.startswith("whsec_") else SECRET.encode()
if not KEY:
    raise SystemExit("WEBHOOK_SECRET is not set")

def is_genuine(headers, body):
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    is_new = abs(time.time() - int(headers["webhook-timestamp"])) < 300
    return is_new and hmac.compare_digest(expected, headers["webhook-signature"])

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            body = self.rfile.read(int(self.headers["content-length"]))
            genuine = is_genuine(self.headers, body)
        except (TypeError, ValueError):  # a header is missing or odd
            genuine = False
        status = 401
        if genuine:
            try:
                event = json.loads(body)
                print(event["type"], event["summary"], flush=True)
                status = 204
            except ValueError:  # no JSON
                status = 400
        self.send_response(status)
        self.end_headers()

    def log_message(self, *args):  # no line for each request
        pass

ThreadingHTTPServer(("127.0.0.1", 9000), Receiver).serve_forever()
