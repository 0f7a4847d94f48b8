"""The files in deploy/nodes fit their schemas, the server, PostgreSQL and HAProxy, agree with each other, and are what the documentation prints."""

import re
import ssl
import subprocess
import sys
from urllib.parse import urlsplit

import kubernetes_validate
import pytest
import yaml

from conftest import ROOT
from load_balancer import haproxy_command
from postgres_server import running_postgres
from test_deploy import IMAGE, SECRETS, closed, settings

NODES = ROOT / "deploy" / "nodes"
USER = re.search(r"^user=(\d+)$", IMAGE, flags=re.MULTILINE)[1]
CONNECTIONS_PER_NODE, FURTHER_CONNECTIONS = 30, 20


def loaded(name):
    return yaml.safe_load((NODES / name).read_text())


def documents():
    return list(yaml.safe_load_all((NODES / "kubernetes.yaml").read_text()))


def resource(kind, name):
    (found,) = (document for document in documents() if (document["kind"], document["metadata"]["name"]) == (kind, name))
    return found["spec"]


@pytest.fixture
def services():
    return loaded("compose.yaml")["services"]


@pytest.fixture
def nodes(services):
    return {name: service for name, service in services.items() if name.startswith("node-")}


@pytest.fixture
def pod():
    return resource("StatefulSet", "latchkey")["template"]["spec"]


@pytest.fixture
def container(pod):
    (only,) = pod["containers"]
    return only


@pytest.fixture
def secrets(tmp_path):
    subprocess.run(["sh", NODES / "make-secrets", tmp_path / "secrets"], check=True, timeout=60)
    return tmp_path / "secrets"


def address(service):
    return service["networks"]["nodes"]["ipv4_address"]


@pytest.mark.parametrize("version", ["1.31", kubernetes_validate.latest_version()])
def test_kubernetes_knows_every_field(version):
    # The operator defines the kind Cluster.
    for document in documents():
        if document["kind"] != "Cluster":
            kubernetes_validate.validate(document, version, strict=True)
    assert {document["metadata"].get("namespace", "latchkey") for document in documents()} == {"latchkey"}


def test_compose_knows_every_field():
    checked = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", NODES / "compose.yaml"], capture_output=True,
        text=True, timeout=60, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_each_variable_is_a_setting(binary, nodes, container):
    """The server ignores variables that it does not know."""
    known = settings(binary) | SECRETS
    for environment in (service["environment"] for service in nodes.values()):
        assert environment.keys() <= known
    assert {variable["name"] for variable in container["env"]} <= known


def test_the_server_accepts_the_settings(binary, nodes, container, secrets):
    files = {"LATCHKEY_MASTER_KEY_FILE": str(secrets / "master.key"), "LATCHKEY_STORE_PASSWORD_FILE": str(secrets / "store-password")}
    values = {variable["name"]: variable.get("value", "latchkey-0") for variable in container["env"]}
    values["LATCHKEY_NODE_URL"] = values["LATCHKEY_NODE_URL"].replace("$(LATCHKEY_NODE_NAME)", values["LATCHKEY_NODE_NAME"])
    values["LATCHKEY_MASTER_KEY"] = (secrets / "master.key").read_text()
    for environment in [service["environment"] | files for service in nodes.values()] + [values]:
        whole = {"LATCHKEY_DATA": "/var/lib/latchkey", "LATCHKEY_HOST": "0.0.0.0"} | environment
        checked = subprocess.run([binary, "serve", "--check"], capture_output=True, text=True, timeout=60, env=closed(whole), check=False)
        assert checked.returncode == 0, checked.stderr


def test_compose_confines_each_service(services):
    for name, service in services.items():
        assert (service["user"], service["read_only"], service["cap_drop"]) == (f"{USER}:{USER}", True, ["ALL"]), name
        assert service["security_opt"] == ["no-new-privileges:true"] and "mem_limit" in service, name
        assert not {"privileged", "cap_add", "network_mode", "pid", "ipc"} & service.keys(), name
        # The clients reach HAProxy, and nothing else.
        assert ("ports" in service) == (name == "haproxy")
    assert loaded("compose.yaml")["networks"]["cluster"]["internal"] is True
    assert all(service["networks"] == ["cluster"] for name, service in services.items() if name.startswith("etcd"))


def test_compose_runs_the_nodes_as_nodes(services, nodes):
    assert len(nodes) == 3
    for name, service in nodes.items():
        environment = service["environment"]
        assert environment["LATCHKEY_NODE_NAME"] == name.removeprefix("node-")
        assert environment["LATCHKEY_NODE_URL"] == f"http://{address(service)}:9000"
        trusted = {f"{address(other)}/32" for other in [*nodes.values(), services["haproxy"]]}
        assert set(environment["LATCHKEY_TRUSTED_PROXY"].split(",")) == trusted
        assert service["pull_policy"] == "never", "a registry could offer an image of the same name"
        store = urlsplit(environment["LATCHKEY_STORE"])
        assert store.netloc.split("@")[1].split(",") == sorted(name for name in services if name.startswith("pg"))
        assert {"target_session_attrs=read-write", "sslmode=verify-full"} <= set(store.query.split("&"))
    unit = (ROOT / "Packaging" / "latchkey.service").read_text()
    assert {service["stop_grace_period"] for service in nodes.values()} == {re.search(r"^TimeoutStopSec=(\d+s)$", unit, flags=re.MULTILINE)[1]}


def test_the_secrets_are_files_that_the_script_creates(services, secrets):
    used = {pathname["file"] for pathname in loaded("compose.yaml")["secrets"].values()}
    assert used == {f"secrets/{file.name}" for file in secrets.iterdir()}
    assert {oct(file.stat().st_mode & 0o777) for file in secrets.iterdir()} == {"0o600"}
    passwords = yaml.safe_load((secrets / "passwords.yml").read_text())
    users = passwords["postgresql"]["authentication"]
    assert users.keys() == loaded("patroni.yml")["postgresql"]["authentication"].keys()
    values = [user["password"] for user in users.values()] + [passwords["restapi"]["authentication"]["password"]]
    values += [(secrets / name).read_text() for name in ("master.key", "store-password")]
    assert len(set(values)) == 6 and {len(value) for value in values} == {44}
    ssl.create_default_context().load_cert_chain(secrets / "server.crt", secrets / "server.key")
    names = subprocess.run(
        ["openssl", "x509", "-in", secrets / "server.crt", "-noout", "-ext", "subjectAltName"], capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"DNS:(\w+)", names)) == {name for name in services if name.startswith("pg")}


def test_failed_secrets_leave_nothing_behind(tmp_path):
    failed = subprocess.run(
        ["sh", NODES / "make-secrets", tmp_path / "secrets", "pg1,what"], capture_output=True, text=True, timeout=60, check=False)
    assert failed.returncode != 0 and "subjectAltName" in failed.stderr
    assert not list(tmp_path.iterdir())


def test_secrets_are_not_replaced(secrets):
    key = (secrets / "master.key").read_text()
    again = subprocess.run(["sh", NODES / "make-secrets", secrets], capture_output=True, text=True, timeout=60, check=False)
    assert again.returncode != 0 and "exists" in again.stderr
    assert list(secrets.parent.iterdir()) == [secrets] and (secrets / "master.key").read_text() == key


def test_patroni_replicates_synchronously_and_keeps_superusers_out_of_the_network(services, nodes):
    patroni = loaded("patroni.yml")
    dcs = patroni["bootstrap"]["dcs"]
    assert dcs["synchronous_mode"] is True and dcs["synchronous_mode_strict"] is True
    assert dcs["postgresql"]["parameters"]["max_connections"] == CONNECTIONS_PER_NODE * len(nodes) + FURTHER_CONNECTIONS
    users = patroni["postgresql"]["authentication"]
    for line in patroni["postgresql"]["pg_hba"]:
        kind, _, user, *_, method = line.split()
        assert kind == "local" or (kind == "hostssl" and user != users["superuser"]["username"] and method == "scram-sha-256")
    assert patroni["etcd3"]["hosts"].split(",") == [f"{name}:2379" for name in services if name.startswith("etcd")]
    for name, service in services.items():
        if name.startswith("pg"):
            assert service["environment"] == {
                "PATRONI_NAME": name, "PATRONI_POSTGRESQL_CONNECT_ADDRESS": f"{name}:5432", "PATRONI_RESTAPI_CONNECT_ADDRESS": f"{name}:8008"}
    assert f"pg1-path={patroni['postgresql']['data_dir']}\n" in (NODES / "pgbackrest.conf").read_text()


def test_the_store_belongs_to_a_user_with_few_rights(tmp_path):
    password, script = tmp_path / "store-password", tmp_path / "store.sql"
    password.write_text("it's a \\ password")
    # The superuser of this server has the name `latchkey`.
    text = (NODES / "store.sql").read_text().replace("latchkey", "owner")
    script.write_text(text.replace("/etc/patroni/owner/store-password", str(password)))
    with running_postgres() as postgres:
        # Patroni runs it again after a restore.
        for _ in range(2):
            told = subprocess.run(
                ["psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", f"--file={script}", postgres.make_database()],
                capture_output=True, text=True, timeout=60, check=False)
            assert (told.returncode, told.stderr) == (0, "")
        rights = postgres.run("postgres", "SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication FROM pg_roles WHERE rolname = 'owner'")
        assert rights == "f|f|f|f"
        owned = "SELECT pg_get_userbyid(datdba), pg_encoding_to_char(encoding) FROM pg_database WHERE datname = 'owner'"
        assert postgres.run("postgres", owned) == "owner|UTF8"
        assert postgres.run("postgres", "SELECT has_database_privilege('pg_monitor', 'owner', 'CONNECT')") == "f"


def test_haproxy_accepts_its_settings(tmp_path, secrets):
    certificates = tmp_path / "certificates"
    certificates.mkdir()
    (certificates / "site.pem").write_text((secrets / "server.crt").read_text() + (secrets / "server.key").read_text())
    file = tmp_path / "haproxy.cfg"
    file.write_text((NODES / "haproxy.cfg").read_text().replace("/etc/haproxy/certificates/", f"{certificates}/"))
    checked = subprocess.run(haproxy_command("-c", "-f", file), capture_output=True, text=True, timeout=60, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "WARNING" not in checked.stdout + checked.stderr


def test_haproxy_sends_requests_to_the_nodes(services, nodes):
    text = (NODES / "haproxy.cfg").read_text()
    for backend, port, check in (("auth", 9099, ""), ("databases", 9000, " port 9099")):
        part = text.split(f"\nbackend {backend}\n")[1].split("\n\n")[0]
        servers = [f"{node['environment']['LATCHKEY_NODE_NAME']} {address(node)}:{port}{check}" for node in nodes.values()]
        assert re.findall(r"server (.*)", part) == servers
    database = urlsplit(nodes["node-a"]["environment"]["LATCHKEY_DATABASE_URL"]).hostname
    assert f"host_only -i {database} }}" in text
    assert [port.split(":")[1] for port in services["haproxy"]["ports"]] == re.findall(r"bind :(\d+)", text)


def test_kubernetes_confines_each_node(pod, container):
    assert pod["securityContext"] == {
        "runAsNonRoot": True, "runAsUser": int(USER), "runAsGroup": int(USER), "fsGroup": int(USER), "fsGroupChangePolicy": "OnRootMismatch",
        "seccompProfile": {"type": "RuntimeDefault"}}
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False, "privileged": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}
    assert pod["automountServiceAccountToken"] is False and pod["enableServiceLinks"] is False
    assert "memory" in container["resources"]["limits"]


def test_kubernetes_keeps_nodes_apart_and_replaces_one_after_the_other(pod, container):
    stateful = resource("StatefulSet", "latchkey")
    labels = stateful["template"]["metadata"]["labels"]
    assert (stateful["replicas"], stateful["updateStrategy"]) == (3, {"type": "RollingUpdate"})
    assert resource("PodDisruptionBudget", "latchkey") == {"maxUnavailable": 1, "selector": {"matchLabels": labels}}
    spread = pod["topologySpreadConstraints"][0]
    assert (spread["topologyKey"], spread["whenUnsatisfiable"]) == ("kubernetes.io/hostname", "DoNotSchedule")
    assert all(constraint["labelSelector"]["matchLabels"] == labels for constraint in pod["topologySpreadConstraints"])
    unit = (ROOT / "Packaging" / "latchkey.service").read_text()
    seconds = int(re.search(r"^TimeoutStopSec=(\d+)s$", unit, flags=re.MULTILINE)[1])
    assert pod["terminationGracePeriodSeconds"] == seconds + container["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert {container[probe]["httpGet"]["path"] for probe in ("startupProbe", "readinessProbe")} == {"/readyz"}


def test_the_pods_of_kubernetes_are_nodes(container):
    environment = {variable["name"]: variable for variable in container["env"]}
    assert environment["LATCHKEY_NODE_NAME"]["valueFrom"] == {"fieldRef": {"fieldPath": "metadata.name"}}
    headless = resource("StatefulSet", "latchkey")["serviceName"]
    service = resource("Service", headless)
    assert service["clusterIP"] == "None" and service["publishNotReadyAddresses"] is True
    assert environment["LATCHKEY_NODE_URL"]["value"] == f"http://$(LATCHKEY_NODE_NAME).{headless}:{service['ports'][0]['port']}"
    names = list(environment)
    assert names.index("LATCHKEY_NODE_NAME") < names.index("LATCHKEY_NODE_URL"), "Kubernetes replaces only variables that it knows already"
    cluster = resource("Cluster", "postgres")
    assert cluster["postgresql"]["synchronous"] == {"method": "any", "number": 1, "dataDurability": "required"}
    assert int(cluster["postgresql"]["parameters"]["max_connections"]) == CONNECTIONS_PER_NODE * 3 + FURTHER_CONNECTIONS
    assert environment["LATCHKEY_STORE_PASSWORD"]["valueFrom"]["secretKeyRef"]["name"] == "postgres-app"
    assert "//latchkey@postgres-rw/latchkey?" in environment["LATCHKEY_STORE"]["value"]


def test_kubernetes_lets_in_the_ingress_and_the_nodes(container):
    labels = {"podSelector": {"matchLabels": resource("StatefulSet", "latchkey")["selector"]["matchLabels"]}}
    ingress, nodes = resource("NetworkPolicy", "latchkey")["ingress"]
    assert "namespaceSelector" in ingress["from"][0] and nodes["from"] == [labels]
    assert {port["port"] for port in ingress["ports"]} == {port["name"] for port in container["ports"]}
    assert nodes["ports"] == [{"port": "database"}], "only the port of the databases has requests of other nodes"
    clients, _ = resource("NetworkPolicy", "postgres")["ingress"]
    assert clients == {"from": [labels], "ports": [{"port": 5432}]}


def blocks(page, language=""):
    """The blocks of code on a page, without the indentation of their first lines."""
    text = (ROOT / "docs" / page).read_text()
    for indent, block in re.findall(rf"^( *)```{language}\n(.*?)^ *```$", text, flags=re.MULTILINE | re.DOTALL):
        yield re.sub(rf"^{indent}", "", block, flags=re.MULTILINE)


def contained(part, whole):
    """Whether a mapping has all that another one has."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(key in whole and contained(value, whole[key]) for key, value in part.items())
    return part == whole


def test_the_documentation_prints_what_is_in_patroni_yml():
    excerpts = [yaml.safe_load(block) for block in blocks("postgres-cluster.md", "yaml")]
    (excerpt,) = (block for block in excerpts if "dcs" in block.get("bootstrap", {}))
    assert contained(excerpt, loaded("patroni.yml"))


def test_the_documentation_prints_what_is_in_haproxy_cfg():
    def lines(text):
        text = re.sub(r"\d+\.\d+\.\d+\.\d+", "ADDRESS", text.replace("example.org", "example.com").replace("bind :443", "bind :8443"))
        return {line.strip() for line in text.splitlines() if line.strip()}

    (excerpt,) = (block for block in blocks("several-nodes.md") if block.startswith("defaults\n"))
    assert lines(excerpt) <= lines((NODES / "haproxy.cfg").read_text())


def test_the_documentation_prints_the_settings_of_compose(services, nodes):
    (etcd,) = (block for block in blocks("postgres-cluster.md", "sh") if block.startswith("ETCD_NAME=etcd1"))
    assert dict(line.split("=", 1) for line in etcd.splitlines()) == services["etcd1"]["environment"]
    (patroni,) = (block for block in blocks("postgres-cluster.md", "sh") if block.startswith("PATRONI_NAME=pg1"))
    assert dict(line.split("=", 1) for line in patroni.splitlines()) == services["pg1"]["environment"]
    (store,) = (block for block in blocks("postgres-cluster.md", "yaml") if block.startswith("store: "))
    uri = nodes["node-a"]["environment"]["LATCHKEY_STORE"]
    assert yaml.safe_load(store)["store"].rsplit("=", 1)[0] == uri.rsplit("=", 1)[0]
