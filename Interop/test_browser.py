"""The pages in a real browser, under their own content security policy."""

import http.server
import threading

import pytest
import requests
from axe_playwright_python.sync_playwright import Axe
from requests_oauthlib import OAuth1Session

from sandbox_client import CALLBACK


@pytest.fixture(scope="module")
def application():
    """An application with a callback that redirects to another site, as real applications do."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path.startswith("/callback"):
                self.send_response(302)
                port = self.server.server_address[1]
                self.send_header("Location", f"http://localhost:{port}/end{self.path.removeprefix('/callback')}")
                self.end_headers()
            else:
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<title>Application</title>")

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def request_token(sandbox, app, callback):
    client = OAuth1Session(app.key, client_secret=app.secret, callback_uri=callback)
    client.fetch_request_token(f"{sandbox.twitter}/oauth/request_token")
    return client.authorization_url(f"{sandbox.twitter}/oauth/authorize")


def test_twitter_leads_to_the_application_and_beyond(sandbox, page, application):
    page.goto(request_token(sandbox, sandbox.twitter_app, f"{application}/callback"))
    assert page.get_by_role("banner").inner_text().startswith("Sandbox")
    page.get_by_label("Zoë").check()
    page.get_by_role("button", name="Allow").click()
    page.wait_for_url("**/end?oauth_token=*&oauth_verifier=*")
    assert page.problems == []


def test_denied(sandbox, page, application):
    page.goto(request_token(sandbox, sandbox.twitter_app, f"{application}/callback"))
    page.get_by_role("button", name="Deny").click()
    page.wait_for_url("**/end?denied=*")
    assert page.problems == []


def test_pin(sandbox, page):
    page.goto(request_token(sandbox, sandbox.desktop_app, "oob"))
    page.get_by_role("button", name="Allow").click()
    assert page.locator("#pin").inner_text().isdigit()
    assert page.problems == []


def test_github_leads_to_the_application_and_beyond(sandbox, page, application):
    page.goto(
        f"{sandbox.github}/login/oauth/authorize?client_id={sandbox.github_app.key}&scope=user:email&state=s"
        f"&redirect_uri={application}/callback")
    page.get_by_text("Use a new account").click()
    page.get_by_label("Name").fill("Grace Hopper")
    page.get_by_label("E-mail, if any").fill("grace@example.org")
    page.get_by_role("button", name="Add this person").click()
    assert page.get_by_label("Grace Hopper").is_checked()
    page.get_by_role("button", name="Allow").click()
    page.wait_for_url("**/end?code=*&state=s")
    assert page.problems == []


def test_device(sandbox, page):
    codes = requests.post(
        f"{sandbox.github}/login/device/code", data={"client_id": sandbox.github_app.key},
        headers={"Accept": "application/json"}, timeout=10).json()
    page.goto(codes["verification_uri"])
    page.get_by_label("Code").fill("AAAA-AAAA")
    page.get_by_role("button", name="Continue").click()
    assert "No device shows this code" in page.get_by_role("alert").inner_text()
    page.get_by_label("Code").fill(codes["user_code"])
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Allow").click()
    assert "connected" in page.get_by_role("main").inner_text()
    # The browser logs the status 400 of the wrong code, and nothing else.
    assert [problem for problem in page.problems if "400" not in problem] == []


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_pages_are_accessible(sandbox, browser, colours):
    page = browser.new_page(color_scheme=colours)

    def check():
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()

    page.goto(f"{sandbox.twitter}/")
    check()
    page.goto(f"{sandbox.github}/login/oauth/authorize?client_id={sandbox.github_app.key}&scope=read:user%20user:email")
    page.get_by_text("Use a new account").click()
    check()
    page.goto(f"{sandbox.github}/login/oauth/authorize?client_id=nobody")
    check()
    page.goto(f"{sandbox.github}/login/device")
    check()
    page.goto(request_token(sandbox, sandbox.desktop_app, "oob"))
    page.get_by_role("button", name="Allow").click()
    check()
    # Without the script, the page that submits the form stays visible.
    page.route("**/sandbox/submit.js", lambda route: route.abort())
    page.goto(
        f"{sandbox.openid}/authorize?client_id={sandbox.openid_app.key}&redirect_uri={CALLBACK}&scope=openid%20email"
        "&response_type=id_token&response_mode=form_post&nonce=n")
    check()
    page.get_by_role("button", name="Allow").click()
    page.get_by_role("button", name="Continue").wait_for()
    check()
    page.close()
