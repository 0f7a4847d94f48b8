"""An S3 server: moto in a process of its own, behind a port that checks every signature with botocore and can fail requests."""

import contextlib
import hashlib
import http.server
import re
import subprocess
import sys
import threading

import boto3
import requests
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from free_ports import free_port
from waiting import eventually

KEY_ID, SECRET_KEY, TOKEN, REGION = "AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "session/token+1==", "eu-central-1"


class S3Server:
    def __init__(self, moto, port):
        self.url = f"http://127.0.0.1:{port}"
        self.moto = moto
        self.requests = []
        self.faults = []
        self.client = boto3.client(
            "s3", endpoint_url=moto, aws_access_key_id="any", aws_secret_access_key="any", region_name=REGION)
        self.client.create_bucket(Bucket="backups", CreateBucketConfiguration={"LocationConstraint": REGION})

    environment = {"AWS_ACCESS_KEY_ID": KEY_ID, "AWS_SECRET_ACCESS_KEY": SECRET_KEY, "AWS_REGION": REGION}

    def fail(self, pattern, *replies):
        """Replies to the next requests whose line matches with a status, `cut` (of the body) or `close`, instead of the server."""
        self.faults += [(pattern, reply) for reply in replies]

    def fault(self, line):
        for fault in self.faults:
            if re.search(fault[0], line):
                self.faults.remove(fault)
                return fault[1]
        return None

    def keys(self):
        return sorted(item["Key"] for item in self.client.list_objects_v2(Bucket="backups").get("Contents", []))

    def read(self, key):
        return self.client.get_object(Bucket="backups", Key=key)["Body"].read()

    def put(self, key, content=b""):
        self.client.put_object(Bucket="backups", Key=key, Body=content)

    def unfinished_uploads(self):
        return self.client.list_multipart_uploads(Bucket="backups").get("Uploads", [])


def problem_of_signature(method, url, headers, body):
    """Computes the signature of a request again, with a program of other authors."""
    signed = re.fullmatch(
        r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([^/]+)/s3/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})",
        headers.get("Authorization", ""))
    if not signed:
        return "AccessDenied"
    key_id, day, region, names, signature = signed.groups()
    if key_id != KEY_ID:
        return "InvalidAccessKeyId"
    if hashlib.sha256(body).hexdigest() != headers["x-amz-content-sha256"]:
        return "XAmzContentSHA256Mismatch"
    # Each header that a server evaluates is part of the signature.
    needed = {"host"} | {name.lower() for name in headers if name.lower().startswith("x-amz-") or name.lower() in ("range", "if-match")}
    if not needed <= set(names.split(";")) or region != REGION or not headers["x-amz-date"].startswith(day):
        return "AuthorizationHeaderMalformed"
    request = AWSRequest(method=method, url=url, headers={name: headers[name] for name in names.split(";")}, data=body)
    request.context["timestamp"] = headers["x-amz-date"]
    signer = S3SigV4Auth(Credentials(KEY_ID, SECRET_KEY), "s3", REGION)
    expected = signer.signature(signer.string_to_sign(request, signer.canonical_request(request)), request)
    return None if expected == signature else "SignatureDoesNotMatch"


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle_request(self):
        server = self.server.s3
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        line = f"{self.command} {self.path}"
        server.requests.append((line, dict(self.headers)))
        if problem := problem_of_signature(self.command, server.url + self.path, self.headers, body):
            return self.reply(403, f"<?xml version='1.0'?><Error><Code>{problem}</Code><Message>No &lt;access&gt;.</Message></Error>".encode())
        fault = server.fault(line)
        if fault == "close":
            self.close_connection = True
            return self.connection.close()
        if isinstance(fault, int):
            return self.reply(fault, b"<Error><Code>Failed</Code><Message>On request.</Message></Error>")
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
        done = requests.request(
            self.command, server.moto + self.path, headers={**headers, "Accept-Encoding": "identity"}, data=body, timeout=60)
        self.reply(done.status_code, done.content, done.headers, cut=fault == "cut")

    def reply(self, status, content, headers=None, cut=False):
        self.send_response(status)
        for name, value in (headers or {}).items():
            if name.lower() in ("etag", "content-type", "content-range"):
                self.send_header(name, value)
        length = (headers or {}).get("Content-Length", len(content)) if self.command == "HEAD" else len(content)
        self.send_header("Content-Length", str(length))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content[:len(content) // 2] if cut else content)
        if cut:
            self.close_connection = True

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = handle_request

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def running_s3(log=subprocess.DEVNULL):
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)], stdout=log, stderr=subprocess.STDOUT)

    def answers():
        with contextlib.suppress(requests.ConnectionError):
            return requests.get(f"http://127.0.0.1:{port}/moto-api/", timeout=10).ok
        return False

    try:
        eventually(answers, seconds=60)
        proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        proxy.daemon_threads = True
        proxy.s3 = S3Server(f"http://127.0.0.1:{port}", proxy.server_address[1])
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        yield proxy.s3
        proxy.shutdown()
        proxy.server_close()
    finally:
        process.terminate()
        process.wait(timeout=30)
