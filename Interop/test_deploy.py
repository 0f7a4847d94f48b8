"""The files in deploy/ fit the schemas of Kubernetes and Compose, and start a server that listens, answers and is confined as they say."""

import base64
import ipaddress
import json
import os
import pathlib
import re
import select
import subprocess
import sys
from urllib.parse import urlsplit

import kubernetes_validate
import pytest
import requests
import yaml

from conftest import ROOT
from running_server import running_server

COMPOSE, KUBERNETES = ROOT / "deploy" / "compose.yaml", ROOT / "deploy" / "kubernetes.yaml"
IMAGE = (ROOT / "Packaging" / "image").read_text()
# Secrets are no settings: a flag would show them in the list of processes.
SECRETS = {"LATCHKEY_MASTER_KEY", "LATCHKEY_SMTP_PASSWORD", "LATCHKEY_STORE_PASSWORD", "LATCHKEY_WEBHOOK_SECRET"}


def documents():
    return list(yaml.safe_load_all(KUBERNETES.read_text()))


@pytest.fixture
def resources():
    found = {document["kind"]: document for document in documents()}
    assert len(found) == len(documents()), "one resource of each kind"
    return found


@pytest.fixture
def pod(resources):
    return resources["Deployment"]["spec"]["template"]["spec"]


@pytest.fixture
def container(pod):
    (only,) = pod["containers"]
    return only


@pytest.fixture
def service():
    (only,) = yaml.safe_load(COMPOSE.read_text())["services"].values()
    return only


def variables(file, service, container):
    """The variables that a file sets; `None` for one from a Secret."""
    if file == "compose":
        return service["environment"]
    return {variable["name"]: variable.get("value") for variable in container["env"]}


@pytest.fixture(params=["compose", "kubernetes"])
def environment(request, service, container, tmp_path):
    """The environment of the server in a container, with a key and folders of the test."""
    set_by_image = dict(variable.split("=", 1) for variable in re.findall(r"--config\.env (\S+)", IMAGE))
    key = tmp_path / "master.key"
    key.write_text(base64.b64encode(os.urandom(32)).decode())
    key.chmod(0o400)
    ours = {"LATCHKEY_MASTER_KEY": key.read_text(), "LATCHKEY_MASTER_KEY_FILE": str(key)}
    whole = set_by_image | variables(request.param, service, container)
    assert any(name in whole for name in ours), "the key is stored apart from the data"
    return whole | {name: value for name, value in ours.items() if name in whole} | {"SQLITE_TMPDIR": str(tmp_path)}


def closed(environment):
    """Without the variables of the tests."""
    return {"PATH": os.environ["PATH"], **environment}


def settings(binary):
    """The variables of all settings."""
    dumped = subprocess.run([binary, "--experimental-dump-help"], capture_output=True, check=True, timeout=60).stdout
    serve = next(command for command in json.loads(dumped)["command"]["subcommands"] if command["commandName"] == "serve")
    return {"LATCHKEY_" + argument["preferredName"]["name"].upper().replace("-", "_") for argument in serve["arguments"]}


@pytest.mark.parametrize("version", ["1.31", kubernetes_validate.latest_version()])
def test_kubernetes_knows_every_field(version):
    for document in documents():
        kubernetes_validate.validate(document, version, strict=True)


def test_compose_knows_every_field():
    checked = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", COMPOSE], capture_output=True, text=True,
        timeout=60, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("file", ["compose", "kubernetes"])
def test_each_variable_is_a_setting(binary, file, service, container):
    """The server ignores variables that it does not know."""
    assert variables(file, service, container).keys() <= settings(binary) | SECRETS


def test_the_server_accepts_the_settings(binary, environment):
    checked = subprocess.run([binary, "serve", "--check"], capture_output=True, text=True, timeout=60, env=closed(environment), check=False)
    assert checked.returncode == 0, checked.stderr


def test_the_server_listens_at_the_ports_of_the_files(binary, environment, tmp_path, resources, service, container):
    if os.geteuid() != 0:
        pytest.skip("a network of its own, in which the ports are free, needs root")
    command = ["unshare", "--net", binary, "serve", "--json"]
    whole = closed(environment) | {"LATCHKEY_DATA": str(tmp_path / "data")}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=whole)
    try:
        assert select.select([process.stdout], [], [], 60)[0], "the server did not start within a minute"
        line = json.loads(process.stdout.readline())
    finally:
        process.terminate()
        assert process.wait(timeout=30) == 0
    http, database = urlsplit(line["listening"]).port, urlsplit(line["database"]).port

    assert {port["name"]: port["containerPort"] for port in container["ports"]} == {"http": http, "database": database}
    assert {port["targetPort"] for port in resources["Service"]["spec"]["ports"]} == {"http", "database"}
    # Other machines reach the ports only through the proxy.
    assert service["ports"] == [f"127.0.0.1:{port}:{port}" for port in (http, database)]
    assert line["url"] == environment["LATCHKEY_PUBLIC_URL"]


def test_the_probes_get_answers(binary, environment, tmp_path, container):
    probes = {name: container[name]["httpGet"] for name in ("startupProbe", "readinessProbe", "livenessProbe")}
    assert {probe["port"] for probe in probes.values()} == {"http"}
    with running_server(binary, tmp_path / "data", environment=environment | {"LATCHKEY_PUBLIC_URL": ""}) as line:
        for name, probe in probes.items():
            # The kubelet names the address of the pod.
            answer = requests.get(line["url"] + probe["path"], headers={"Host": "10.244.1.7:9099"}, timeout=60)
            assert answer.status_code == 200, name
            # A server that cannot write gets no requests. A restart would not help, and would end its web sockets.
            assert answer.json()["status"] == ("ok" if name == "livenessProbe" else "ready"), name


def test_kubernetes_confines_the_server(pod, container, resources):
    user = int(re.search(r"^user=(\d+)$", IMAGE, flags=re.MULTILINE)[1])
    assert pod["securityContext"] == {
        "runAsNonRoot": True, "runAsUser": user, "runAsGroup": user, "fsGroup": user, "fsGroupChangePolicy": "OnRootMismatch",
        "seccompProfile": {"type": "RuntimeDefault"}}
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False, "privileged": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}
    assert pod["automountServiceAccountToken"] is False
    assert not {"hostNetwork", "hostPID", "hostIPC"} & pod.keys()
    assert resources["Namespace"]["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"
    assert "memory" in container["resources"]["limits"] and {"cpu", "memory"} == container["resources"]["requests"].keys()


def test_compose_confines_the_server(service):
    user = re.search(r"^user=(\d+)$", IMAGE, flags=re.MULTILINE)[1]
    assert (service["user"], service["read_only"], service["cap_drop"]) == (f"{user}:{user}", True, ["ALL"])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "mem_limit" in service
    assert not {"privileged", "cap_add", "network_mode", "pid", "ipc"} & service.keys()
    assert service["pull_policy"] == "never", "a registry could offer an image of the same name"


def test_one_server_owns_the_data(resources, pod, container, service):
    deployment = resources["Deployment"]["spec"]
    assert (deployment["replicas"], deployment["strategy"]) == (1, {"type": "Recreate"})
    assert resources["PersistentVolumeClaim"]["spec"]["accessModes"] == ["ReadWriteOnce"]
    (volume,), (mount,) = pod["volumes"], container["volumeMounts"]
    assert volume["persistentVolumeClaim"]["claimName"] == resources["PersistentVolumeClaim"]["metadata"]["name"]
    folder = pathlib.PurePath(re.search(r"--config\.volume (\S+)", IMAGE)[1])
    assert (mount["name"], mount["mountPath"]) == (volume["name"], str(folder))
    # The volume belongs to root, and the server restricts its data folder to its user.
    assert pathlib.PurePath(variables("kubernetes", service, container)["LATCHKEY_DATA"]).parent == folder
    assert service["volumes"] == [f"data:{folder}"] and "LATCHKEY_DATA" not in service["environment"]
    assert "deploy" not in service


def test_the_name_of_the_service_is_no_setting(binary, resources, pod):
    name = resources["Service"]["metadata"]["name"].upper() + "_PORT"
    checked = subprocess.run(
        [binary, "serve", "--check"], capture_output=True, text=True, timeout=60, env=closed({name: "tcp://10.96.0.7:9099"}), check=False)
    assert checked.returncode == 78 and "tcp://10.96.0.7:9099 is not a number" in checked.stderr, "the name is one that the server reads"
    assert pod["enableServiceLinks"] is False


def test_a_stopped_server_may_complete_its_requests(pod, service):
    unit = (ROOT / "Packaging" / "latchkey.service").read_text()
    seconds = int(re.search(r"^TimeoutStopSec=(\d+)s$", unit, flags=re.MULTILINE)[1])
    assert (pod["terminationGracePeriodSeconds"], service["stop_grace_period"]) == (seconds, f"{seconds}s")


def test_the_resources_belong_together(resources, service, container):
    namespace = resources["Namespace"]["metadata"]["name"]
    assert {found["metadata"].get("namespace") for kind, found in resources.items() if kind != "Namespace"} == {namespace}
    labels = resources["Deployment"]["spec"]["template"]["metadata"]["labels"]
    assert resources["Deployment"]["spec"]["selector"]["matchLabels"] == labels
    assert resources["Service"]["spec"]["selector"] == labels
    assert resources["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"] == labels

    served = {port["name"] for port in resources["Service"]["spec"]["ports"]}
    (allowed,) = resources["NetworkPolicy"]["spec"]["ingress"]
    assert {port["port"] for port in allowed["ports"]} == served and "from" in allowed
    ingress = resources["Ingress"]["spec"]
    backends = {rule["host"]: rule["http"]["paths"][0]["backend"]["service"] for rule in ingress["rules"]}
    assert {backend["name"] for backend in backends.values()} == {resources["Service"]["metadata"]["name"]}
    assert {backend["port"]["name"] for backend in backends.values()} == served
    assert set(ingress["tls"][0]["hosts"]) == backends.keys()
    public = urlsplit(variables("kubernetes", service, container)["LATCHKEY_PUBLIC_URL"])
    assert public.scheme == "https" and backends[public.hostname]["port"]["name"] == "http"


def test_compose_trusts_only_the_gateway(service):
    (network,) = yaml.safe_load(COMPOSE.read_text())["networks"].values()
    (configured,) = network["ipam"]["config"]
    assert ipaddress.ip_network(service["environment"]["LATCHKEY_TRUSTED_PROXY"]) == ipaddress.ip_network(configured["gateway"])
    assert ipaddress.ip_address(configured["gateway"]) in ipaddress.ip_network(configured["subnet"])


def test_compose_gives_the_server_its_key(service):
    (secret,) = service["secrets"]
    assert service["environment"]["LATCHKEY_MASTER_KEY_FILE"] == f"/run/secrets/{secret}"
    assert "file" in yaml.safe_load(COMPOSE.read_text())["secrets"][secret]
