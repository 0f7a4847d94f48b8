"""The console on a port of its own, switched off, and with a required second factor; and the public URL of the databases."""

import subprocess

import pyotp
import pytest
import requests

from running_server import ask_for_link, running_emulator, running_server
from test_console import ADDRESS, PASSWORD, begin, sign_in

NEEDED = "This console requires a second factor. Sign in with it or with your passkey."


def test_the_console_listens_on_a_port_of_its_own(binary, tmp_path, page):
    with running_server(binary, tmp_path / "data", "--console-port", "0") as server:
        assert server["console"].startswith("http://127.0.0.1:") and not server["console"].startswith(server["url"])
        for path in ("/console", "/console/sign-in", "/console/setup", "/assets/console.css"):
            assert requests.get(server["url"] + path, timeout=20).status_code == 404, path
        own = server["console"].removesuffix("/console")
        assert requests.get(own, timeout=20, allow_redirects=False).headers["location"] == "/console"
        assert requests.get(own + "/readyz", timeout=20).json() == {"status": "ready"}
        for path in ("/v1/accounts:signUp", "/sign-in", "/__/auth/handler", "/__/firebase/init.json", "/openapi.json"):
            assert requests.get(own + path, timeout=20).status_code == 404, path
        # The session belongs to this host and port only: another host name is redirected, for example.
        assert requests.get(own + "/console", headers={"Host": "evil.test"}, timeout=20, allow_redirects=False).status_code == 303
        link = ask_for_link(binary, tmp_path / "data")
        assert link.startswith(server["console"] + "/setup#")
        begin(page, link)
        page.get_by_role("link", name="Apps").click()
        assert page.get_by_text(server["url"], exact=True).is_visible(), "apps use the address of the server"
        assert page.get_by_role("link", name="sign-in page").get_attribute("href").startswith(server["url"] + "/sign-in")
        page.get_by_role("link", name=ADDRESS).click()
        assert page.problems == [], "each style sheet and script is there too"


def test_the_console_is_switched_off(binary, tmp_path):
    with running_server(binary, tmp_path / "data", "--console", "no") as server:
        assert "console" not in server and "setup" not in server
        assert requests.get(server["url"] + "/console", timeout=20).status_code == 404
        done = subprocess.run(
            [binary, "admin", "invite", "--data", tmp_path / "data"], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 1 and "The console of this server is switched off (console: no)." in done.stderr


def test_administrators_need_a_second_factor(binary, tmp_path, page):
    data = tmp_path / "data"
    with running_server(binary, data) as server:
        begin(page, ask_for_link(binary, data))
        # An open page asks the server every two seconds, also while it restarts.
        page.goto("about:blank")
    with running_server(binary, data, "--console-require-second-factor") as server:
        page.goto(server["console"])
        page.get_by_text("This console requires a second factor. Add an authenticator app or a passkey to continue.").wait_for()
        for path in ("/projects/default/users", "/projects", "/keys", "/administrators", "/projects/default/data"):
            page.goto(server["console"] + path)
            assert page.url.endswith("/console/account?done=required"), path
        page.get_by_role("button", name="Add an authenticator app").click()
        app = pyotp.TOTP(page.locator("p code").inner_text().replace(" ", ""))
        page.get_by_label("Code", exact=True).fill(app.now())
        page.get_by_role("button", name="Verify and add").click()
        recovery = page.get_by_role("region", name="Recovery codes").locator("code").first.inner_text()
        page.goto(server["console"])
        page.wait_for_url("**/overview")
        page.get_by_role("button", name="Sign out", exact=True).click()
        sign_in(page, server)
        page.get_by_label("Authenticator code").fill(recovery)
        page.get_by_role("button", name="Continue").click()
        page.wait_for_url("**/overview")
        assert page.problems == []


def test_a_password_alone_adds_no_factor_to_an_account_with_a_passkey(binary, tmp_path, browser):
    """Otherwise, an attacker who knows the password could add a factor of their own."""
    data = tmp_path / "data"
    page = browser.new_page()
    protocol = page.context.new_cdp_session(page)
    protocol.send("WebAuthn.enable")
    protocol.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True,
        "automaticPresenceSimulation": True}})
    with running_server(binary, data, "--host", "localhost", "--console-require-second-factor") as server:
        page.goto(ask_for_link(binary, data))
        page.get_by_label("E-mail").fill(ADDRESS)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Create account").click()
        page.get_by_role("button", name="Add a passkey").click()
        page.get_by_text("Passkey added.").wait_for()
        page.get_by_role("button", name="Sign out", exact=True).click()
        page.get_by_role("heading", name="Latchkey console").wait_for()
        page.get_by_label("E-mail").fill(ADDRESS)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in", exact=True).click()
        page.get_by_text(NEEDED).wait_for()
        page.goto(server["console"] + "/account")
        assert "/console/sign-in" in page.url, "the page that adds factors is closed too"
        page.get_by_role("button", name="passkey").click()
        page.get_by_role("heading", name="Your account").wait_for()
        page.goto(server["console"])
        page.wait_for_url("**/overview")
    page.close()


@pytest.mark.parametrize(("arguments", "problem"), [
    (["--console-host", "127.0.0.1"], "console-host: requires console-port."),
    (["--console-url", "https://console.example.org"], "console-url: requires console-port."),
    (["--console-port", "0", "--console-host", "0.0.0.0"], "console-host: 0.0.0.0 is reachable from other machines."),
    (["--console-port", "0", "--console-url", "console.example.org"], "console-url: console.example.org is not a valid URL."),
    (["--console-port", "99999"], "console-port: 99999 is not a number from 0 to 65535."),
    (["--console", "no", "--console-port", "0"], "console-port: has no effect, because the console is switched off."),
    (["--console", "perhaps"], "console: perhaps is not a Boolean value."),
    (["--database-url", "https://db.example.org/path"], "database-url: https://db.example.org/path is not a valid URL."),
])
def test_wrong_settings_are_explained(binary, tmp_path, arguments, problem):
    done = subprocess.run(
        [binary, "serve", "--check", "--data", tmp_path / "data", *arguments], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 78 and problem in done.stderr and "1 problem" in done.stderr, done.stderr


def test_apps_learn_the_public_url_of_the_databases(binary, tmp_path, page):
    arguments = ["--public-url", "https://auth.example.org", "--console-port", "0", "--database-url", "https://db.example.org"]
    with running_server(binary, tmp_path / "data", *arguments) as server:
        assert server["database"] == "https://db.example.org"
        config = requests.get(f"{server['listening']}/__/firebase/init.json", timeout=20).json()
        assert config["databaseURL"] == "https://db.example.org"
        begin(page, ask_for_link(binary, tmp_path / "data"))
        for section in ("Apps", "Data", "Rules"):
            page.get_by_role("link", name=section, exact=True).click()
            assert page.get_by_text("https://db.example.org", exact=True).first.is_visible(), section
    with running_server(binary, tmp_path / "other", "--public-url", "https://auth.example.org") as server:
        config = requests.get(f"{server['listening']}/__/firebase/init.json", timeout=20).json()
        assert "databaseURL" not in config, "behind a proxy, the server does not know the URL"


def test_the_databases_of_an_emulator_have_a_url(binary):
    with running_emulator(binary) as emulator:
        config = requests.get(f"{emulator['url']}/__/firebase/init.json", timeout=20).json()
        assert config["databaseURL"] == emulator["database"]
        assert requests.get(config["databaseURL"] + "/.json", timeout=20).status_code == 200
