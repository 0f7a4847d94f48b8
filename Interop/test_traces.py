"""Distributed traces: a collector reads them with the official schema of OTLP; callers and hooks continue them."""

import json
import os
import re
import signal
import subprocess
import time

import pytest
import requests

from conftest import ROOT
from free_ports import free_port
from mail_receiver import PASSWORD as MAIL_PASSWORD, USER as MAIL_USER, MailReceiver
from monitored_server import monitored_server
from openid_provider import CLIENT, SECRET, OpenIDProvider
from sandbox_client import SandboxClient
from socket_client import raw_clients
from test_mail import options as mail_options, send_test_mail
from test_webhook import SECRET as WEBHOOK_SECRET
from trace_collector import Collector, Recorder, SlowCollector, running
from waiting import eventually

ADA, PASSWORD = "ada.trace@example.org", "correct horse 8419"
# The example of https://www.w3.org/TR/trace-context/.
TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
SIGN_UP = "POST /v1/accounts:signUp"


def parent(flags="01", trace=TRACE):
    return {"traceparent": f"00-{trace}-{PARENT}-{flags}", "tracestate": "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"}


@pytest.fixture
def collector():
    with running(Collector()) as collector:
        yield collector


@pytest.fixture
def hook():
    with running(Recorder()) as hook:
        yield hook


def traced(binary, folder, collector, *arguments, sample="1", **options):
    return monitored_server(
        binary, folder / "server", "--trace-endpoint", collector.url, "--trace-sample", sample, *arguments, **options)


def test_a_request_is_a_trace_that_the_schema_accepts(binary, tmp_path, collector):
    before = time.time_ns()
    with traced(binary, tmp_path, collector) as server:
        assert server.call("signUp", email=ADA, password=PASSWORD).status_code == 200
        [span] = collector.named(SIGN_UP)
        version = next(dict(series[1:])["version"] for series in server.samples() if series[0] == "latchkey_build_info")
    assert span.kind == "SERVER" and span.parent == "" and not span.failed
    assert span.attributes == {
        "http.request.method": "POST", "http.route": "/v1/accounts:signUp", "http.response.status_code": 200, "url.scheme": "http",
        "server.address": "127.0.0.1", "latchkey.port": "server"}
    assert len(span.trace_id) == 32 and len(span.span_id) == 16 and before < span.begin < span.end < time.time_ns()
    assert span.resource["service.name"] == "latchkey" and span.resource["service.version"] == version
    below = [other for other in collector.spans if other.trace_id == span.trace_id and other is not span and other.span_id != span.span_id]
    assert {other.name for other in below} == {"password hash", "store transaction"}
    for other in below:
        assert other.kind == "INTERNAL" and other.parent == span.span_id and span.begin <= other.begin <= other.end <= span.end
        assert other.resource == span.resource
    [(path, headers, _), *_] = collector.requests
    assert path == "/v1/traces" and headers["content-type"] == "application/json" and headers["user-agent"] == f"latchkey/{version}"


def test_errors_have_codes_and_unknown_paths_no_names(binary, tmp_path, collector):
    with traced(binary, tmp_path, collector) as server:
        assert server.call("signInWithPassword", email=ADA, password=PASSWORD).status_code == 400
        assert server.call("signUp", email=ADA, password="x").status_code == 400
        assert requests.get(f"{server.url}/secret-1/secret-2", timeout=30).status_code == 404
        requests.request("PROPFIND", f"{server.url}/secret-1", timeout=30)
        assert server.node("secret-1/secret-2").status_code == 401
        # Stops, so that everything is exported.
    [refused] = collector.named("POST /v1/accounts:signInWithPassword")
    assert refused.attributes["error.type"] == "INVALID_LOGIN_CREDENTIALS" and not refused.failed
    [weak] = collector.named(SIGN_UP)
    assert weak.attributes["error.type"] == "WEAK_PASSWORD"
    [unknown] = collector.named("GET")
    assert "http.route" not in unknown.attributes and unknown.attributes["http.response.status_code"] == 404
    [other] = collector.named("HTTP")
    assert other.attributes["http.request.method"] == "_OTHER"
    [node] = collector.named("GET /{path}.json")
    assert node.attributes["latchkey.port"] == "database" and node.attributes["http.response.status_code"] == 401
    assert "secret" not in collector.text.lower()


@pytest.mark.parametrize("flags", ["01", "00"])
def test_a_trace_leads_from_the_caller_to_the_hook(binary, tmp_path, collector, hook, flags):
    # The decision of the caller counts: with no own sample, and with all.
    arguments = ("--trace-accept-parent", "127.0.0.0/8", "--allow-private-targets", f"127.0.0.1:{hook.port}")
    with traced(binary, tmp_path, collector, *arguments, sample="0" if flags == "01" else "1") as server:
        server.latchkey("projects", "hook", "set", "beforeCreate", f"{hook.url}/create?key=sekret-parameter")
        assert server.call("signUp", parent(flags), email=ADA, password=PASSWORD).status_code == 200
    [(_, headers, _)] = hook.requests
    version, trace, caller, sent = headers["traceparent"].split("-")
    assert (version, trace, sent) == ("00", TRACE, flags) and caller != PARENT
    assert headers["tracestate"] == parent()["tracestate"]
    spans = collector.trace(TRACE)
    if flags == "00":
        assert not spans
        return
    assert spans[SIGN_UP].parent == PARENT and spans[SIGN_UP].state == parent()["tracestate"]
    assert spans["hook"].parent == spans[SIGN_UP].span_id
    call = spans["POST"]
    assert call.parent == spans["hook"].span_id and call.span_id == caller and call.kind == "CLIENT"
    assert call.attributes == {
        "http.request.method": "POST", "server.address": "127.0.0.1", "server.port": hook.port, "http.response.status_code": 200}
    assert "sekret-parameter" not in collector.text
    # Without a sample of its own, the server records nothing else.
    assert {span.trace_id for span in collector.spans} == {TRACE}


def test_a_sign_in_provider_gets_the_trace_without_values_of_other_systems(binary, tmp_path, collector):
    provider = OpenIDProvider()
    arguments = ("--trace-accept-parent", "127.0.0.1", "--allow-private-targets", f"localhost:{provider.server_address[1]}")
    with traced(binary, tmp_path, collector, *arguments, sample="0") as server:
        subprocess.run(
            [binary, "projects", "provider", "set", "oidc.interop", "--issuer", provider.issuer, "--key", CLIENT, "--secret-file", "-",
             "--data", server.data], input=SECRET, text=True, capture_output=True, timeout=60, check=True)
        body = f"id_token={provider.id_token()}&providerId=oidc.interop"
        reply = server.call("signInWithIdp", parent(), requestUri="http://localhost", returnSecureToken=True, postBody=body)
        assert reply.status_code == 200, reply.text
    provider.shutdown()
    provider.server_close()
    spans = {span.span_id: span for span in collector.spans}
    calls = [headers for headers in provider.headers if "traceparent" in headers]
    assert calls and all("tracestate" not in headers for headers in provider.headers)
    for headers in calls:
        _, trace, caller, _ = headers["traceparent"].split("-")
        assert trace == TRACE and spans[caller].name == "GET" and spans[caller].attributes["server.address"] == "localhost"


def test_strangers_do_not_decide_what_is_recorded(binary, tmp_path, collector, hook):
    # A proxy that is trusted with addresses is not trusted with traces, because it passes on what clients send.
    arguments = (
        "--trace-accept-parent", "192.0.2.0/24", "--trusted-proxy", "127.0.0.1", "--allow-private-targets", f"127.0.0.1:{hook.port}")
    with traced(binary, tmp_path, collector, *arguments, sample="0") as server:
        server.latchkey("projects", "hook", "set", "beforeCreate", f"{hook.url}/create")
        assert server.call("signUp", {**parent(), "X-Forwarded-For": "192.0.2.1"}, email=ADA, password=PASSWORD).status_code == 200
    [(_, headers, _)] = hook.requests
    assert re.fullmatch("00-[0-9a-f]{32}-[0-9a-f]{16}-00", headers["traceparent"]) and TRACE not in headers["traceparent"]
    assert "tracestate" not in headers and collector.requests == []


def test_without_a_collector_nothing_is_passed_on(binary, tmp_path, hook):
    with monitored_server(binary, tmp_path / "server", "--allow-private-targets", f"127.0.0.1:{hook.port}") as server:
        server.latchkey("projects", "hook", "set", "beforeCreate", f"{hook.url}/create")
        assert server.call("signUp", parent(), email=ADA, password=PASSWORD).status_code == 200
        assert not any(name.startswith(("latchkey_spans", "latchkey_trace")) for name in server.families())
    [(_, headers, _)] = hook.requests
    assert "traceparent" not in headers and "tracestate" not in headers


def test_no_span_contains_data_of_users(binary, tmp_path, collector):
    with traced(binary, tmp_path, collector, "--access-log", sandbox=True) as server:
        created = server.call("signUp", email=ADA, password=PASSWORD, displayName="Trace Ada").json()
        secrets = [ADA, PASSWORD, "Trace Ada", created["idToken"], created["refreshToken"], created["localId"], server.line["apiKey"]]
        signed_in = server.call("signInWithPassword", email=ADA, password=PASSWORD).json()
        secrets += [signed_in["idToken"], signed_in["refreshToken"]]
        refreshed = server.refresh(signed_in["refreshToken"]).json()
        secrets += [refreshed["id_token"]]
        assert server.call("lookup", idToken=created["idToken"]).status_code == 200
        assert server.call("sendOobCode", requestType="PASSWORD_RESET", email=ADA).status_code == 200
        providers = SandboxClient({"tls": None, "certificate": None, **server.line["sandbox"]})
        issued = providers.issue(providers.github_app, "ada")
        github = server.call(
            "signInWithIdp", requestUri="http://localhost", returnSecureToken=True,
            postBody=f"access_token={issued['accessToken']}&providerId=github.com")
        assert github.status_code == 200, github.text
        secrets += [issued["accessToken"]] + [github.json()[name] for name in ("idToken", "localId", "rawUserInfo")]
        # The four digits of this ID are also part of times and hexadecimal ids.
        secrets += [json.dumps(github.json()["federatedId"])]
        sign_up = requests.get(
            f"{server.url}/__/auth/handler", timeout=30, allow_redirects=False,
            params={"apiKey": server.line["apiKey"], "providerId": "github.com", "state": "tracestate-secret"})
        assert sign_up.status_code < 500
        uid = created["localId"]
        assert server.node(f"users/{uid}", created["idToken"], "PUT", {"name": "secret node"}).status_code == 200
        assert server.node(f"users/{uid}", created["idToken"]).status_code == 200
        account = server.service_account("tracer")
        secrets += [token := server.access_token(account)]
        found = requests.get(
            f"{server.url}/v1/projects/default/accounts:batchGet", headers={"Authorization": f"Bearer {token}"}, timeout=30)
        assert found.status_code == 200
    names = {span.name for span in collector.spans}
    assert {"POST /v1/token", "GET /{path}.json", "PUT /{path}.json", "database write", "sign-in provider", "message delivery",
            "POST /v1/accounts:signInWithIdp", "GET /__/auth/handler"} - names == {"message delivery"}
    called = [span for span in collector.spans if span.kind == "CLIENT"]
    assert called and all(span.attributes["server.address"] == "127.0.0.1" for span in called)
    text = collector.text
    assert [secret for secret in secrets if secret in text or json.dumps(secret)[1:-1] in text] == []
    for address in ("ada.trace", "@", "tracestate-secret", "secret node", "eyJ"):
        assert address not in text
    # Of addresses, only those of servers.
    values = {(name, value) for span in collector.spans for name, value in span.attributes.items()}
    assert {name for name, value in values if "127.0.0.1" in str(value)} == {"server.address"}
    assert {name for name, _ in values} <= {
        "http.request.method", "http.route", "http.response.status_code", "url.scheme", "server.address", "server.port", "error.type",
        "db.system.name", "latchkey.port", "latchkey.queue_ms"}


def test_a_mail_is_a_trace_of_its_own(binary, tmp_path, collector):
    with MailReceiver(tmp_path) as receiver, traced(
            binary, tmp_path, collector, *mail_options(receiver), environment={"LATCHKEY_SMTP_PASSWORD": MAIL_PASSWORD}) as server:
        _, sent = send_test_mail(binary, server.data.parent)
        assert sent["ok"]
        [delivery] = collector.named("message delivery")
        [smtp] = collector.named("SMTP")
    assert delivery.parent == "" and smtp.parent == delivery.span_id and smtp.kind == "CLIENT" and not delivery.failed
    assert delivery.attributes == {
        "latchkey.message.kind": "test", "latchkey.message.channel": "email", "latchkey.message.attempt": 1}
    assert smtp.attributes.keys() == {"server.address", "server.port"}
    for secret in ("ada@example.org", "accounts@example.org", MAIL_PASSWORD, MAIL_USER):
        assert secret not in collector.text


def test_a_webhook_continues_the_trace_of_its_message(binary, tmp_path, collector, hook):
    hook.replies = [(503, {}, b"")]
    with traced(
            binary, tmp_path, collector, "--mail-webhook", f"{hook.url}/mail?key=sekret-parameter",
            environment={"LATCHKEY_WEBHOOK_SECRET": WEBHOOK_SECRET}) as server:
        _, sent = send_test_mail(binary, server.data.parent)
        assert sent["ok"]
        failed, delivered = sorted(collector.named("message delivery", 2), key=lambda span: span.begin)
    assert failed.failed and failed.attributes["error.type"] == "temporary" and not delivered.failed
    assert [span.attributes["latchkey.message.attempt"] for span in (failed, delivered)] == [1, 2]
    for span, (_, headers, _) in zip((failed, delivered), hook.requests):
        assert headers["traceparent"].split("-")[1] == span.trace_id
    assert "sekret-parameter" not in collector.text and "ada@example.org" not in collector.text


def test_a_mail_continues_the_trace_of_its_request(binary, tmp_path, collector, hook):
    hook.replies = [(503, {}, b"")]
    arguments = ("--trace-accept-parent", "127.0.0.1", "--mail-webhook", f"{hook.url}/mail")
    with traced(
            binary, tmp_path, collector, *arguments, sample="0", environment={"LATCHKEY_WEBHOOK_SECRET": WEBHOOK_SECRET}) as server:
        assert server.call("signUp", email=ADA, password=PASSWORD).status_code == 200
        reply = server.call("sendOobCode", parent(), requestType="PASSWORD_RESET", email=ADA)
        assert reply.status_code == 200, reply.text
        deliveries = collector.named("message delivery", 2)
    assert {span.trace_id for span in collector.spans} == {TRACE}
    request = collector.trace(TRACE)["POST /v1/accounts:sendOobCode"]
    assert request.parent == PARENT and [span.parent for span in deliveries] == [request.span_id] * 2
    assert sorted(span.attributes["latchkey.message.attempt"] for span in deliveries) == [1, 2]
    for _, headers, _ in hook.requests:
        assert headers["traceparent"].split("-")[1] == TRACE and "tracestate" not in headers


def test_requests_of_web_sockets_have_spans(binary, tmp_path, collector):
    with traced(binary, tmp_path, collector) as server:
        token = (user := server.call("signUp", email=ADA, password=PASSWORD).json())["idToken"]
        home = f"/users/{user['localId']}"
        with raw_clients(server.database) as open_client:
            client = open_client()
            assert client.answer("p", p=home, d={"name": "secret node"})[0]["s"] == "permission_denied"
            assert client.answer("auth", cred=token)[0]["s"] == "ok"
            assert client.answer("p", p=home, d={"name": "secret node"})[0]["s"] == "ok"
            assert client.answer("m", p=home, d={"age": 36})[0]["s"] == "ok"
            assert client.answer("q", p=home, h="")[0]["s"] == "ok"
            assert client.answer("g", p="/secret")[0]["s"] == "permission_denied"
            assert client.answer("s", c={})[0]["s"] == "ok"
    denied, written = sorted(collector.named("realtime-write", 2), key=lambda span: span.begin)
    assert denied.kind == "SERVER" and denied.parent == ""
    assert denied.attributes == {"latchkey.port": "database", "error.type": "permission_denied"} and not denied.failed
    assert written.attributes == {"latchkey.port": "database"} and written.trace_id != denied.trace_id
    [authenticated] = collector.named("authenticate")
    below = [span.name for span in collector.spans if span.parent == authenticated.span_id]
    assert set(below) <= {"store transaction"}
    assert len(collector.named("realtime-update")) == len(collector.named("listener-listen")) == 1
    assert collector.named("realtime-read")[0].attributes["error.type"] == "permission_denied"
    assert "secret" not in collector.text and user["localId"] not in collector.text


def test_an_outage_of_the_collector_disturbs_no_request(binary, tmp_path):
    port = free_port()
    with monitored_server(
            binary, tmp_path / "server", "--trace-endpoint", f"http://127.0.0.1:{port}", "--trace-sample", "1") as server:
        assert "latchkey_spans_waiting" in server.families() and "latchkey_trace_collector_up" not in server.families()
        assert "Traces            nothing was sent to the collector yet" in server.latchkey("status")
        assert server.call("signUp", email=ADA, password=PASSWORD).status_code == 200
        eventually(lambda: "latchkey_trace_collector_up" in server.families())
        assert server.value("latchkey_trace_collector_up") == 0
        eventually(lambda: "does not accept spans" in server.log)
        assert "FAIL  traces: the collector does not accept spans (It cannot be reached: it does not accept connections.)" in server.latchkey(
            "doctor", status=1)
        traces = json.loads(server.latchkey("status", "--json"))["traces"]
        assert traces["collector"] == "down" and traces["exported"] == 0 and traces["waiting"] + traces["dropped"] >= 0
        for _ in range(5):
            assert server.call("signInWithPassword", email=ADA, password=PASSWORD).status_code == 200
        with running(Collector(port)) as collector:
            collector.named(SIGN_UP)
            eventually(lambda: server.value("latchkey_trace_collector_up") == 1)
            assert "ok    traces: the collector accepts spans; " in server.latchkey("doctor")
            collector.named("POST /v1/accounts:signInWithPassword", 5)
            eventually(lambda: server.value("latchkey_spans_exported_total") >= 15)
            eventually(lambda: "accepts spans again" in server.log)
        assert server.log.count("does not accept spans") == 1
        assert all(server.value("latchkey_spans_dropped_total", reason=reason) == 0 for reason in ("queue_full", "refused", "unreachable"))
        stopped = time.monotonic()
    assert time.monotonic() - stopped < 20


def test_a_collector_that_sends_its_response_forever_is_given_up(binary, tmp_path):
    with running(SlowCollector()) as collector:
        with traced(binary, tmp_path, collector) as server:
            assert server.call("signUp", email=ADA, password=PASSWORD).status_code == 200
            eventually(lambda: "It took longer than 5 seconds." in server.log)
            eventually(lambda: server.value("latchkey_trace_collector_up") == 0)
            stopped = time.monotonic()
        assert time.monotonic() - stopped < 25
        collector.closing.set()


def test_replies_of_the_collector_are_counted(binary, tmp_path, collector):
    collector.replies = [(400, {}, b""), (200, {"content-type": "application/json"}, b'{"partialSuccess":{"rejectedSpans":"1"}}')]
    with traced(binary, tmp_path, collector) as server:
        assert server.call("createAuthUri", identifier=ADA, continueUri="http://localhost").status_code == 200
        eventually(lambda: server.value("latchkey_spans_dropped_total", reason="refused") >= 1)
        refused = server.value("latchkey_spans_dropped_total", reason="refused")
        assert server.call("createAuthUri", identifier=ADA, continueUri="http://localhost").status_code == 200
        eventually(lambda: server.value("latchkey_spans_dropped_total", reason="refused") == refused + 1)
        assert "status 400" in server.log


def test_the_last_spans_are_exported_at_the_end_and_a_kill_loses_only_spans(binary, tmp_path, collector):
    with traced(binary, tmp_path, collector) as server:
        assert server.call("signUp", email=ADA, password=PASSWORD).status_code == 200
    collector.named(SIGN_UP)
    with pytest.raises(AssertionError, match="did not stop cleanly"):
        with traced(binary, tmp_path, collector) as server:
            assert server.call("signInWithPassword", email=ADA, password=PASSWORD).status_code == 200
            os.kill(server.line["pid"], signal.SIGKILL)
    with traced(binary, tmp_path, collector) as server:
        assert server.call("signInWithPassword", email=ADA, password=PASSWORD).status_code == 200
    spans = collector.named("POST /v1/accounts:signInWithPassword")
    first = collector.named(SIGN_UP)[0].resource["service.instance.id"]
    assert spans[-1].resource["service.instance.id"] != first


def test_headers_and_paths_of_the_endpoint(binary, tmp_path, collector):
    headers = tmp_path / "headers"
    headers.write_text("x-api-key=sekret%3D1, authorization=Basic%20abc\n")
    headers.chmod(0o600)
    with monitored_server(
            binary, tmp_path / "server", "--trace-endpoint", f"{collector.url}/own/path", "--trace-sample", "1", "--trace-headers-file",
            str(headers), "--log-level", "trace") as server:
        assert server.call("signUp", email=ADA, password=PASSWORD).status_code == 200
        collector.named(SIGN_UP)
        assert "sekret" not in server.log and "Basic" not in server.log
    [(path, sent, _), *_] = collector.requests
    assert path == "/own/path" and sent["x-api-key"] == "sekret=1" and sent["authorization"] == "Basic abc"
    assert "sekret" not in collector.text


@pytest.mark.parametrize(("settings", "problem"), [
    (["--trace-sample", "0.5"], "trace-sample: requires trace-endpoint"),
    (["--trace-endpoint", "localhost:4318"], "trace-endpoint: is not a valid URL of a collector"),
    (["--trace-endpoint", "https://user:sekret@collector.example"], "trace-endpoint: is not a valid URL of a collector"),
    (["--trace-endpoint", "https://collector.example?key=sekret"], "trace-endpoint: is not a valid URL of a collector"),
    (["--trace-endpoint", "http://localhost", "--trace-sample", "1.5"], "trace-sample: 1.5 is not a number from 0 to 1"),
    (["--trace-endpoint", "http://localhost", "--trace-sample", "nan"], "trace-sample: nan is not a number from 0 to 1"),
    (["--trace-endpoint", "http://localhost", "--trace-accept-parent", "all"], "trace-accept-parent: all is not an address range"),
    (["--trace-endpoint", "http://collector.example", "--trace-headers-file", "HEADERS"], "would be sent unencrypted"),
    (["--trace-endpoint", "http://localhost", "--trace-headers-file", "WRONG"], "trace-headers-file: the headers are not valid"),
    (["--emulator", "--trace-endpoint", "http://localhost"], "trace-endpoint: is not available in the emulator"),
])
def test_wrong_settings_are_explained(binary, tmp_path, settings, problem):
    for name, text in (("HEADERS", "x-api-key=sekret"), ("WRONG", "x-api-key: sekret")):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o600)
    settings = [str(tmp_path / word) if word in ("HEADERS", "WRONG") else word for word in settings]
    done = subprocess.run([binary, "serve", "--check", *settings], capture_output=True, text=True, timeout=60, cwd=tmp_path, check=False)
    assert done.returncode == 78 and problem in done.stderr, done.stderr
    assert "sekret" not in done.stderr


def test_the_documentation_names_what_there_is(binary, tmp_path, collector):
    def types_of(server):
        return set(re.findall(r"^# TYPE (latchkey_(?:span|trace)\S+) ", server.metrics_text(), flags=re.MULTILINE))

    with traced(binary, tmp_path, collector) as server:
        assert server.call("signUp", email=ADA, password=PASSWORD).status_code == 200
        # The state of the collector is known after the first spans.
        types = eventually(lambda: len(found := types_of(server)) == 4 and found)
    text = (ROOT / "docs/operate.md").read_text()
    [section] = re.findall(r"^## Traces\n(.*?)^## ", text, flags=re.MULTILINE | re.DOTALL)
    assert set(re.findall(r"^\| `(latchkey_\w+)`", section, flags=re.MULTILINE)) == types
    source = (ROOT / "Sources/LatchkeyTracing/Spans/SpanRecord.swift").read_text()
    keys = set(re.findall(r'^    case \w+ = "([a-z_.]+)"', source, flags=re.MULTILINE))
    assert len(keys) == 13 and [key for key in keys if f"`{key}`" not in section] == []
