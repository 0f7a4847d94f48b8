"""A small site on its own port that uses the sign-in page. Its pages are the examples of the documentation."""

import contextlib
import http.server
import threading

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>My site</title>
<link rel="icon" href="data:,">
<h1>My site</h1>
<p id="who">You are not signed in.</p>
<latchkey-sign-in api-key="KEY"LANG>Sign in</latchkey-sign-in>
<script type="module">
  import { handleReturn } from "SERVER/__/auth/sign-in.js";

  try {
    const user = await handleReturn();
    if (user) document.querySelector("#who").textContent = `Hello ${user.email ?? user.localId}`;
    window.user = user;
  } catch (error) {
    document.querySelector("#who").textContent = `Signing in did not work: ${error.code}`;
    window.user = error.code;
  }
</script>
"""

SESSION_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>My site</title>
<link rel="icon" href="data:,">
<h1>My site</h1>
<p id="who"></p>
<button id="sign-in">Sign in</button>
<button id="sign-out">Sign out</button>
<a id="account">Your account</a>
<script type="module">
  import { Session } from "SERVER/__/auth/sign-in.js";

  const part = (id) => document.getElementById(id);
  const session = new Session({ apiKey: "KEY", storage: "STORAGE" });
  part("sign-in").onclick = () => session.signIn();
  part("sign-out").onclick = () => session.signOut();
  part("account").href = session.accountURL;
  session.onChange((user) => {
    part("who").textContent = user ? `Hello ${user.displayName ?? user.email ?? user.localId}` : "You are not signed in.";
    part("sign-in").hidden = user !== null;
    part("sign-out").hidden = user === null;
  });
  try {
    await session.handleReturn();
  } catch (error) {
    part("who").textContent = `Signing in did not work: ${error.code}`;
  }
  window.session = session;
</script>
"""


@contextlib.contextmanager
def running_site(server, key, lang=None, page=PAGE, storage="memory"):
    """Yields the site's address."""
    page = page.replace("SERVER", server).replace("KEY", key).replace("STORAGE", storage)
    page = page.replace("LANG", f' lang="{lang}"' if lang else "")

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = page.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=site.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{site.server_address[1]}/"
    finally:
        site.shutdown()
        thread.join()
        site.server_close()
