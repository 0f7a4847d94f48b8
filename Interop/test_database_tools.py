"""The tools of a database operator: rules in a file, explained decisions, coverage, and `latchkey database`."""

import contextlib
import json
import os
import re
import subprocess
import time

import jwt
import pytest
import requests

from database_client import OWNER
from running_server import running_emulator, running_server
from socket_client import raw_clients
from stored_tables import stored_tables
from waiting import eventually

CLOSED = '{"rules": {"open": {".read": true}}}'
OPEN = '{"rules": {".read": true, ".write": true}}'
WRONG = """{
  "rules": {
    ".read": "auth.uid === $user"
  }
}
"""


@contextlib.contextmanager
def a_server(binary, mode, tmp_path, *arguments):
    if mode == "emulator":
        with running_emulator(binary, *arguments) as line:
            yield line
    else:
        with running_server(binary, tmp_path / "data", *arguments, sandbox=mode == "sandbox") as line:
            yield line


@pytest.mark.parametrize("with_rules", [False, True], ids=["alone", "with a file of rules"])
def test_an_unreadable_database_does_not_affect_others(binary, tmp_path, with_rules):
    data, rules = tmp_path / "data", tmp_path / "rules.json"
    rules.write_text(OPEN)
    with running_server(binary, data, "--rules", str(rules), sandbox=True) as line:
        assert requests.put(f"{line['database']}/a.json", json=1, timeout=30).status_code == 200
    with stored_tables(data) as store:
        assert store.execute("UPDATE realtime_change SET json = ?", [b"{"]).rowcount == 1
    with running_server(binary, data, *(["--rules", str(rules)] if with_rules else []), sandbox=True) as line:
        for method in ("GET", "PUT", "DELETE"):
            answer = requests.request(method, f"{line['database']}/a.json", json=1, timeout=30)
            assert answer.status_code == 500 and "cannot be opened" in answer.json()["error"], answer.text
        signed_up = requests.post(
            f"{line['url']}/v1/accounts:signUp?key={line['apiKey']}", json={"email": "ada@example.org", "password": "lovelace"}, timeout=30)
        assert signed_up.status_code == 200


@pytest.mark.parametrize("mode", ["real", "sandbox", "emulator"])
def test_rules_in_a_file_hold_and_are_followed(binary, tmp_path, mode):
    rules = tmp_path / "rules.json"
    rules.write_text(CLOSED)
    with a_server(binary, mode, tmp_path, "--rules", str(rules)) as line:
        def status(path):
            return requests.get(f"{line['database']}/{path}.json", timeout=10).status_code

        assert (status("open"), status("closed")) == (200, 401)
        rules.write_text(OPEN)
        eventually(lambda: status("closed") == 200)
        # Editors replace the file by renaming another one.
        (tmp_path / "other.json").write_text(CLOSED)
        os.replace(tmp_path / "other.json", rules)
        eventually(lambda: status("closed") == 401)
        assert status("open") == 200


def test_wrong_rules_in_a_file_start_no_server(binary, tmp_path):
    rules = tmp_path / "rules.json"
    rules.write_text(WRONG)
    done = subprocess.run(
        [binary, "serve", "--data", tmp_path / "data", "--rules", rules, "--port", "0"], capture_output=True, text=True, timeout=60,
        check=False)
    assert done.returncode == 78
    assert f"{rules}:3:28: " in done.stderr and "$user" in done.stderr
    lines = done.stderr.splitlines()
    place = next(index for index, line in enumerate(lines) if '".read": "auth.uid === $user"' in line)
    assert lines[place + 1].index("^") == lines[place].index("$user")
    assert not (tmp_path / "data").exists()
    missing = subprocess.run(
        [binary, "serve", "--data", tmp_path / "data", "--rules", "nowhere.json", "--port", "0"], capture_output=True, text=True,
        timeout=60, check=False)
    assert missing.returncode == 78 and "rules: nowhere.json cannot be read." in missing.stderr


def test_rules_that_become_wrong_leave_the_old_ones(binary, tmp_path):
    rules, log = tmp_path / "rules.json", tmp_path / "log"
    rules.write_text(CLOSED)
    with open(log, "w", encoding="utf-8") as errors:
        process = subprocess.Popen(
            [binary, "serve", "--emulator", "--rules", rules, "--port", "0", "--database-port", "0", "--json"],
            stdout=subprocess.PIPE, stderr=errors, text=True)
        try:
            line = json.loads(process.stdout.readline())
            rules.write_text(WRONG)
            eventually(lambda: f"{rules}:3:28: " in log.read_text())
            assert '    ".read": "auth.uid === $user"' in log.read_text()
            assert requests.get(f"{line['database']}/open.json", timeout=10).status_code == 200
            rules.unlink()
            eventually(lambda: "cannot be read" in log.read_text())
            assert requests.get(f"{line['database']}/closed.json", timeout=10).status_code == 401
            rules.write_text(OPEN)
            eventually(lambda: requests.get(f"{line['database']}/closed.json", timeout=10).status_code == 200)
        finally:
            process.terminate()
            assert process.wait(timeout=30) == 0


def test_rules_in_a_file_are_not_changed_by_others(binary, tmp_path):
    rules = tmp_path / "rules.json"
    rules.write_text(CLOSED)
    with running_emulator(binary, "--rules", str(rules), "--project", "shop") as line:
        def put(**parameters):
            return requests.put(
                f"{line['database']}/.settings/rules.json", params=parameters, data=OPEN, headers=OWNER, timeout=10)

        for name in ["shop", "shop-default-rtdb", ""]:
            refused = put(ns=name)
            assert refused.status_code == 403, refused.text
            assert f"managed by the file {rules}" in refused.json()["error"]
        assert put(ns="shop", dryRun="true").status_code == 200
        assert requests.get(f"{line['database']}/.settings/rules.json", headers=OWNER, timeout=10).text == CLOSED
        # Administrators set the rules of other databases themselves.
        assert put(ns="other").status_code == 200


def test_a_refused_text_of_rules_is_shown_at_its_place(binary):
    with running_emulator(binary) as line:
        refused = requests.put(f"{line['database']}/.settings/rules.json", data=WRONG, headers=OWNER, timeout=10)
        assert refused.status_code == 400
        said = refused.json()["error"].splitlines()
        assert said[0].startswith("3:28: ") and "$user" in said[0]
        assert said[1].strip() == '".read": "auth.uid === $user"'
        assert said[2].index("^") == said[1].index("$user")


# Denials


@pytest.fixture(scope="module")
def shop(binary, tmp_path_factory):
    """A sandbox with rules, a signed-in user, a service account's token, and the commands."""
    folder = tmp_path_factory.mktemp("shop")
    data, rules = folder / "data", folder / "rules.json"
    rules.write_text(RULES)
    with running_server(binary, data, "--rules", str(rules), sandbox=True) as line:
        yield Shop(binary, data, line)


RULES = """{
  "rules": {
    "users": {
      "$uid": {
        // users have their own data
        ".read": "auth !== null && auth.uid === $uid",
        ".write": "auth !== null && auth.uid === $uid",
        "age": {".validate": "newData.isNumber() && newData.val() < root.child('limit').val()"}
      }
    },
    "list": {".read": true, ".write": "auth !== null"}
  }
}
"""


class Shop:
    def __init__(self, binary, data, line):
        self.binary, self.data, self.line = binary, data, line
        self.base = line["database"]
        key = f"?key={line['apiKey']}"
        reply = requests.post(
            f"{line['url']}/v1/accounts:signUp{key}", json={"returnSecureToken": True, "email": "ada@example.org", "password": "lovelace"},
            timeout=10).json()
        self.uid, self.token = reply["localId"], reply["idToken"]
        self.set("/limit", "100")

    def run(self, *arguments, status=0, text=None):
        done = subprocess.run(
            [self.binary, *arguments, "--data", str(self.data)], capture_output=True, text=True, timeout=120, input=text, check=False)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout if status == 0 else done.stderr

    def set(self, path, json_text):
        self.run("database", "set", path, "-", text=json_text)

    def access_token(self, project="default"):
        made = json.loads(
            self.run("service-accounts", "create", f"tools-{os.urandom(4).hex()}", "--project", project, "--json"))
        now = int(time.time())
        assertion = jwt.encode(
            {"iss": made["client_email"], "aud": made["token_uri"], "iat": now, "exp": now + 600,
             "scope": "https://www.googleapis.com/auth/cloud-platform"},
            made["private_key"], algorithm="RS256", headers={"kid": made["private_key_id"]})
        reply = requests.post(
            made["token_uri"], data={"grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": assertion}, timeout=10)
        return reply.json()["access_token"]


def test_a_denial_has_a_name_and_is_explained(shop):
    refused = requests.put(f"{shop.base}/users/{shop.uid}/age.json", params={"auth": shop.token}, json=207, timeout=10)
    assert (refused.status_code, refused.json()) == (401, {"error": "Permission denied"})
    name = refused.headers["X-Latchkey-Decision"]
    shop.set("/limit", "1000")
    said = shop.run("rules", "why", name)
    lines = said.splitlines()
    assert f"/users/{shop.uid}/age" in said and f'"uid":"{shop.uid}"' in said
    # As decided then, even if it would be allowed now.
    place = next(index for index, line in enumerate(lines) if line.strip().startswith("8:31 .validate"))
    assert lines[place].endswith(": false")
    assert lines[place + 1].strip().startswith('"age": {".validate":')
    assert lines[place + 1][lines[place + 2].index("^"):].startswith("newData.isNumber()")
    assert "root.child('limit').val()  →  100" in said and "newData.val()  →  207" in said
    assert shop.token not in said
    assert json.loads(shop.run("rules", "why", "--last", "--json"))["id"] == name
    shop.set("/limit", "100")


def test_allowed_operations_have_no_denial_id(shop):
    assert "X-Latchkey-Decision" not in requests.get(f"{shop.base}/list.json", timeout=10).headers


def test_streams_and_sockets_name_their_denials(shop):
    stream = requests.get(f"{shop.base}/users.json", headers={"Accept": "text/event-stream"}, timeout=10)
    assert stream.status_code == 401
    assert "listen /" not in shop.run("rules", "why", stream.headers["X-Latchkey-Decision"])
    with raw_clients(shop.base) as connect:
        client = connect()
        for action, body, occasion in [
                ("q", {"p": "/users", "h": ""}, "listen"), ("g", {"p": "/users", "q": {}}, "read"),
                ("p", {"p": "/users/x", "d": 1}, "write"), ("m", {"p": "/users", "d": {"x": 1}}, "write"),
                ("o", {"p": "/users/x", "d": 1}, "onDisconnect")]:
            answer, _ = client.answer(action, **body)
            assert answer["s"] == "permission_denied"
            words = re.fullmatch(r"Permission denied \(decision ([2-9a-z]{8})\)", answer["d"])
            assert words, answer
            decision = json.loads(shop.run("rules", "why", words[1], "--json"))
            assert (decision["occasion"], decision["conclusion"]) == (
                occasion, f"No .{'read' if action in 'qg' else 'write'} on the way was true."
                if action in "pmo" else "There is no .read on the way.")
        # A revoked listener gets a decision name too.
        assert client.answer("auth", cred=shop.token)[0]["s"] == "ok"
        assert client.answer("q", p=f"/users/{shop.uid}", h="")[0]["s"] == "ok"
        assert client.answer("o", p=f"/users/{shop.uid}/gone", d=True)[0]["s"] == "ok"
        _, [push] = client.answer("unauth")
        assert push["a"] == "c"
        assert json.loads(shop.run("rules", "why", push["b"]["decision"], "--json"))["occasion"] == "listening"
    # Its disconnect operation now runs without authentication, and is denied.
    eventually(lambda: f"/users/{shop.uid}/gone" in shop.run("rules", "why", "--last"))


def test_only_administrators_are_told_why(shop):
    name = requests.get(f"{shop.base}/users.json", timeout=10).headers["X-Latchkey-Decision"]
    address = f"{shop.line['url']}/v1/projects/default/decisions"
    assert requests.get(f"{address}/{name}", timeout=10).status_code == 401
    assert requests.get(f"{address}/{name}", headers={"Authorization": f"Bearer {shop.token}"}, timeout=10).status_code == 401
    bearer = {"Authorization": f"Bearer {shop.access_token()}"}
    decision = requests.get(f"{address}/{name}", headers=bearer, timeout=10).json()
    assert (decision["id"], decision["paths"], decision["database"]) == (name, ["/users"], "default")
    listed = requests.get(address, params={"pageSize": 2}, headers=bearer, timeout=10).json()["decisions"]
    assert listed[0]["id"] == name and len(listed) <= 2
    assert requests.get(f"{address}/nothing2", headers=bearer, timeout=10).status_code == 404
    assert requests.get(address, params={"pageSize": "x"}, headers=bearer, timeout=10).status_code == 400
    # Another project sees nothing of it.
    shop.run("projects", "create", "elsewhere")
    others = f"{shop.line['url']}/v1/projects/elsewhere/decisions"
    assert requests.get(f"{others}/{name}", headers=bearer, timeout=10).status_code == 403
    theirs = {"Authorization": f"Bearer {shop.access_token('elsewhere')}"}
    assert requests.get(f"{others}/{name}", headers=theirs, timeout=10).status_code == 404
    assert requests.get(others, headers=theirs, timeout=10).json() == {"decisions": []}


def test_unknown_decisions_are_said_to_be(shop, binary, tmp_path):
    assert "Decision zzzz not found" in shop.run("rules", "why", "zzzz", status=1)
    with running_server(binary, tmp_path / "other"):
        pass
    done = subprocess.run(
        [binary, "rules", "why", "--last", "--data", tmp_path / "other"], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and "no server runs on this folder" in done.stderr


# Coverage


def test_coverage_counts_while_it_is_on(shop):
    assert "--start" in shop.run("rules", "coverage", status=1)
    shop.run("rules", "coverage", "--start")
    for _ in range(3):
        requests.get(f"{shop.base}/users/{shop.uid}.json", params={"auth": shop.token}, timeout=10)
    requests.get(f"{shop.base}/users/{shop.uid}.json", timeout=10)
    report = json.loads(shop.run("rules", "coverage", "--json"))
    read = next(rule for rule in report["rules"] if (rule["kind"], rule["line"]) == (".read", 6))
    assert read["expressions"][0]["values"] == {"true": 3, "false": 1}
    said = shop.run("rules", "coverage")
    assert "true 3×, false 1×" in said and "of 5 rules were evaluated" in said
    shop.run("rules", "coverage", "--stop")
    assert "Coverage is not being counted" in shop.run("rules", "coverage", status=1)


def test_an_emulator_always_counts(binary):
    rules = '{"rules": {".read": "auth === null && \'<b>\' !== \'\'", ".write": true}}'
    with running_emulator(binary) as line:
        assert requests.put(f"{line['database']}/.settings/rules.json?ns=a", data=rules, headers=OWNER, timeout=10).status_code == 200
        for _ in range(2):
            requests.get(f"{line['database']}/x.json?ns=a", timeout=10)
        report = requests.get(f"{line['database']}/.inspect/coverage.json?ns=a", timeout=10).json()
        assert report["rules"][0]["expressions"][0]["values"] == {"true": 2}
        page = requests.get(f"{line['database']}/.inspect/coverage?ns=a", timeout=10)
        assert page.headers["content-type"].startswith("text/html") and "auth === null &amp;&amp; '&lt;b&gt;'" in page.text
        assert "<b>" not in page.text
        foreign = requests.get(f"{line['database']}/.inspect/coverage?ns=a", headers={"Origin": "https://evil.example"}, timeout=10)
        assert foreign.status_code == 403


def test_a_real_server_shows_no_coverage_to_strangers(shop):
    assert requests.get(f"{shop.base}/.inspect/coverage.json", timeout=10).status_code in (400, 404)


# latchkey database


TREE = {"a": {"b": [1, 2, 3], "c": "ü"}, "n": 1.5, "flag": False}


@pytest.mark.parametrize("is_running", [True, False])
def test_reading_and_writing(binary, tmp_path, is_running):
    data = tmp_path / "data"

    def run(*arguments, status=0, text=None):
        done = subprocess.run(
            [binary, "database", *arguments, "--data", str(data)], capture_output=True, text=True, timeout=120, input=text, check=False,
            cwd=tmp_path)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout if status == 0 else done.stderr

    with contextlib.ExitStack() as stack:
        server = stack.enter_context(running_server(binary, data))
        if not is_running:
            stack.close()
        (tmp_path / "tree.json").write_text(json.dumps(TREE))
        assert run("get", "/").strip() == "null"
        run("import", "tree.json")
        assert json.loads(run("get", "/")) == TREE
        assert json.loads(run("get", "/a/b")) == [1, 2, 3]
        assert json.loads(run("get", "/a", "--shallow")) == {"b": True, "c": True}
        assert json.loads(run("get", "/a/b", "--export")) == {"0": 1, "1": 2, "2": 3}
        assert run("get", "/a", "--pretty").splitlines()[1].startswith("  ")
        assert "--force" in run("import", "tree.json", status=1)
        run("set", "/a/c", "-", text='{".value": "x", ".priority": 7}')
        assert run("get", "/a/c/.priority").strip() == "7"
        run("export", "out.json")
        exported = json.loads((tmp_path / "out.json").read_text())
        assert exported["a"]["c"] == {".value": "x", ".priority": 7} and exported["a"]["b"] == {"0": 1, "1": 2, "2": 3}
        assert (tmp_path / "out.json").stat().st_mode & 0o777 == 0o600
        run("set", "/", "-", text="null")
        run("import", "out.json")
        assert json.loads(run("export", "-")) == exported
        run("import", "tree.json", "--force")
        assert json.loads(run("get", "/")) == TREE
        run("set", "/a", "-", text="null")
        assert json.loads(run("get", "/")) == {"n": 1.5, "flag": False}
        # Invalid input changes nothing and is named in the error.
        for text, complaint in [("{", "JSON"), ('{"a.b": 1}', "a.b"), ('{"x": }', "JSON")]:
            assert complaint in run("set", "/", "-", text=text, status=1)
        assert "cannot be opened" in run("set", "/", "nowhere.json", status=1)
        assert "Invalid key" in run("get", "/a.b", status=1)
        assert json.loads(run("get", "/")) == {"n": 1.5, "flag": False}
        if is_running:
            assert server["projectID"] == "default"


def test_several_databases(binary, tmp_path):
    with running_server(binary, tmp_path / "data") as line:
        def run(*arguments, status=0, text=None):
            done = subprocess.run(
                [binary, *arguments[:2], "--data", str(tmp_path / "data"), *arguments[2:]], capture_output=True, text=True, timeout=60,
                input=text, check=False)
            assert done.returncode == status, done.stdout + done.stderr
            return done.stdout if status == 0 else done.stderr

        run("projects", "create", "shop")
        run("database", "create", "shop-archive", "--project", "shop")
        names = [row["name"] for row in json.loads(run("database", "list", "--project", "shop", "--json"))]
        assert names == ["shop", "shop-archive"]
        run("database", "set", "/x", "-", "--database", "shop-archive", "--project", "shop", text="1")
        assert run("database", "get", "/x", "--project", "shop").strip() == "null"
        assert run("database", "get", "/x", "--database", "shop-archive", "--project", "shop").strip() == "1"
        # A new database is closed.
        assert requests.get(f"{line['database']}/x.json?ns=shop-archive", timeout=10).status_code == 401
        assert requests.get(f"{line['database']}/x.json?ns=unknown", timeout=10).status_code == 404
        for name in ["shop-archive", "shop", "default"]:
            assert "already" in run("database", "create", name, status=1)
        for name in ["Shop", "a b", "x-default-rtdb", "é", "-x", "a/b", "x" * 129]:
            assert "cannot name a database" in run("database", "create", "--", name, status=1)
        assert "belongs to the project shop" in run("database", "get", "/", "--database", "shop-archive", status=1)
        assert "database create nothing" in run("database", "get", "/", "--database", "nothing", status=1)
        assert "already" in run("projects", "create", "shop-archive", status=1)


def test_a_large_tree_moves_in_pieces(binary, tmp_path):
    """The text is much larger than a chunk, and larger than the limit of the control socket in either direction."""
    big = {f"k{index:05}": {"text": "x" * 900, "n": index} for index in range(80_000)}
    (tmp_path / "big.json").write_text(json.dumps(big))
    with running_server(binary, tmp_path / "data"):
        for arguments in (["import", "big.json"], ["export", "out.json"]):
            done = subprocess.run(
                [binary, "database", *arguments, "--data", tmp_path / "data"], capture_output=True, text=True, timeout=300, check=False,
                cwd=tmp_path)
            assert done.returncode == 0, done.stderr
        assert json.loads((tmp_path / "out.json").read_text()) == big


def test_a_profile_lists_slow_unindexed_and_denied_operations(shop):
    watching = subprocess.Popen(
        [shop.binary, "database", "profile", "--duration", "4", "--json", "--data", shop.data], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True)
    raw = subprocess.Popen(
        [shop.binary, "database", "profile", "--duration", "4", "--raw", "--data", shop.data], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True)
    while watching.poll() is None:
        requests.get(f"{shop.base}/list.json", params={"orderBy": '"age"', "limitToFirst": 1}, timeout=10)
        requests.get(f"{shop.base}/list.json", params={"orderBy": '"born"'}, timeout=10)
        requests.put(f"{shop.base}/list/x.json", params={"auth": shop.token}, json={"age": 1}, timeout=10)
        requests.get(f"{shop.base}/users.json", timeout=10)
        with raw_clients(shop.base) as connect:
            connect().answer("q", p="/list", h="")
    report = json.loads(watching.communicate(timeout=60)[0])
    names = {place["name"] for place in report["places"]}
    assert {"rest-read", "rest-write", "listener-listen", "concurrent-connect", "concurrent-disconnect"} <= names
    # One query is limited; the other one only sorts, and is refused.
    assert {("/list", "age"), ("/list", "born")} == {(place["path"], place["index"]) for place in report["unindexed"]}
    denied = [place for place in report["places"] if place["denied"]]
    assert [(place["name"], place["path"]) for place in denied] == [("rest-read", "/users")]
    written = next(place for place in report["places"] if place["name"] == "rest-write")
    assert written["path"] == "/list/x" and written["milliseconds"] > 0
    lines = [json.loads(line) for line in raw.communicate(timeout=60)[0].splitlines()]
    assert {"name", "path", "bytes", "millis", "timestamp"} <= set(lines[0])


def test_the_profile_is_a_stream_for_administrators(shop):
    address = f"{shop.base}/.settings/profile.json"
    assert requests.get(address, timeout=10).status_code == 401
    with requests.get(address, params={"access_token": shop.access_token()}, stream=True, timeout=20) as stream:
        lines = stream.iter_lines(decode_unicode=True)
        assert next(lines) == "event: keep-alive"
        requests.get(f"{shop.base}/list.json", timeout=10)
        event = next(line for line in lines if line.startswith("event: log"))
        data = json.loads(next(lines).removeprefix("data: "))
        assert event == "event: log" and (data["name"], data["path"], data["allowed"]) == ("rest-read", ["list"], True)
