"""Every method, parameter, condition and refusal of the database's REST API, one row each."""

import http.client
import json
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

from database_client import OWNER
from running_server import running_emulator

RULES = """{
  // a comment
  "rules": {
    "open": { ".read": true, ".write": true, "bySize": { ".indexOn": "size" } },
    "mine": { "$uid": { ".read": "auth.uid === $uid", ".write": "auth.uid === $uid" } }
  }
}"""
DATA = {
    "open": {
        "leaf": "text", "few": {"a": {"x": 1}, "b": 2, "c": "three", "d": None},
        "bySize": {"s": {"size": 1}, "m": {"size": 2}, "l": {"size": 3}},
        "ranked": {".value": 5, ".priority": "p"}, "ärger": 1, "big": "x" * 1_200_000,
    },
    "mine": {"ada": {"n": 1}},
}
DENIED = "Permission denied"
BAD_TOKEN = "Could not parse auth token."
TOO_BIG = "WRITE_TOO_BIG: Data to write exceeds the maximum size that can be modified with a single request."
TAG = {"X-Firebase-ETag": "true"}


class Row(NamedTuple):
    """A request and its expected response; `error` is a part of the error message."""

    says: str
    method: str
    target: str
    status: int
    body: object = None
    headers: dict = {}
    json: object = ...
    text: str | None = None
    error: str | None = None
    answers: dict = {}


@pytest.fixture(scope="module")
def port(binary):
    with running_emulator(binary) as line:
        yield urlsplit(line["database"]).port


def ask(port, method, target, body=None, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        data = body if isinstance(body, (str, type(None))) else json.dumps(body)
        connection.request(method, target, body=data.encode() if data is not None else None, headers=headers or {})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()
    finally:
        connection.close()


@pytest.fixture
def database(port, request):
    """The test's own database; the reply is to be requested with its name."""
    name = f"t{abs(hash(request.node.name)) % 10**9}"
    for target, body in ((".settings/rules", RULES), ("", DATA)):
        status, _, text = ask(port, "PUT", f"/{target}.json?ns={name}&print=pretty", body, OWNER)
        assert status == 200, text
    return name


GET = [
    Row("a leaf", "GET", "/open/leaf.json", 200, json="text"),
    Row("an object", "GET", "/open/few.json", 200, json={"a": {"x": 1}, "b": 2, "c": "three"}),
    Row("nothing", "GET", "/open/none.json", 200, text="null"),
    Row("with a slash before .json", "GET", "/open/few/.json", 200, json={"a": {"x": 1}, "b": 2, "c": "three"}),
    Row("with two slashes", "GET", "//open//few/b.json", 200, json=2),
    Row("percent-encoded", "GET", "/open/%C3%A4rger.json", 200, json=1),
    Row("the root, which only an administrator may read", "GET", "/.json?shallow=true", 200, headers=OWNER, json={"open": True, "mine": True}),
    Row("the root without a right", "GET", "/.json", 401, error=DENIED),
    Row("without .json", "GET", "/open/few", 404, error="Append .json"),
    Row("with a slash behind .json", "GET", "/open/few.json/", 404, error="Append .json"),
    Row("with a key that cannot be", "GET", "/open/a%24b.json", 400, error="$"),
    Row("a priority", "GET", "/open/ranked/.priority.json", 200, json="p"),
    Row("pretty", "GET", "/open/few.json?print=pretty", 200, text='{\n  "a": {\n    "x": 1\n  },\n  "b": 2,\n  "c": "three"\n}'),
    Row("silent", "GET", "/open/few.json?print=silent", 204, text=""),
    Row("print of another kind", "GET", "/open/few.json?print=loud", 400, error="print must be"),
    Row("export", "GET", "/open/ranked.json?format=export", 200, json={".value": 5, ".priority": "p"}),
    Row("plain", "GET", "/open/ranked.json", 200, json=5),
    Row("a format that there is not", "GET", "/open/few.json?format=xml", 400, error="format must be"),
    Row("strict, which is for rules", "GET", "/open/few.json?format=strict", 400, error="format must be"),
    Row("shallow", "GET", "/open/few.json?shallow=true", 200, json={"a": True, "b": True, "c": True}),
    Row("shallow of a leaf", "GET", "/open/leaf.json?shallow=true", 200, json="text"),
    Row("shallow with a limit", "GET", "/open/few.json?shallow=true&limitToFirst=2", 200, json={"a": True, "b": True}),
    Row("shallow behind a key without quotes", "GET", "/open/few.json?shallow=true&limitToFirst=1&startAfter=a", 200, json={"b": True}),
    Row("shallow with a timeout", "GET", "/open/few.json?shallow=true&limitToFirst=1&timeout=60000ms", 200, json={"a": True}),
    Row("shallow and a query", "GET", '/open/few.json?shallow=true&orderBy="$key"', 400, error="shallow"),
    Row("shallow and export", "GET", "/open/few.json?shallow=true&format=export", 400, error="shallow"),
    Row("by key", "GET", '/open/few.json?orderBy="$key"&startAt="b"', 200, json={"b": 2, "c": "three"}),
    Row("after a key", "GET", '/open/few.json?orderBy="$key"&startAfter="b"', 200, json={"c": "three"}),
    Row("up to a key", "GET", '/open/few.json?orderBy="$key"&endAt="b"', 200, json={"a": {"x": 1}, "b": 2}),
    Row("before a key", "GET", '/open/few.json?orderBy="$key"&endBefore="b"', 200, json={"a": {"x": 1}}),
    Row("by a child", "GET", '/open/bySize.json?orderBy="size"&limitToLast=1', 200, json={"l": {"size": 3}}),
    Row("equal to", "GET", '/open/bySize.json?orderBy="size"&equalTo=2', 200, json={"m": {"size": 2}}),
    Row("by priority", "GET", '/open/few.json?orderBy="$priority"&limitToFirst=1', 200, json={"a": {"x": 1}}),
    Row("by a child without an index", "GET", '/open/few.json?orderBy="x"', 400,
        error='Index not defined, add ".indexOn": "x", for path "/open/few", to the rules'),
    Row("by value without an index", "GET", '/open/few.json?orderBy="$value"', 400,
        error='Index not defined, add ".indexOn": ".value", for path "/open/few", to the rules'),
    Row("a missing index is not revealed without read access", "GET", '/mine/ada.json?orderBy="x"', 401, error=DENIED),
    Row("a limit without an order", "GET", "/open/few.json?limitToFirst=1", 400,
        error="orderBy must be defined when other query parameters are defined"),
    Row("two limits", "GET", '/open/few.json?orderBy="$key"&limitToFirst=1&limitToLast=1', 400,
        error="Only one of limitToFirst and limitToLast may be specified"),
    Row("equalTo and startAt", "GET", '/open/few.json?orderBy="$key"&equalTo="a"&startAt="a"', 400,
        error="equalTo cannot be specified in addition to startAfter, startAt, endAt, or endBefore"),
    Row("a limit that is no number", "GET", '/open/few.json?orderBy="$key"&limitToFirst=many', 400, error="limitToFirst must be an integer"),
    Row("a limit of nothing", "GET", '/open/few.json?orderBy="$key"&limitToFirst=0', 400, error="limitToFirst"),
    Row("an order without quotes", "GET", "/open/few.json?orderBy=size", 400, error="orderBy"),
    Row("3 min", "GET", "/open/leaf.json?timeout=3min", 200, json="text"),
    Row("3 s", "GET", "/open/leaf.json?timeout=3s", 200, json="text"),
    Row("5000 ms", "GET", "/open/leaf.json?timeout=5000ms", 200, json="text"),
    Row("15 min, which is the most", "GET", "/open/leaf.json?timeout=15min", 200, json="text"),
    *(Row(f"a timeout of {text or 'nothing'}", "GET", f"/open/leaf.json?timeout={text}", 400, error="timeout must be a number and a unit")
      for text in ("16min", "901s", "900001ms", "0s", "-1s", "3", "s", "3h", "", "1.5s", "99999999999999999999s", "3%20s", "٣s")),
    Row("to be downloaded", "GET", "/open/leaf.json?download=my%20file.json", 200,
        json="text", answers={"Content-Disposition": 'attachment; filename="my file.json"'}),
    Row("a name that would end the header", "GET", "/open/leaf.json?download=a%22%0D%0AX-Evil:%201/..%5Cb", 200,
        answers={"Content-Disposition": 'attachment; filename="a___X-Evil_ 1_.._b"', "X-Evil": None}),
    Row("a name that hides, or leads elsewhere", "GET", "/open/leaf.json?download=../.bashrc", 200,
        answers={"Content-Disposition": 'attachment; filename="_._.bashrc"'}),
    Row("JSONP", "GET", "/open/leaf.json?callback=f", 400, error="callback is not supported"),
    Row("a parameter that there is not", "GET", "/open/leaf.json?colour=red", 400, error="does not support one of the query parameters"),
    Row("a database that cannot be named", "GET", "/open/leaf.json?ns=" + "n" * 200, 404, error="There is no database"),
]

WRITES = [
    Row("put", "PUT", "/open/new.json", 200, body={"a": [1, 2], "b": None}, json={"a": [1, 2]}),
    Row("put of nothing removes", "PUT", "/open/few.json", 200, body="null", text="null"),
    Row("put, silent", "PUT", "/open/new.json?print=silent", 204, body=1, text=""),
    Row("put, pretty", "PUT", "/open/new.json?print=pretty", 200, body={"a": 1}, text='{\n  "a": 1\n}'),
    Row("put without a right", "PUT", "/mine/ada.json", 401, body=1, error=DENIED),
    Row("put without a body", "PUT", "/open/new.json", 400, error="Invalid data; couldn't parse JSON object, array, or value."),
    Row("put of half a body", "PUT", "/open/new.json", 400, body='{"a":', error="Invalid data; couldn't parse JSON object, array, or value."),
    Row("put with a key that cannot be", "PUT", "/open/new.json", 400, body={"a.b": 1}, error="a.b"),
    Row("put with an unknown server value", "PUT", "/open/new.json", 400, body={".sv": "moon"}, error=".sv"),
    Row("put too deep", "PUT", "/open/new.json", 400, body="[" * 40 + "1" + "]" * 40, error="nested more than"),
    Row("put of a priority", "PUT", "/open/leaf/.priority.json", 200, body=7, json=7),
    Row("post", "POST", "/open/list.json", 200, body=1),
    Row("post, silent", "POST", "/open/list.json?print=silent", 204, body=1, text=""),
    Row("patch", "PATCH", "/open/few.json", 200, body={"b": 3, "a/y": 4, "c": None}, json={"b": 3, "a": {"y": 4}}),
    Row("patch with what is no object", "PATCH", "/open/few.json", 400, body="5", error="object"),
    Row("patch with a path within another", "PATCH", "/open/few.json", 400, body={"a": 1, "a/y": 2}, error="lies within"),
    Row("patch of two places, one of which is not allowed", "PATCH", "/.json", 401, body={"open/x": 1, "mine/ada/x": 1}, error=DENIED),
    Row("delete", "DELETE", "/open/few.json", 200, text="null"),
    Row("delete, silent", "DELETE", "/open/few.json?print=silent", 204, text=""),
    Row("delete without a right", "DELETE", "/mine/ada.json", 401, error=DENIED),
    Row("post that is a put", "POST", "/open/new.json", 200, body=1, headers={"X-HTTP-Method-Override": "PUT"}, json=1),
    Row("post that is a delete, in the address", "POST", "/open/few.json?x-http-method-override=DELETE", 200, text="null"),
    Row("post that is a patch", "POST", "/open/few.json", 200, body={"b": 1}, headers={"X-HTTP-Method-Override": "PATCH"}, json={"b": 1}),
    Row("post that is something else", "POST", "/open/new.json", 400, body=1, headers={"X-HTTP-Method-Override": "HEAD"}, error="There is no method"),
    Row("with triggers off", "PUT", "/open/new.json?disableTriggers=true", 200, body=1, json=1),
    *(Row(f"a limit of {limit} for little", "PUT", f"/open/new.json?writeSizeLimit={limit}", 200, body=1, json=1)
      for limit in ("tiny", "small", "medium", "large", "unlimited")),
    Row("a limit that there is not", "PUT", "/open/new.json?writeSizeLimit=huge", 400, body=1, error="writeSizeLimit must be one of tiny"),
    Row("too much for tiny", "PUT", "/open/new.json?writeSizeLimit=tiny", 400, body=json.dumps("x" * 1_100_000), headers=OWNER, error=TOO_BIG),
    Row("enough for small", "PUT", "/open/new.json?writeSizeLimit=small&print=silent", 204, body=json.dumps("x" * 1_100_000), headers=OWNER),
    Row("too much for tiny, posted", "POST", "/open/list.json?writeSizeLimit=tiny", 400, body=json.dumps("x" * 1_100_000), headers=OWNER, error=TOO_BIG),
    Row("too much for tiny, patched", "PATCH", "/open.json?writeSizeLimit=tiny", 400, body={"x": "x" * 1_100_000}, headers=OWNER, error=TOO_BIG),
    Row("too much for tiny, removed", "DELETE", "/open.json?writeSizeLimit=tiny", 400, error=TOO_BIG),
    Row("too much for tiny, removed by a patch", "PATCH", "/open.json?writeSizeLimit=tiny", 400, body={"big": None}, error=TOO_BIG),
    Row("the size is not revealed without write access", "DELETE", "/.json?writeSizeLimit=tiny", 401, error=DENIED),
    Row("removed with small", "DELETE", "/open/big.json?writeSizeLimit=small", 200, text="null"),
]

CONDITIONS = [
    Row("an ETag of what is there", "GET", "/open/few/b.json", 200, headers=TAG, json=2, answers={"ETag": ...}),
    Row("an ETag of nothing", "GET", "/open/none.json", 200, headers=TAG, answers={"ETag": "null_etag"}),
    Row("no ETag unless it is asked for", "GET", "/open/few/b.json", 200, answers={"ETag": None}),
    Row("an ETag of what was put", "PUT", "/open/few/b.json", 200, body=3, headers=TAG, answers={"ETag": ...}),
    Row("an ETag of what was posted", "POST", "/open/few.json", 200, body=3, headers=TAG, answers={"ETag": ...}),
    Row("an ETag of what was removed", "DELETE", "/open/few/b.json", 200, headers=TAG, answers={"ETag": "null_etag"}),
    Row("an ETag of a patch", "PATCH", "/open/few.json", 400, body={"b": 3}, headers=TAG, error="ETag"),
    Row("an ETag of little of what is there", "GET", "/open/few.json?shallow=true", 400, headers=TAG, error="shallow"),
    Row("little of it, if it is another one", "GET", "/open/few.json?shallow=true", 400, headers={"If-None-Match": "x"}, error="shallow"),
    Row("a patch of priorities", "PATCH", "/open/few.json", 200, body={"b/.priority": 3, ".priority": "p", "e": 1}),
    Row("a patch of a priority and what it is of", "PATCH", "/open/few.json", 400, body={"b/.priority": 3, "b": 1}, error="lies within"),
    Row("a patch of a priority that is none", "PATCH", "/open/few.json", 400, body={"b/.priority": True}, error="priority"),
    Row("a patch of what has no key", "PATCH", "/open/few.json", 400, body={"": 1}, error="Invalid key"),
    Row("a patch of a slash", "PATCH", "/open/few.json", 400, body={"/": 1}, error="Invalid key"),
    Row("put where nothing may be", "PUT", "/open/none.json", 200, body=1, headers={"if-match": "null_etag"}, json=1),
    Row("put on something else", "PUT", "/open/few/b.json", 412, body=3, headers={"if-match": "null_etag"}, json=2, answers={"ETag": ...}),
    Row("delete of something else", "DELETE", "/open/few/b.json", 412, headers={"if-match": "other"}, json=2, answers={"ETag": ...}),
    Row("get on condition", "GET", "/open/few/b.json", 400, headers={"if-match": "null_etag"}, error="If-Match"),
    Row("post on condition", "POST", "/open/few.json", 400, body=1, headers={"if-match": "null_etag"}, error="If-Match"),
    Row("patch on condition", "PATCH", "/open/few.json", 400, body={"b": 1}, headers={"if-match": "null_etag"}, error="If-Match"),
    Row("silent, on condition", "PUT", "/open/none.json?print=silent", 400, body=1, headers={"if-match": "null_etag"}, error="print=silent"),
]

WHO = [
    Row("a token that is none", "GET", "/open/leaf.json?auth=nonsense", 401, error=BAD_TOKEN),
    Row("a JWT that is none", "GET", "/open/leaf.json?auth=a.b.c", 401, error=BAD_TOKEN),
    Row("a secret that there is not", "GET", "/open/leaf.json?auth=" + "s" * 40, 401, error=BAD_TOKEN),
    Row("an access token that there is not", "GET", "/open/leaf.json?access_token=ya29", 401, error=BAD_TOKEN),
    Row("a bearer that there is not", "GET", "/open/leaf.json", 401, headers={"Authorization": "Bearer ya29"}, error=BAD_TOKEN),
    Row("an empty token is none", "GET", "/open/leaf.json?auth=", 200, json="text"),
    Row("an access token in the address", "GET", "/mine/ada.json?access_token=owner", 200, json={"n": 1}),
    Row("as a user", "GET", '/mine/ada.json?auth_variable_override={"uid":"ada"}', 200, headers=OWNER, json={"n": 1}),
    Row("as another user", "GET", '/mine/ada.json?auth_variable_override={"uid":"bob"}', 401, headers=OWNER, error=DENIED),
    Row("as a signed-out user", "GET", "/mine/ada.json?auth_variable_override=null", 401, headers=OWNER, error=DENIED),
    Row("as a user, without being an administrator", "GET", '/mine/ada.json?auth_variable_override={"uid":"ada"}', 401, error=DENIED),
    Row("as what is no JSON", "GET", "/mine/ada.json?auth_variable_override={", 400, headers=OWNER, error="auth_variable_override"),
    Row("an App Check token is passed over", "GET", "/open/leaf.json?ac=x", 200, json="text"),
]

METHODS = [
    Row("HEAD", "HEAD", "/open/leaf.json", 405, text="", answers={"Allow": "GET, PUT, POST, PATCH, DELETE, OPTIONS"}),
    Row("TRACE", "TRACE", "/open/leaf.json", 405, error="There is no method"),
    Row("a method of WebDAV", "PROPFIND", "/open/leaf.json", 405, error="There is no method"),
    Row("what browsers ask first", "OPTIONS", "/open/leaf.json", 204, answers={"Access-Control-Allow-Methods": "GET, PUT, POST, PATCH, DELETE, OPTIONS"}),
]

SETTINGS = [
    Row("rules as they were written", "GET", "/.settings/rules.json", 200, headers=OWNER, text=RULES),
    Row("rules, strict", "GET", "/.settings/rules.json?format=strict", 200, headers=OWNER, json=json.loads(RULES.replace("// a comment", ""))),
    Row("rules, without a credential", "GET", "/.settings/rules.json", 401, error=DENIED),
    Row("rules, tried", "PUT", "/.settings/rules.json?dryRun=true", 200, body={"rules": {}}, headers=OWNER, json={"status": "ok"}),
    Row("rules that are wrong", "PUT", "/.settings/rules.json", 400, body={"rules": {".read": "auth ="}}, headers=OWNER, error=":"),
    Row("rules, removed", "DELETE", "/.settings/rules.json", 405, headers=OWNER, error="GET"),
    Row("the default limit", "GET", "/.settings/defaultWriteSizeLimit.json", 200, headers=OWNER, json="unlimited"),
    Row("the default limit, set", "PUT", "/.settings/defaultWriteSizeLimit.json", 200, body='"tiny"', headers=OWNER, json={"status": "ok"}),
    Row("the default limit, wrong", "PUT", "/.settings/defaultWriteSizeLimit.json", 400, body='"huge"', headers=OWNER, error="writeSizeLimit"),
    Row("the default limit, no text", "PUT", "/.settings/defaultWriteSizeLimit.json", 400, body="5", headers=OWNER, error="text"),
    Row("the default limit, without a credential", "PUT", "/.settings/defaultWriteSizeLimit.json", 401, body='"tiny"', error=DENIED),
    Row("triggers", "GET", "/.settings/strictTriggerValidation.json", 200, headers=OWNER, json=True),
    Row("triggers, set", "PUT", "/.settings/strictTriggerValidation.json", 200, body="false", headers=OWNER, json={"status": "ok"}),
    Row("triggers, wrong", "PUT", "/.settings/strictTriggerValidation.json", 400, body='"yes"', headers=OWNER, error="true or false"),
    Row("a setting that there is not", "GET", "/.settings/colour.json", 404, headers=OWNER, error="There is no setting"),
]


@pytest.mark.parametrize("row", [*GET, *WRITES, *CONDITIONS, *WHO, *METHODS, *SETTINGS], ids=lambda row: f"{row.method}: {row.says}")
def test_every_request_gets_its_response(port, database, row):
    target = row.target if "ns=" in row.target else row.target + ("&" if "?" in row.target else "?") + f"ns={database}"
    target = target.replace('"', "%22").replace("{", "%7B").replace("}", "%7D").replace("٣", "%D9%A3")
    status, headers, text = ask(port, row.method, target, row.body, row.headers)
    assert status == row.status, text
    if row.json is not ...:
        assert json.loads(text) == row.json
    if row.text is not None:
        assert text == row.text
    if row.error is not None:
        assert row.error in json.loads(text)["error"]
    for name, value in row.answers.items():
        assert (headers[name] is not None) if value is ... else (headers[name] == value), name
    # No browser may treat the response as a page, regardless of its content.
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in headers["Content-Security-Policy"]


def test_the_default_limit_applies_to_requests_without_one(port, database):
    big = json.dumps("x" * 1_100_000)
    address = f"/open/x.json?ns={database}&print=silent"
    setting = f"/.settings/defaultWriteSizeLimit.json?ns={database}"
    # Unauthenticated clients may send 1 MiB, independent of the limits.
    assert ask(port, "PUT", address, big, OWNER)[0] == 204
    assert ask(port, "PUT", setting, '"tiny"', OWNER)[0] == 200
    assert json.loads(ask(port, "GET", setting, headers=OWNER)[2]) == "tiny"
    assert json.loads(ask(port, "PUT", address, big, OWNER)[2]) == {"error": TOO_BIG}
    assert json.loads(ask(port, "DELETE", address)[2]) == {"error": TOO_BIG}
    assert ask(port, "PUT", address + "&writeSizeLimit=unlimited", big, OWNER)[0] == 204


def test_a_conditional_write_requires_the_read_value(port, database):
    address = f"/open/few/b.json?ns={database}"
    tag = ask(port, "GET", address, headers=TAG)[1]["ETag"]
    status, headers, text = ask(port, "GET", address, headers={"if-none-match": tag})
    assert (status, headers["ETag"], text) == (304, tag, "")
    status, headers, _ = ask(port, "PUT", address, 3, {"if-match": tag})
    assert status == 200 and headers["ETag"] not in (None, tag)
    status, headers, text = ask(port, "PUT", address, 4, {"if-match": tag})
    assert (status, text) == (412, "3") and headers["ETag"] not in (None, tag)
    assert ask(port, "DELETE", address, headers={"if-match": headers["ETag"]})[0] == 200
    assert ask(port, "GET", address)[2] == "null"
