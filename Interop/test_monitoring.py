"""Measurements, alerts and logs: read by Prometheus, promtool, prometheus_client and fail2ban, and compared with what clients did."""

import contextlib
import html
import json
import os
import re
import select
import shutil
import socket
import subprocess
import urllib.parse

import pytest
import requests
import yaml

from certificates import certificate, new_key, private
from conftest import ROOT
from free_ports import free_port
from monitored_server import JWT_BEARER, monitored_server, signed, unpacked
from sandbox_client import SandboxClient
from socket_client import raw_clients
from test_custom_tokens import AUDIENCE
from waiting import eventually

DEPLOY = ROOT / "deploy"
RULES, RULES_TEST, CONFIGURATION = (DEPLOY / name for name in ("prometheus-rules.yaml", "prometheus-rules-test.yaml", "prometheus.yaml"))
DASHBOARD = DEPLOY / "grafana-dashboard.json"
ADA, PASSWORD = "ada@example.org", "correct horse"


@pytest.fixture
def server(binary, tmp_path):
    with monitored_server(binary, tmp_path / "server") as server:
        yield server


def alerts():
    [group] = yaml.safe_load(RULES.read_text())["groups"]
    return group["rules"]


def promtool(*arguments, **options):
    return subprocess.run(
        [unpacked("prometheus", "usr/bin/promtool"), *arguments], capture_output=True, text=True, timeout=120, check=False, **options)


# Measurements


def test_counts_are_those_of_the_requests(server):
    created = server.call("signUp", email=ADA, password=PASSWORD).json()
    uid, token = created["localId"], created["idToken"]
    for _ in range(3):
        assert server.call("signInWithPassword", email=ADA, password=PASSWORD).status_code == 200
    for _ in range(2):
        assert server.call("signInWithPassword", email=ADA, password="wrong").status_code == 400
    assert server.call("signInWithPassword", email="nobody@example.org", password="wrong").status_code == 400
    assert server.refresh(created["refreshToken"]).status_code == 200
    assert server.refresh("not a token").status_code == 400
    assert server.call("lookup", idToken=token).status_code == 200
    assert server.node(f"users/{uid}", token, "PUT", {"name": "Ada"}).status_code == 200
    assert server.node(f"users/{uid}", token).json() == {"name": "Ada"}
    for path in ("users/other", "elsewhere"):
        assert server.node(path, token).status_code == 401

    before = server.samples()
    expected = {
        ("latchkey_events_total", ("kind", "sign_up"), ("outcome", "allowed")): 1,
        ("latchkey_sign_ins_total", ("code", ""), ("method", "password"), ("outcome", "allowed")): 3,
        ("latchkey_sign_ins_total", ("code", "INVALID_LOGIN_CREDENTIALS"), ("method", "password"), ("outcome", "refused")): 3,
        ("latchkey_refreshes_total", ("outcome", "ok")): 1,
        ("latchkey_refreshes_total", ("outcome", "refused")): 1,
        ("latchkey_refreshes_total", ("outcome", "failed")): 0,
        ("latchkey_http_requests_total", ("method", "POST"), ("port", "server"), ("status", "2xx")): 6,
        ("latchkey_http_requests_total", ("method", "POST"), ("port", "server"), ("status", "4xx")): 4,
        ("latchkey_http_requests_total", ("method", "GET"), ("port", "database"), ("status", "2xx")): 1,
        ("latchkey_http_requests_total", ("method", "GET"), ("port", "database"), ("status", "4xx")): 2,
        ("latchkey_http_requests_total", ("method", "PUT"), ("port", "database"), ("status", "2xx")): 1,
        ("latchkey_http_request_seconds_count", ("port", "server")): 10,
        ("latchkey_http_request_seconds_count", ("port", "database")): 4,
        ("latchkey_route_requests_total", ("method", "POST"), ("outcome", "ok"), ("route", "/v1/accounts:signInWithPassword")): 3,
        ("latchkey_route_requests_total", ("method", "POST"), ("outcome", "refused"), ("route", "/v1/accounts:signInWithPassword")): 3,
        ("latchkey_rules_decisions_total", ("outcome", "allowed")): 2,
        ("latchkey_rules_decisions_total", ("outcome", "denied")): 2,
        ("latchkey_outbox_waiting", ("channel", "email")): 0,
        ("latchkey_outbox_waiting", ("channel", "sms")): 0,
        ("latchkey_webhook_deliveries", ("state", "waiting")): 0,
        ("latchkey_webhook_deliveries", ("state", "failed")): 0,
        ("latchkey_webhooks", ("state", "active")): 0,
        ("latchkey_webhooks", ("state", "failing")): 0,
        ("latchkey_webhooks", ("state", "disabled")): 0,
        ("latchkey_store_up",): 1,
        ("latchkey_databases_open",): 1,
        ("latchkey_listeners",): 0,
    }
    assert {series: before.get(series) for series in expected} == expected
    # No series beside them counts a request.
    requests_counted = {series for series in before if series[0] in ("latchkey_http_requests_total", "latchkey_sign_ins_total")}
    assert requests_counted <= expected.keys()

    with raw_clients(server.database) as connect:
        client = connect()
        assert client.answer("auth", cred=token)[0]["s"] == "ok"
        assert client.answer("q", p=f"/users/{uid}", h="")[0]["s"] == "ok"
        during = server.samples()
        assert during["latchkey_realtime_sessions", ("transport", "websocket")] == 1
        assert during["latchkey_realtime_sessions", ("transport", "polling")] == 0
        assert during["latchkey_connections", ("port", "database")] == 1 and during[("latchkey_listeners",)] == 1
        assert server.node(f"users/{uid}/name", token, "PUT", "Grace").status_code == 200
        assert client.read()["d"]["b"]["d"] == "Grace"
        assert server.value("latchkey_deliveries_total") > during[("latchkey_deliveries_total",)]
        assert during["latchkey_rules_decisions_total", ("outcome", "allowed")] == 3
    eventually(lambda: server.value("latchkey_listeners") == server.value("latchkey_realtime_sessions", transport="websocket") == 0)


def test_the_measurements_of_the_machine_are_right(server):
    samples = server.samples()
    disk = os.statvfs(server.data)
    assert samples[("latchkey_disk_size_bytes",)] == disk.f_blocks * disk.f_frsize
    assert 0 < samples[("latchkey_disk_free_bytes",)] < samples[("latchkey_disk_size_bytes",)]
    assert samples[("process_open_fds",)] < samples[("process_max_fds",)]
    assert samples[("process_resident_memory_bytes",)] < samples[("process_virtual_memory_bytes",)]
    status = json.loads(server.latchkey("status", "--json"))
    assert status["version"] == dict(next(series for series in samples if series[0] == "latchkey_build_info")[1:])["version"]
    assert samples[("latchkey_commit_seconds_count",)] == samples["latchkey_commit_seconds_bucket", ("le", "+Inf")] > 0
    server.latchkey("keys", "rotate")
    created = samples[("latchkey_signing_key_created_timestamp_seconds",)]
    assert server.value("latchkey_signing_key_created_timestamp_seconds") > created


def test_promtool_accepts_the_measurements(server):
    server.call("signUp", email=ADA, password=PASSWORD)
    server.call("signInWithPassword", email=ADA, password="wrong")
    text = server.metrics_text()
    checked = promtool("check", "metrics", input=text)
    # `process_max_fds` and the like have the names of Prometheus' own clients.
    assert checked.returncode == 0 and checked.stdout + checked.stderr == "", checked.stdout + checked.stderr
    types = {name: family.type for name, family in server.families().items()}
    assert types["latchkey_sign_ins"] == "counter" and types["latchkey_connections"] == "gauge"
    assert types["latchkey_http_request_seconds"] == types["latchkey_commit_seconds"] == "histogram"
    assert text.endswith("\n")


def test_clients_make_no_new_time_series(binary, tmp_path):
    with monitored_server(binary, tmp_path / "server", sandbox=True) as server:
        server.latchkey("projects", "set", "--anonymous-sign-in", "yes")

        def send(name):
            """Sends values of a client's choice in each place that could become a label."""
            for method in ("PROPFIND", "LINK", "M-SEARCH", "TRACE"):
                for url in (f"{server.url}/{name}", f"{server.url}/v1/accounts:{name}", f"{server.database}/{name}.json"):
                    requests.request(method, url, timeout=30)
            for url in (f"{server.url}/{name}", f"{server.url}/v1/projects/{name}/accounts:batchGet", f"{server.url}/console/{name}",
                        f"{server.url}/www.googleapis.com/{name}", f"{server.database}/{name}.json", f"{server.database}/.ws?ns={name}"):
                requests.get(url, timeout=30)
            server.call(name)
            body = f"access_token={name}&providerId="
            for provider in (name, f"oidc.{name}", f"saml.{name}", "github.com"):
                server.call("signInWithIdp", requestUri="http://localhost", postBody=body + provider, returnSecureToken=True)
                server.call("createAuthUri", providerId=provider, continueUri=f"http://localhost/{name}")
            server.call("signInWithCustomToken", token=name)
            server.call("signInWithPassword", email=f"{name}@example.org", password=name, tenantId=name)
            server.call("signInWithPassword", email=f"{name}@example.org", password=name)
            server.call("sendOobCode", requestType=name, email=f"{name}@example.org")
            server.call("resetPassword", oobCode=name)
            server.call("lookup", idToken=name)
            server.call("signUp")
            server.refresh(name)
            server.node(name, name)
            requests.request("GET", server.url + "/healthz", headers={"Host": name, "User-Agent": name}, timeout=30)

        send("first")
        first = server.samples().keys()
        for name in ("second", "third"):
            send(name)
        assert server.samples().keys() - first == set()
        text = server.metrics_text()
        values = set(re.findall(r'="([^"]*)"', text))
        assert not [value for value in values if re.search("first|second|third|PROPFIND|MSEARCH|example", value)]

    known = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other", ""}
    assert set(re.findall(r'method="([A-Z]*|other)"', text)) <= known
    assert set(re.findall(r'status="([^"]*)"', text)) <= {"1xx", "2xx", "3xx", "4xx", "5xx"}
    assert set(re.findall(r'[{,]port="([^"]*)"', text)) == {"server", "database"}
    assert set(re.findall(r'outcome="([^"]*)"', text)) <= {
        "ok", "refused", "failed", "allowed", "denied", "confirmation_needed"}


def test_measurements_have_an_address_of_their_own(binary, server, tmp_path):
    assert server.metrics_url.startswith("http://127.0.0.1:")
    for public in (server.url, server.database):
        assert requests.get(public + "/metrics", timeout=30).status_code in (404, 400)
    assert requests.get(server.url + "/metrics", timeout=30).status_code == 404
    base = server.metrics_url.removesuffix("/metrics")
    for path in ("/", "/healthz", "/readyz", "/metrics/", "/openapi.json", "/v1/projects/default/accounts:batchGet", "/console", "/.json"):
        assert requests.get(base + path, timeout=30).status_code == 404, path
    assert requests.post(server.metrics_url, timeout=30).status_code == 405
    head = requests.head(server.metrics_url, timeout=30)
    assert head.status_code == 200 and head.text == ""

    alone = subprocess.run(
        [binary, "serve", "--metrics-host", "127.0.0.1", "--data", str(tmp_path / "other"), "--port", "0", "--database-port", "0"],
        capture_output=True, text=True, timeout=60, check=False)
    assert alone.returncode == 78 and "metrics-host: requires metrics-port" in alone.stderr


# Prometheus


@contextlib.contextmanager
def prometheus(folder, target):
    """Runs Prometheus with the example's configuration for another target; yields the URL of its API."""
    program = unpacked("prometheus", "usr/bin/prometheus")
    configuration = yaml.safe_load(CONFIGURATION.read_text())
    configuration["global"] = {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"}
    configuration["rule_files"] = [str(DEPLOY / name) for name in configuration["rule_files"]]
    [job] = configuration["scrape_configs"]
    [job["static_configs"][0]["targets"][0]] = [target]
    (folder / "prometheus.yaml").write_text(yaml.safe_dump(configuration))
    port = free_port()
    log = folder / "prometheus.log"
    with open(log, "w", encoding="utf-8") as errors:
        process = subprocess.Popen(
            [program, "--config.file", folder / "prometheus.yaml", "--storage.tsdb.path", folder / "prometheus",
             "--web.listen-address", f"127.0.0.1:{port}"], stdout=subprocess.DEVNULL, stderr=errors, cwd=folder)
    try:
        def ready():
            assert process.poll() is None, log.read_text()
            with contextlib.suppress(requests.ConnectionError):
                return requests.get(f"http://127.0.0.1:{port}/-/ready", timeout=5).status_code == 200

        eventually(ready, seconds=30)
        yield f"http://127.0.0.1:{port}/api/v1"
    finally:
        process.terminate()
        process.wait(timeout=30)


def expressions():
    """Yields the expressions of the dashboard by the titles of their panels."""
    for panel in json.loads(DASHBOARD.read_text())["panels"]:
        for target in panel.get("targets", []):
            yield panel["title"], target["expr"]


def test_prometheus_reads_a_running_server(server, tmp_path):
    server.call("signUp", email=ADA, password=PASSWORD)
    with prometheus(tmp_path, urllib.parse.urlsplit(server.metrics_url).netloc) as api:
        def ask(path, **parameters):
            reply = requests.get(f"{api}/{path}", params=parameters, timeout=30).json()
            assert reply["status"] == "success", reply
            return reply["data"]

        def query(expression):
            return [entry["value"][1] for entry in ask("query", query=expression)["result"]]

        eventually(lambda: query('up{job="latchkey"}') == ["1"], seconds=30)
        assert query('latchkey_events_total{kind="sign_up",outcome="allowed"}') == ["1"]
        assert query("latchkey_store_up") == ["1"]
        [group] = ask("rules")["groups"]
        assert {rule["name"] for rule in group["rules"]} == {rule["alert"] for rule in alerts()}
        eventually(lambda: all(rule["health"] == "ok" for rule in ask("rules")["groups"][0]["rules"]))
        assert not query('ALERTS{alertstate="firing"}')
        # The store of a server that nobody uses has at least the commits of its start.
        eventually(lambda: query("rate(latchkey_commit_seconds_count[30s])"))
        variables = {"$__rate_interval": "30s", "$instance": ".*"}
        for title, expression in expressions():
            for name, value in variables.items():
                expression = expression.replace(name, value)
            assert "$" not in expression, title
            found = query(expression)
            # A new server has counted no sign-in and no error, and has no certificate, backup, stream or archive.
            if not re.search("sign_ins|refreshes|certificate|backup|audit_stream|archive|wal_size|5xx", expression):
                assert found, (title, expression)


def test_promtool_accepts_the_files():
    for arguments in (("check", "rules", RULES), ("check", "config", CONFIGURATION), ("test", "rules", RULES_TEST)):
        checked = promtool(*arguments, cwd=DEPLOY)
        assert checked.returncode == 0 and "FAILED" not in checked.stderr, checked.stdout + checked.stderr


def test_each_alert_is_complete():
    tested = yaml.safe_load(RULES_TEST.read_text())["tests"]
    firing = {
        re.search('alertname="(.*?)"', sample["labels"])[1]
        for test in tested for check in test["promql_expr_test"] for sample in check.get("exp_samples", [])}
    assert firing == {rule["alert"] for rule in alerts()}
    for rule in alerts():
        assert rule["labels"]["severity"] in ("warning", "critical") and rule["for"]
        assert rule["annotations"].keys() == {"summary", "description", "page"}
        page, _, section = rule["annotations"]["page"].partition("#")
        headings = re.findall(r"^#+ (.*)$", (ROOT / page).read_text(), flags=re.MULTILINE)
        sections = {re.sub("[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}
        assert not section or section in sections, rule["alert"]


def named_metrics(text):
    """The names of Latchkey's and the process' metrics in expressions and documentation."""
    return set(re.findall(r"\b(?:latchkey|process)_[a-z_]+[a-z]\b(?!\s*\()", text)) - {"latchkey_data"}


def family(name, types):
    """The name without the suffix of a histogram's series."""
    base = re.sub("_(bucket|sum|count)$", "", name)
    return base if types.get(base) == "histogram" else name


@pytest.mark.store_in_folder
def test_every_named_metric_exists(binary, tmp_path):
    key = new_key()
    chain, key_file, archive = tmp_path / "cert.pem", tmp_path / "key.pem", tmp_path / "archive"
    chain.write_bytes(certificate(key))
    key_file.write_bytes(private(key))
    archive.mkdir()
    with monitored_server(
            binary, tmp_path / "server", "--tls-cert", str(chain), "--tls-key", str(key_file),
            "--audit-file", str(tmp_path / "audit.jsonl"), "--archive-to", str(archive)) as server:
        base = f"{server.url}/v1/accounts:"
        for name, password in (("signUp", PASSWORD), ("signInWithPassword", PASSWORD), ("signInWithPassword", "wrong")):
            requests.post(
                f"{base}{name}?key={server.line['apiKey']}", json={"email": ADA, "password": password}, verify=str(chain), timeout=30)
        requests.post(f"{server.url}/v1/token?key={server.line['apiKey']}", data={}, verify=str(chain), timeout=30)
        server.latchkey("backup", str(tmp_path / "backup.db"))
        types = dict(re.findall(r"^# TYPE (\S+) (\S+)$", server.metrics_text(), flags=re.MULTILINE))
    rules = {name for rule in alerts() for name in named_metrics(rule["expr"])}
    dashboard = {name for _, expression in expressions() for name in named_metrics(expression)}
    [section] = re.findall(r"^## Metrics\n(.*?)^## ", (ROOT / "docs/operate.md").read_text(), flags=re.MULTILINE | re.DOTALL)
    cells = re.findall(r"^\| (`[^|]*`) \|", section, flags=re.MULTILINE)
    documented = {name for cell in cells for name in re.findall("`([a-z_]+)`", cell)}
    for place, names in (("rules", rules), ("dashboard", dashboard)):
        assert names, place
        assert {family(name, types) for name in names} <= types.keys(), place
    assert documented == types.keys()
    # Each measurement is in the dashboard.
    assert {family(name, types) for name in dashboard} >= types.keys() - {"process_virtual_memory_bytes"}
    # The rules' tests name no metric that the rules do not know.
    assert {family(name, types) for name in named_metrics(RULES_TEST.read_text())} <= types.keys()


def test_the_dashboard_selects_one_data_source():
    dashboard = json.loads(DASHBOARD.read_text())
    variables = {variable["name"]: variable for variable in dashboard["templating"]["list"]}
    assert variables["datasource"]["type"] == "datasource" and variables["datasource"]["query"] == "prometheus"
    panels = dashboard["panels"]
    assert [panel["title"] for panel in panels if panel["type"] == "row"] == ["Overview", "Sign-in", "Database", "Store", "Process"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    places = set()
    for panel in panels:
        place = panel["gridPos"]
        cells = {(x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])}
        assert not cells & places and max(x for x, _ in cells) < 24, panel["title"]
        places |= cells
        if panel["type"] != "row":
            assert panel["description"] and panel["targets"], panel["title"]
            sources = [panel["datasource"], *(target["datasource"] for target in panel["targets"])]
            assert all(source == {"type": "prometheus", "uid": "${datasource}"} for source in sources)
            assert all('job="latchkey"' in target["expr"] for target in panel["targets"])


# `latchkey status`


@pytest.mark.store_in_folder
def test_status_of_a_running_server(binary, tmp_path):
    key = new_key()
    chain, key_file = tmp_path / "cert.pem", tmp_path / "key.pem"
    chain.write_bytes(certificate(key, 60))
    key_file.write_bytes(private(key))
    with monitored_server(binary, tmp_path / "server", "--tls-cert", str(chain), "--tls-key", str(key_file)) as server:
        status = json.loads(server.latchkey("status", "--json"))
        assert status.keys() == {
            "version", "startedAt", "isReady", "connections", "connectionLimit", "refusedConnections", "realtimeSessions", "hashQueue",
            "commitQueue", "outboxWaiting", "signingKeyCreatedAt", "keys", "certificateExpiresAt", "certificateSource",
            "diskFreeBytes", "diskSizeBytes", "store", "storeKind", "isStopping", "masterKey", "webhooks", "troubledWebhooks", "auditStreams"}
        assert re.search("^Last backup +none$", server.latchkey("status"), flags=re.MULTILINE)
        server.latchkey("backup", str(tmp_path / "backup.db"))
        assert json.loads(server.latchkey("status", "--json"))["lastBackupAt"] >= status["startedAt"]
        assert status["isReady"] is True and status["connections"].keys() == {"server", "database"}
        assert status["outboxWaiting"] == {"email": 0, "sms": 0} and status["realtimeSessions"] == 0
        text = server.latchkey("status")
        assert re.search(r"^State +ready$", text, flags=re.MULTILINE)
        assert status["webhooks"] == {"waiting": 0, "failed": 0, "active": 0, "failing": 0, "disabled": 0}
        for fact in ("Version", "Started", "Connections", "Database clients", "Waiting", "Outbox", "Signing key", "Certificate", "Disk"):
            assert re.search(rf"^{fact} +\S", text, flags=re.MULTILINE), fact
        assert "59 days" in text
        assert [key["kind"] for key in status["keys"]] == ["id-token", "session-cookie", "api-key", "certificate"]
        assert re.search(r"^Oldest keys +id-token: 0 days old$", text, flags=re.MULTILINE) and re.search("^ +certificate: ", text, flags=re.MULTILINE)

        chain.write_text("no certificate")
        eventually(lambda: "certificateProblem" in json.loads(server.latchkey("status", "--json")))
        assert "changed files were refused" in server.latchkey("status")
    for arguments in ([], ["--json"]):
        stopped = subprocess.run(
            [binary, "status", "--data", str(server.data), *arguments], capture_output=True, text=True, timeout=60, check=False)
        assert stopped.returncode == 1 and stopped.stdout == ""
        assert "No server runs on this data folder. Start it with `latchkey serve`." in stopped.stderr


def test_status_during_a_shutdown(binary, tmp_path):
    """A request that is not complete keeps the server in its shutdown."""
    data = tmp_path / "data"
    process = subprocess.Popen(
        [binary, "serve", "--data", str(data), "--port", "0", "--database-port", "0", "--json"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    try:
        assert select.select([process.stdout], [], [], 60)[0]
        port = urllib.parse.urlsplit(json.loads(process.stdout.readline())["url"]).port
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(b"POST /v1/accounts:lookup HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{")
            process.terminate()

            def status():
                done = subprocess.run(
                    [binary, "status", "--json", "--data", str(data)], capture_output=True, text=True, timeout=60, check=False)
                return done.returncode == 1 and done.stdout and json.loads(done.stdout)

            assert eventually(status)["isReady"] is False
    finally:
        assert process.wait(timeout=30) == 0


# fail2ban


def bans(log, *options):
    """Returns the addresses that fail2ban reads in a log, one for each line that the filter matches."""
    program = unpacked("fail2ban", "usr/bin/fail2ban-regex")
    done = subprocess.run(
        ["/usr/bin/python3", program, "--out", "ip", "--usedns", "no", *options, log, DEPLOY / "fail2ban/filter.d/latchkey.conf"],
        capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "PYTHONPATH": str(unpacked("fail2ban", "usr/lib/python3/dist-packages"))})
    assert done.returncode == 0 and "ERROR" not in done.stderr, done.stdout + done.stderr
    return done.stdout.split()


def test_the_filter_finds_the_addresses_of_refused_clients(binary, tmp_path):
    lines = {}
    for form in ("text", "json"):
        with monitored_server(
                binary, tmp_path / form, "--trusted-proxy", "127.0.0.0/8", "--log-format", form, "--log-level", "debug",
                "--access-log") as server:
            def come(address):
                return {"X-Forwarded-For": address}

            honest, guesser, v6, forger = "203.0.113.1", "203.0.113.2", "2001:db8::7", "203.0.113.3"
            created = server.call("signUp", come(honest), email=ADA, password=PASSWORD).json()
            uid, token = created["localId"], created["idToken"]
            assert server.call("signInWithPassword", come(honest), email=ADA, password=PASSWORD).status_code == 200
            assert server.refresh(created["refreshToken"], come(honest)).status_code == 200
            assert server.node(f"users/{uid}", token, headers=come(honest)).status_code == 200
            # Denied by the rules, with a valid token: not a refused credential. Neither is an unknown path.
            assert server.node("elsewhere", token, headers=come(honest)).status_code == 401
            assert requests.get(server.url + "/nothing", headers=come(honest), timeout=30).status_code == 404

            server.call("signInWithPassword", come(guesser), email=ADA, password="wrong")
            server.call("signInWithPassword", come(guesser), email="nobody@example.org", password="wrong")
            server.call("lookup", come(guesser), idToken="no.token.there")
            server.refresh("no token", come(guesser))
            server.node("elsewhere", "no.token.there", headers=come(guesser))
            for headers in ({}, {"Authorization": "Bearer guessed"}):
                administration = f"{server.url}/v1/projects/default/accounts:batchGet"
                assert requests.get(administration, headers=come(guesser) | headers, timeout=30).status_code == 401
            server.call("signInWithCustomToken", come(guesser), token="no token")
            for _ in range(3):
                server.call("signInWithPassword", come(v6), email=ADA, password="wrong")

            forge(server, come(forger))
            eventually(lambda: server.log.count("atchkey.security") >= 14)
            found = bans(server.log_file)
            lines[form] = [line for line in server.log.splitlines() if "latchkey.security" in line]
        assert {address: found.count(address) for address in found} == {guesser: 8, v6: 3, forger: 3}
        assert len(lines[form]) == 14

    for form, (line, *_) in lines.items():
        # Lines of the journal as fail2ban gets them.
        journal = tmp_path / "journal"
        journal.write_text("".join(f"Nov 27 10:00:00 host latchkey[71]: {line}\n" for line in lines[form]))
        assert bans(journal, "--datepattern", r"^(%b %d %H:%M:%S\s)") == found, form
        # The filter depends on every part of a line.
        assert "INVALID_LOGIN_CREDENTIALS" in line
        changed = tmp_path / "changed"
        changed.write_text("".join(line.replace(old, new, 1) + "\n" for old, new in (
            ("latchkey.security", "latchkey.access"), ("notice", "info"), ("notice", "info latchkey: notice"), ("{", '{"x":"1",'),
            ("INVALID_LOGIN_CREDENTIALS", "TOKEN_EXPIRED"), ("INVALID_LOGIN_CREDENTIALS", "PERMISSION_DENIED"), ("sign_in", "sign_up"),
            ("password", "github.com"), ("address", "path"), ("Refused", "Refused by")) if old in line))
        assert bans(changed) == [], form
        # A forged address is not found where there is no other one.
        changed.write_text("".join(line.replace(forger, "-") + "\n" for line in lines[form] if "192.0.2.66" in line))
        assert changed.read_text().count("192.0.2.66") >= 3 and bans(changed) == [], form
        changed.write_text(re.sub(r"\d{4}-.*?Z", "2020-02-02T10:00:00.000Z", line, count=1) + "\n")
        assert "1580637600" in "".join(bans(changed, "--out", "row")), form


def test_fail2ban_accepts_the_jail(tmp_path):
    shutil.copytree(unpacked("fail2ban", "etc/fail2ban"), tmp_path / "fail2ban")
    for file in ("filter.d/latchkey.conf", "jail.d/latchkey.conf"):
        shutil.copy(DEPLOY / "fail2ban" / file, tmp_path / "fail2ban" / file)
    # The package's own jail needs a log of this machine.
    (tmp_path / "fail2ban/jail.d/defaults-debian.conf").unlink(missing_ok=True)
    done = subprocess.run(
        ["/usr/bin/python3", unpacked("fail2ban", "usr/bin/fail2ban-client"), "--conf", tmp_path / "fail2ban", "-d"], capture_output=True,
        text=True, timeout=60, check=False,
        env={**os.environ, "PYTHONPATH": str(unpacked("fail2ban", "usr/lib/python3/dist-packages"))})
    assert done.returncode == 0 and "ERROR" not in done.stderr, done.stdout + done.stderr
    assert "['add', 'latchkey', 'systemd']" in done.stdout and "'addjournalmatch', '_SYSTEMD_UNIT=latchkey.service'" in done.stdout
    assert "['set', 'latchkey', 'maxretry', 30]" in done.stdout


def forge(server, headers):
    """Sends three requests that are refused, with values that look like fields of the log."""
    # Whoever has the key of a service account chooses the uid.
    file = server.service_account("administrator")
    uid = 'x" address=192.0.2.66 event=token reason=A Refused","address":"192.0.2.66","event":"token'
    created = requests.post(
        f"{server.url}/v1/projects/default/accounts", json={"localId": uid, "email": "forger@example.org", "password": PASSWORD},
        headers={"Authorization": "Bearer " + server.access_token(file)}, timeout=30)
    assert created.status_code == 200, created.text
    refused = server.call("signInWithPassword", headers, email="forger@example.org", password="wrong")
    assert refused.status_code == 400
    projects = (
        urllib.parse.quote(' address=192.0.2.66 event=token reason=A Refused", "address":"192.0.2.66'),
        '","address":"192.0.2.66","event":"token","reason":"A"}')
    [fields] = [f"{name}: {value}" for name, value in headers.items()]
    address = urllib.parse.urlsplit(server.url)
    for project in projects:
        path = f"/v1/projects/{project}/accounts:batchGet"
        with socket.create_connection((address.hostname, address.port), timeout=30) as connection:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\n{fields}\r\nConnection: close\r\n\r\n".encode())
            assert connection.recv(100).startswith(b"HTTP/1.1 401"), path


# Secrets


def secrets_of_many_flows(server):
    """Uses the server in many ways; returns all secrets that were sent or received, by what they are."""
    found = {}

    def keep(**secrets):
        for name, secret in secrets.items():
            assert isinstance(secret, str) and len(secret) > 5, name
            found.setdefault(name, []).append(secret)

    def tokens(reply):
        assert reply.status_code == 200, reply.text
        body = reply.json()
        keep(**{name: body[name] for name in ("idToken", "refreshToken", "id_token", "access_token", "refresh_token") if name in body})
        return body

    # Passwords, and refused ones.
    old, new, wrong = "first-password", "second-password", "wrong-password"
    keep(old=old, new=new, wrong=wrong)
    created = tokens(server.call("signUp", email=ADA, password=old))
    signed_in = tokens(server.call("signInWithPassword", email=ADA, password=old, returnSecureToken=True))
    server.call("signInWithPassword", email=ADA, password=wrong)
    server.call("signInWithPassword", email="nobody@example.org", password=wrong)
    requests.get(f"{server.url}/v1/accounts:signInWithPassword", params={"email": ADA, "password": old}, timeout=30)
    requests.post(f"{server.url}/v1/accounts:signUp?key={server.line['apiKey']}", data=f'{{"password": "{old}"', timeout=30)
    tokens(server.refresh(signed_in["refreshToken"]))
    for token in (signed_in["refreshToken"], signed_in["idToken"]):
        server.refresh(token + "x")
        server.call("lookup", idToken=token + "x")
        requests.get(server.url + "/v1/accounts:lookup", headers={"Authorization": "Bearer " + token}, timeout=30)

    # Codes.
    server.call("sendOobCode", requestType="PASSWORD_RESET", email=ADA)
    messages = eventually(lambda: re.findall('href="(/outbox/[^"]*)', requests.get(server.line["outbox"], timeout=30).text))
    code = re.search("oobCode=([^&\"]+)", html.unescape(requests.get(server.url + messages[0], timeout=30).text))[1]
    keep(code=code)
    requests.get(f"{server.url}/__/auth/action", params={"mode": "resetPassword", "oobCode": code}, timeout=30)
    server.call("resetPassword", oobCode=code + "x", newPassword=new)
    assert server.call("resetPassword", oobCode=code, newPassword=new).status_code == 200
    server.call("resetPassword", oobCode=code, newPassword=new)
    signed_in = tokens(server.call("signInWithPassword", email=ADA, password=new, returnSecureToken=True))

    # The back end: keys, assertions, access tokens, custom tokens, cookies.
    file = server.service_account("administrator")
    access = server.access_token(file)
    authorized = {"Authorization": "Bearer " + access}
    accounts = f"{server.url}/v1/projects/default/accounts"
    keep(access=access, key=file["private_key"].splitlines()[1])
    for headers in (authorized, {"Authorization": f"Bearer {access}x"}, {}):
        requests.get(accounts + ":batchGet", params={"access_token": access}, headers=headers, timeout=30)
    mail = {"requestType": "PASSWORD_RESET", "email": ADA, "returnOobLink": True}
    keep(code_of_administrator=requests.post(accounts + ":sendOobCode", json=mail, headers=authorized, timeout=30).json()["oobCode"])
    custom, assertion = signed(file, AUDIENCE, uid="custom"), signed(file, "https://example.org/oauth2/token")
    keep(custom=custom, assertion=assertion)
    tokens(server.call("signInWithCustomToken", token=custom, returnSecureToken=True))
    server.call("signInWithCustomToken", token=custom + "x")
    refused = requests.post(server.url + "/oauth2/token", data={"grant_type": JWT_BEARER, "assertion": assertion}, timeout=30)
    assert refused.status_code == 400
    cookie = requests.post(
        f"{server.url}/v1/projects/default:createSessionCookie", json={"idToken": signed_in["idToken"], "validDuration": "3600"},
        headers=authorized, timeout=30)
    keep(cookie=cookie.json()["sessionCookie"])

    # The database: ID tokens, secrets, and both on web sockets.
    secret = server.latchkey("database", "secrets", "create").strip()
    keep(database_secret=secret)
    for token in (signed_in["idToken"], secret):
        for name in ("users/any", "users/" + signed_in["localId"]):
            server.node(name, token)
            server.node(name, token + "x")
            server.node(name, token, "PUT", {"n": 1})
        requests.get(server.database + "/.json", headers={"Authorization": "Bearer " + token + "x"}, timeout=30)
        with raw_clients(server.database) as connect:
            connect().answer("auth", cred=token)
            connect().answer("auth", cred=token + "x")

    # Providers: tokens, and a whole flow.
    providers = SandboxClient({"tls": None, "certificate": None, **server.line["sandbox"]})
    issued = providers.issue(providers.github_app, "ada")["accessToken"]
    keep(provider=issued)
    for token in (issued, issued + "x"):
        server.call(
            "signInWithIdp", requestUri="http://localhost", postBody=f"access_token={token}&providerId=github.com", returnSecureToken=True)
    begun = server.call("createAuthUri", providerId="github.com", continueUri=server.url + "/__/auth/handler").json()
    back = providers.approve(begun["authUri"], "ada")["redirectURL"]
    keep(state=urllib.parse.parse_qs(urllib.parse.urlsplit(back).query)["state"][0], session=begun["sessionId"])
    keep(provider_code=urllib.parse.parse_qs(urllib.parse.urlsplit(back).query)["code"][0])
    finished = tokens(server.call("signInWithIdp", requestUri=back, sessionId=begun["sessionId"], returnSecureToken=True))
    keep(provider=finished["oauthAccessToken"])
    requests.get(back, timeout=30)

    # The end of sessions and of the account.
    changed = tokens(server.call("update", idToken=signed_in["idToken"], password=old, returnSecureToken=True))
    server.call("lookup", idToken=created["idToken"])
    server.refresh(created["refreshToken"])
    assert server.call("delete", idToken=changed["idToken"]).status_code == 200
    server.call("lookup", idToken=changed["idToken"])
    return found


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_secret_is_in_the_log(binary, tmp_path, form):
    with monitored_server(
            binary, tmp_path / "server", "--log-format", form, "--log-level", "trace", "--access-log", sandbox=True) as server:
        secrets = secrets_of_many_flows(server)
        eventually(lambda: "accounts:delete" in server.log)
        link = server.latchkey("admin", "invite").strip()
    text = server.log
    assert text.count("latchkey.access") > 50 and text.count("latchkey.security") > 15 and "debug" in text, "the log is at work"
    secrets["invitation"] = [link.partition("#")[2]]
    for name, values in secrets.items():
        for value in values:
            # Not in parts either: claims, signature, encoded in URLs. The first part of a token is public.
            parts = {urllib.parse.quote(value, safe=""), *(value.split(".")[1:] or [value, value[:24]])}
            assert not [part for part in parts if part in text], name
