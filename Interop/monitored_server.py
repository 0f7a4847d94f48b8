"""A server with measurements for Prometheus and a log that can be read, and calls as its clients make them."""

import contextlib
import json
import pathlib
import re
import subprocess
import sys
import time

import pytest
import requests
from google.auth import crypt, jwt
from prometheus_client.parser import text_string_to_metric_families

from running_server import running_server
from waiting import eventually

# Programs of Debian packages that Scripts/setup unpacks, because installing the packages would start services.
UNPACKED = pathlib.Path(sys.prefix) / "debian"


def unpacked(package, path):
    """Returns the path of a file of an unpacked package."""
    found = UNPACKED / package / path
    if not found.exists():
        pytest.skip(f"{found} does not exist; on Debian, Scripts/setup test unpacks the package {package}")
    return found


JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer"


def signed(file, audience, **claims):
    """Returns a JWT of a service account."""
    now = int(time.time())
    claims = {"iss": file["client_email"], "sub": file["client_email"], "aud": audience, "iat": now, "exp": now + 3600, **claims}
    return jwt.encode(crypt.RSASigner.from_service_account_info(file), claims).decode()


class MonitoredServer:
    def __init__(self, binary, data, log, line, prefix=()):
        """`prefix` is the command that runs another one where the data folder can be seen."""
        self.prefix = prefix
        self.binary, self.data, self.log_file, self.line = binary, data, log, line
        self.url, self.database = line["url"], line["database"]
        self.metrics_url = eventually(lambda: re.search(r"\burl\W+(http://[^\s\"]+/metrics)", self.log))[1]

    @property
    def log(self):
        return self.log_file.read_text(encoding="utf-8")

    def metrics_text(self):
        reply = requests.get(self.metrics_url, timeout=30)
        assert reply.status_code == 200 and reply.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
        return reply.text

    def families(self):
        return {family.name: family for family in text_string_to_metric_families(self.metrics_text())}

    def samples(self):
        """Returns the value of each time series by its name and its labels."""
        return {
            (sample.name, *sorted(sample.labels.items())): sample.value for family in self.families().values() for sample in family.samples}

    def value(self, name, **labels):
        """Returns the value of a time series; 0 if there is none."""
        return self.samples().get((name, *sorted(labels.items())), 0)

    def call(self, name, headers=None, **body):
        return requests.post(
            f"{self.url}/v1/accounts:{name}?key={self.line['apiKey']}", json=body, headers=headers, timeout=30)

    def refresh(self, token, headers=None):
        return requests.post(
            f"{self.url}/v1/token?key={self.line['apiKey']}", data={"grant_type": "refresh_token", "refresh_token": token}, headers=headers,
            timeout=30)

    def node(self, path, token=None, method="GET", value=None, headers=None):
        return requests.request(
            method, f"{self.database}/{path}.json", params={"auth": token} if token else {}, json=value, headers=headers, timeout=30)

    def latchkey(self, *arguments, status=0):
        done = subprocess.run(
            [*self.prefix, self.binary, *arguments, "--data", str(self.data)], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout

    def service_account(self, name):
        return json.loads(self.latchkey("service-accounts", "create", name))

    def access_token(self, file):
        """Returns the access token of a service account."""
        assertion = signed(file, file["token_uri"], scope="https://www.googleapis.com/auth/identitytoolkit")
        reply = requests.post(file["token_uri"], data={"grant_type": JWT_BEARER, "assertion": assertion}, timeout=30)
        assert reply.status_code == 200, reply.text
        return reply.json()["access_token"]


@contextlib.contextmanager
def monitored_server(binary, folder, *arguments, **options):
    folder.mkdir(exist_ok=True)
    log = folder / "log"
    with open(log, "w", encoding="utf-8") as errors, running_server(
            binary, folder / "data", "--metrics-port", "0", *arguments, log=errors, **options) as line:
        yield MonitoredServer(binary, folder / "data", log, line)
