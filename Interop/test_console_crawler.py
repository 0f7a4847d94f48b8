"""Every page and form of the console, for each role and without a session: what is shown, refused, and allowed to run."""

import html.parser
import itertools
import json
import re
import subprocess
from urllib.parse import urljoin, urlsplit

import pytest
import requests

from test_administration import session
from test_console import ADDRESS, PASSWORD, sign_up

# Links that end the session.
LEAVING = {"/console/sign-out", "/console/account/sign-out"}


class Page(html.parser.HTMLParser):
    """The links and forms of a page, and markup that the console's pages must not contain."""

    def __init__(self, text):
        super().__init__()
        self.links, self.forms, self.evil = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "a" and attributes.get("href"):
            self.links.add(attributes["href"])
        elif tag == "form":
            self.forms.append({"method": attributes.get("method", "get"), "action": attributes["action"], "fields": {}, "sends": False})
        elif tag in {"input", "textarea", "select"} and self.forms and attributes.get("name"):
            self.forms[-1]["fields"][attributes["name"]] = attributes.get("value") or ""
        elif tag == "button" and self.forms and attributes.get("type", "submit") == "submit":
            if attributes.get("formaction"):
                self.forms.insert(0, {**self.forms[-1], "action": attributes["formaction"], "sends": True})
            else:
                self.forms[-1]["sends"] = True
        elif tag == "script" and not (attributes.get("src") or "").startswith("/assets/"):
            self.evil.append("a script that is no file of ours")
        elif tag == "iframe":
            # The frame of a message, which permits nothing except following links.
            may = attributes.get("sandbox", "everything") or ""
            if may not in {"", "allow-top-navigation-by-user-activation"} or not attributes["src"].startswith("/console/"):
                self.evil.append("a frame that may do something")
        elif tag in {"style", "object", "embed", "base"}:
            self.evil.append(f"<{tag}>")
        self.evil += [name for name in attributes if name.startswith("on") or name == "style"]
        for name in ["src", "href", "action"]:
            if urlsplit(attributes.get(name) or "").scheme not in {"", "otpauth"}:
                self.evil.append(f"{name}={attributes[name]}")


def enter(server, invite, role):
    """A session of an administrator with a role, created with the forms that a browser uses."""
    visitor = requests.Session()
    secret = invite().split("#")[1]
    csrf = Page(visitor.get(server["console"] + "/setup", timeout=20).text).forms[0]["fields"]["csrf"]
    form = {"csrf": csrf, "secret": secret, "email": ADDRESS, "password": PASSWORD}
    assert visitor.post(server["console"] + "/setup", form, timeout=20).status_code == 200
    if role == "owner":
        return visitor
    page = visitor.get(server["console"] + "/administrators", timeout=20).text
    made = visitor.post(
        server["console"] + "/administrators/invite",
        {"csrf": Page(page).forms[0]["fields"]["csrf"], "email": "ada@example.org", "role": role}, timeout=20).text
    invited = requests.Session()
    csrf = Page(invited.get(server["console"] + "/join", timeout=20).text).forms[0]["fields"]["csrf"]
    form = {"csrf": csrf, "secret": re.search("join#([^\"&]+)", made)[1], "password": PASSWORD}
    assert invited.post(server["console"] + "/join", form, timeout=20).status_code == 200
    return invited


def check(answer):
    """Checks that apply to every page, error pages included."""
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy, answer.url
    assert answer.headers["cache-control"] == "no-store" and answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert len(answer.content) < 100_000, answer.url
    if "text/html" in answer.headers.get("content-type", ""):
        assert Page(answer.text).evil == [], answer.url


@pytest.fixture
def tenant(binary, server, tmp_path):
    """The URL of the list of a tenant's users, with one user in it. The project also has a webhook, whose page links lead to."""
    command = [binary, "service-accounts", "create", "administrator", "--data", str(tmp_path / "data")]
    file = json.loads(subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout)
    back_end, base = session(file), f"{server['url']}/v2/projects/{file['project_id']}/tenants"
    made = back_end.post(base, json={"displayName": "customer", "allowPasswordSignup": True})
    made.raise_for_status()
    tenant = made.json()["name"].split("/")[-1]
    webhook = {"url": "http://127.0.0.1:9/hook", "events": ["user.updated"]}
    back_end.post(base.replace("/tenants", "/webhooks"), json=webhook).raise_for_status()
    user = {"localId": "in", "email": "in@example.org", "password": "lovelace"}
    back_end.post(f"{base.replace('/v2/', '/v1/')}/{tenant}/accounts", json=user).raise_for_status()
    return f"{server['console']}/projects/{file['project_id']}/tenants/{tenant}/users"


def crawl(server, visitor, *entrances):
    """Returns every page that links lead to, and every form on them, once each."""
    waiting, seen, forms = [server["console"], *entrances], {}, {}
    while waiting:
        url = waiting.pop()
        path = urlsplit(url).path
        if path in seen or path in LEAVING or not path.startswith("/console"):
            continue
        answer = visitor.get(url, timeout=20)
        assert answer.status_code == 200, url
        check(answer)
        seen[path] = answer
        if "text/html" not in answer.headers["content-type"]:
            continue
        page = Page(answer.text)
        waiting += [urljoin(answer.url, link) for link in page.links]
        for form in page.forms:
            # A form without a button shows settings read-only.
            if form["method"] == "post" and form["sends"]:
                forms[urljoin(answer.url, form["action"])] = form["fields"]
    return seen, forms


@pytest.mark.parametrize("role", ["owner", "editor", "viewer"])
def test_every_page_and_form(server, invite, tenant, role):
    sign_up(server, "bob@example.org")
    visitor = enter(server, invite, role)
    pages, forms = crawl(server, visitor, tenant)
    assert urlsplit(tenant).path + "/in" in pages
    assert any("/back-ends/webhooks/we_" in path for path in pages) and urlsplit(tenant).path.removesuffix("/users") in pages
    assert len(pages) > 12 and (len(forms) > 10 or role == "viewer")
    editing = [
        url for url in forms
        if not url.rsplit("/console/", 1)[1].startswith(("account/", "sign-out", "user-columns")) and not url.endswith("/rules/try")]
    assert editing if role != "viewer" else not editing, "a viewer is offered nothing to change"
    for url, fields in forms.items():
        for form, headers in [
            ({**fields, "csrf": ""}, {}), ({**fields, "csrf": "0" * 64}, {}), (fields, {"Sec-Fetch-Site": "cross-site"}),
            (fields, {"Sec-Fetch-Site": "same-site"}), (fields, {"Origin": "https://evil.example"}),
        ]:
            answer = visitor.post(url, form, headers=headers, timeout=20, allow_redirects=False)
            assert answer.status_code == 403, f"{url} took a form of another site"
            check(answer)
        assert visitor.post(url, data=b"x" * 2_000_000, timeout=20, allow_redirects=False).status_code in {403, 413}, url
    for path in pages:
        answer = requests.get(server["url"] + path, timeout=20, allow_redirects=False)
        assert answer.status_code == 303 and answer.headers["location"].split("?")[0] == "/console/sign-in", f"without a session: {path}"
    for url, fields in forms.items():
        answer = requests.post(url, fields, timeout=20, allow_redirects=False)
        assert answer.status_code in {303, 403} and answer.headers.get("location", "/console/sign-in").split("?")[0] == "/console/sign-in", url


ODD = ["", "-1", "9" * 40, "\0", "<script>alert(1)</script>", "\u202eabc\r\nX: y", "é" * 3000, '{"a":' * 300]


def test_odd_values_get_a_response(server, invite, tenant):
    """Changes one field after another and keeps the page's values of the others."""
    sign_up(server, "bob@example.org")
    owner = enter(server, invite, "owner")
    pages, forms = crawl(server, owner, tenant)
    odds = itertools.cycle(ODD)
    for path in pages:
        for name in ["after", "before", "db", "done", "kind", "lang", "method", "next", "path", "q", "state", "tenant", "version"]:
            odd = next(odds)
            answer = owner.get(server["url"] + path, params={name: odd}, timeout=20, allow_redirects=False)
            assert answer.status_code < 500, f"{path} {name}={odd[:20]!r}"
            check(answer)
    for url, fields in forms.items():
        # Signing out, and the frame of a message, which has its own style.
        if url.endswith(("/sign-out", "/account/everywhere", "/frame")):
            continue
        for name in fields:
            for odd in ODD:
                answer = owner.post(url, {**fields, name: odd}, timeout=20, allow_redirects=False)
                assert answer.status_code < 500, f"{url} {name}={odd[:20]!r}"
                assert urlsplit(answer.headers.get("location", "")).netloc == ""
                if "json" not in answer.headers.get("content-type", ""):
                    check(answer)
    assert owner.get(server["console"] + "/account", timeout=20).status_code == 200


def test_roles_are_enforced(server, invite, tenant):
    """Sends each form of an owner as users with other roles: everything is valid except the role."""
    sign_up(server, "bob@example.org")
    owner = enter(server, invite, "owner")
    _, forms = crawl(server, owner, tenant)
    # Editors may submit the forms of an account's page; all other changes are for owners.
    editors = re.compile(
        "/users$|/users/[^/]+/(edit|disable|enable|revoke|reset|delete)$|/methods/[^/]+/test$|/import$|/rules|/data/|/templates/[^/]+/[^/]+$")
    for role in ["editor", "viewer"]:
        page = owner.get(server["console"] + "/administrators", timeout=20).text
        made = owner.post(
            server["console"] + "/administrators/invite",
            {"csrf": Page(page).forms[0]["fields"]["csrf"], "email": f"{role}@example.org", "role": role}, timeout=20).text
        visitor = requests.Session()
        csrf = Page(visitor.get(server["console"] + "/join", timeout=20).text).forms[0]["fields"]["csrf"]
        visitor.post(
            server["console"] + "/join",
            {"csrf": csrf, "secret": re.search("join#([^\"&]+)", made)[1], "password": PASSWORD}, timeout=20)
        own = Page(visitor.get(server["console"] + "/account", timeout=20).text).forms[0]["fields"]["csrf"]
        for url, fields in forms.items():
            if "/console/account/" in url or url.endswith(("/sign-out", "/rules/try", "/user-columns")) or role == "editor" and editors.search(url):
                continue
            answer = visitor.post(url, {**fields, "csrf": own}, timeout=20, allow_redirects=False)
            assert answer.status_code == 403, f"a {role} may not {url}"
