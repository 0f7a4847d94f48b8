"""The sandbox's control API, and a client that submits the forms of its pages."""

import html.parser
import urllib.parse

import requests
import requests.adapters

CALLBACK = "http://127.0.0.1:5000/callback"


class App:
    def __init__(self, listed):
        self.key = listed["key"]
        self.secret = listed["secret"]


class SandboxClient:
    def __init__(self, addresses):
        self.twitter = addresses["twitter"]
        self.github = addresses["github"]
        self.x = addresses["x"]
        self.openid = addresses["openid"]
        self.tls = addresses["tls"]
        self.certificate = addresses["certificate"]

    def _control(self, method, path, body=None):
        reply = requests.request(method, f"{self.twitter}/sandbox/{path}", json=body, timeout=10)
        assert reply.ok, reply.text
        return reply.json() if reply.content else None

    def reset(self):
        self._control("POST", "reset")

    def app(self, key):
        return App(next(app for app in self._control("GET", "apps")["apps"] if app["key"] == key))

    @property
    def twitter_app(self):
        return self.app("latchkeySandboxConsumer01")

    @property
    def foreign_twitter_app(self):
        return self.app("foreignSandboxConsumer001")

    @property
    def desktop_app(self):
        return self.app("desktopSandboxConsumer001")

    @property
    def system_app(self):
        return self.app("systemSandboxConsumer0001")

    @property
    def github_app(self):
        return self.app("Ov23liLatchkeySandbox")

    @property
    def foreign_github_app(self):
        return self.app("Ov23liForeignSandbox0")

    @property
    def openid_app(self):
        return self.app("latchkey.sandbox-openid")

    @property
    def x_app(self):
        return self.app("bGF0Y2hrZXlTYW5kYm94WDox")

    def change_app(self, app, **settings):
        return self._control("PATCH", f"apps/{app.key}", settings)

    def issue(self, app, person, scopes=None, **more):
        body = {"app": app.key, "person": person, **more}
        if scopes is not None:
            body["scopes"] = scopes
        return self._control("POST", "tokens", body)

    def approve(self, url, person, decision="allow"):
        return self._control("POST", "approve", {"url": url, "person": person, "decision": decision})

    def approve_device(self, user_code, person):
        return self._control("POST", "approve", {"userCode": user_code, "person": person})

    def fault(self, kind, **details):
        self._control("POST", "faults", {"kind": kind, **details})

    def rotate_openid_key(self, algorithm, keep_old=True):
        self._control("POST", "openid/keys", {"algorithm": algorithm, "keepOld": keep_old})

    def rename(self, person, provider, name):
        return self._control("POST", f"people/{person}/rename", {"provider": provider, "name": name})


class Page(html.parser.HTMLParser):
    """A page's first form with its hidden fields, its outgoing link, and its PIN."""

    def __init__(self, text):
        super().__init__()
        self.hidden = {}
        self.people = []
        self.link = None
        self.pin = ""
        self._forms = 0
        self._in_pin = False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "form":
            self._forms += 1
        elif tag == "input" and self._forms == 1 and values.get("type") == "hidden":
            self.hidden[values["name"]] = values["value"]
        elif tag == "input" and values.get("type") == "radio":
            self.people.append(values["value"])
        elif tag == "a" and values.get("id") == "continue":
            self.link = values["href"]
        elif tag == "output" and values.get("id") == "pin":
            self._in_pin = True

    def handle_endtag(self, tag):
        if tag == "output":
            self._in_pin = False

    def handle_data(self, data):
        if self._in_pin:
            self.pin += data


class Person:
    """A user with a browser that supports forms and cookies but no scripts."""

    def __init__(self, key):
        self.key = key
        self.browser = requests.Session()

    def decide(self, url, action="allow", **fields):
        """Opens the page, submits the form with the button, and returns the next page."""
        page = Page(self._checked(self.browser.get(url, timeout=10)).text)
        assert self.key in page.people
        form = {**page.hidden, "person": self.key, "action": action, **fields}
        return Page(self._checked(self.browser.post(url, data=form, timeout=10)).text)

    @staticmethod
    def _checked(reply):
        assert reply.ok, reply.text
        assert "default-src 'none'" in reply.headers["content-security-policy"]
        return reply


class RewritingAdapter(requests.adapters.HTTPAdapter):
    """Redirects requests for a provider's fixed address to the sandbox, after they are signed for that address."""

    def __init__(self, fixed, base):
        super().__init__()
        self.fixed = fixed
        self.base = base

    def send(self, request, **options):
        assert request.url.startswith(self.fixed)
        request.url = self.base + request.url[len(self.fixed):]
        return super().send(request, **options)


def query(url):
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query, keep_blank_values=True))
