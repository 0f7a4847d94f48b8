"""A web app on its own port with a page that uses the wire protocol of Firebase's JavaScript library."""

import contextlib
import http.server
import json
import pathlib
import threading

CLIENT = pathlib.Path(__file__).with_name("web_flow_client.js")

PAGE = """<!doctype html><html lang="en"><title>App</title><link rel="icon" href="data:,">
<button id="go">Sign in</button>
<script type="application/json" id="config">%s</script>
<script src="%s/__/auth/loader.js"></script>
<script type="module" src="/client.js"></script>"""


@contextlib.contextmanager
def running_app(server, key):
    """Yields the app's port."""
    page = PAGE % (json.dumps({"server": server, "apiKey": key}), server)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            is_script = self.path == "/client.js"
            body = CLIENT.read_bytes() if is_script else page.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/javascript" if is_script else "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=site.serve_forever, daemon=True)
    thread.start()
    try:
        yield site.server_address[1]
    finally:
        site.shutdown()
        thread.join()
        site.server_close()
