"""oauthlib as an independent server that verifies the signatures of `latchkey oauth1 sign`."""

import json
import subprocess
import threading
import time
import urllib.parse
import urllib.request
import wsgiref.simple_server

import cryptography.hazmat.primitives.asymmetric.rsa as rsa
import cryptography.hazmat.primitives.serialization as serialization
import oauthlib.oauth1
import pytest

KEY, SECRET = "dpf43f3p2l4k3l03", "kd94hf93k423kf44"
TOKEN, TOKEN_SECRET = "hh5s93j4hdidpola", "hdhd0244k9j7ao03"


class Validator(oauthlib.oauth1.RequestValidator):
    """Accepts one client and one token, and any nonce."""

    enforce_ssl = False
    safe_characters = set(map(chr, range(0x21, 0x7F)))
    nonce_length = (8, 128)
    client_key_length = access_token_length = (1, 128)
    dummy_client = dummy_access_token = "nobody"
    allowed_signature_methods = ("HMAC-SHA1", "HMAC-SHA256", "RSA-SHA1")

    def __init__(self, rsa_key):
        super().__init__()
        self.rsa_key = rsa_key
        self.used = set()

    def validate_client_key(self, client_key, request):
        return client_key == KEY

    def validate_access_token(self, client_key, token, request):
        return token == TOKEN

    def validate_realms(self, client_key, token, request, uri=None, realms=None):
        return True

    def validate_timestamp_and_nonce(
            self, client_key, timestamp, nonce, request, request_token=None, access_token=None):
        fresh = (timestamp, nonce) not in self.used
        self.used.add((timestamp, nonce))
        return fresh

    def get_client_secret(self, client_key, request):
        return SECRET

    def get_access_token_secret(self, client_key, token, request):
        return TOKEN_SECRET

    def get_rsa_key(self, client_key, request):
        return self.rsa_key


class Server:
    """A WSGI server on its own port that responds to every signed request with the result of the verification."""

    def __init__(self, rsa_key):
        validator = Validator(rsa_key)
        with_token = oauthlib.oauth1.ResourceEndpoint(validator)
        without_token = oauthlib.oauth1.SignatureOnlyEndpoint(validator)

        def application(environment, start_response):
            body = environment["wsgi.input"].read(int(environment.get("CONTENT_LENGTH") or 0)).decode()
            query = environment["QUERY_STRING"]
            # REQUEST_URI is not part of WSGI, and PATH_INFO is decoded, so the tests use paths without escapes.
            uri = f"http://{environment['HTTP_HOST']}{environment['PATH_INFO']}{'?' + query if query else ''}"
            headers = {"Authorization": environment.get("HTTP_AUTHORIZATION", "")}
            if environment.get("CONTENT_TYPE"):
                headers["Content-Type"] = environment["CONTENT_TYPE"]
            arguments = (uri, environment["REQUEST_METHOD"], body, headers)
            if "oauth_token=" in headers["Authorization"]:
                valid, _ = with_token.validate_protected_resource_request(*arguments)
            else:
                valid, _ = without_token.validate_request(*arguments)
            start_response("200 OK" if valid else "401 Unauthorized", [("Content-Type", "text/plain")])
            return [b"valid" if valid else b"invalid"]

        class Quiet(wsgiref.simple_server.WSGIRequestHandler):
            def log_message(self, *arguments):
                pass

        self.server = wsgiref.simple_server.make_server("127.0.0.1", 0, application, handler_class=Quiet)
        self.base = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture(scope="module")
def rsa_keys(tmp_path_factory):
    private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    path = tmp_path_factory.mktemp("keys") / "private.pem"
    path.write_bytes(
        private.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    public = private.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    return path, public.decode()


@pytest.fixture(scope="module")
def server(rsa_keys):
    server = Server(rsa_keys[1])
    yield server
    server.close()


@pytest.fixture(scope="module")
def sign(binary):
    known = subprocess.run([binary, "--help"], capture_output=True, text=True, check=True).stdout
    if "oauth1" not in known:
        pytest.skip("this binary has no oauth1 command")

    def sign(method, url, form=(), **options):
        command = [binary, "oauth1", "sign", "--json", "--method", method, "--url", url]
        command += ["--consumer-key", KEY, "--consumer-secret", options.pop("consumer_secret", SECRET)]
        for name, value in form:
            command += ["--form", f"{name}={value}"]
        for name, value in options.items():
            command += [f"--{name.replace('_', '-')}", value]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return json.loads(output)

    return sign


def verdict(signed, method, url, form=()):
    data = urllib.parse.urlencode(form).encode() if form else None
    request = urllib.request.Request(url, data=data, method=method)
    request.add_header("Authorization", signed["authorization"])
    try:
        with urllib.request.urlopen(request, timeout=10) as reply:
            return reply.status
    except urllib.error.HTTPError as error:
        return error.code


AWKWARD = [("status", "Hello Ladies + Gentlemen, a signed OAuth request!"), ("é", "☃"), ("a-b", "1"), ("a.b", "2")]


@pytest.mark.parametrize(
    "method, path, form",
    [
        ("GET", "/photos", ()),
        ("GET", "/photos?file=vacation.jpg&size=original", ()),
        ("GET", "/photos?b5=%3D%253D&a3=a&c%40=&a2=r%20b", ()),
        ("POST", "/photos", (("a", "1"), ("a", "0"), ("b", ""))),
        ("POST", "/photos?a=z", tuple(AWKWARD)),
        ("PUT", "/photos", (("x", "~*'()!"),)),
        ("DELETE", "/photos?x=%2B+%25", ()),
    ],
)
@pytest.mark.parametrize("with_token", [True, False])
def test_signed_requests_are_valid(server, sign, method, path, form, with_token):
    url = server.base + path
    options = {"token": TOKEN, "token_secret": TOKEN_SECRET} if with_token else {}
    signed = sign(method, url, form, **options)
    assert set(signed) >= {"baseString", "signature", "authorization"}
    assert signed["baseString"].startswith(f"{method}&http%3A%2F%2F127.0.0.1%3A")
    assert verdict(signed, method, url, form) == 200


def test_another_signature_method(server, sign):
    url = f"{server.base}/photos"
    assert verdict(sign("GET", url, signature_method="HMAC-SHA256"), "GET", url) == 200


def test_invalid_requests_are_rejected(server, sign):
    url = f"{server.base}/photos"
    assert verdict(sign("GET", url, consumer_secret="wrong"), "GET", url) == 401
    assert verdict(sign("GET", url), "POST", url) == 401
    assert verdict(sign("GET", url), "GET", f"{url}?x=1") == 401
    assert verdict(sign("GET", url, timestamp="137131200"), "GET", url) == 401
    signed = sign("GET", url)
    assert (verdict(signed, "GET", url), verdict(signed, "GET", url)) == (200, 401)


def test_given_timestamp_and_nonce_are_used(server, sign):
    url = f"{server.base}/photos"
    now = str(int(time.time()))
    signed = sign("GET", url, timestamp=now, nonce="kllo9940pd9333jh")
    assert f'oauth_timestamp="{now}"' in signed["authorization"]
    assert 'oauth_nonce="kllo9940pd9333jh"' in signed["authorization"]
    assert verdict(signed, "GET", url) == 200


def test_the_example_of_the_specification(sign):
    """RFC 5849, section 1.2, with the timestamps and nonces printed there. It was signed without oauth_version."""
    signed = sign(
        "POST", "https://photos.example.net/initiate", callback="http://printer.example.com/ready",
        timestamp="137131200", nonce="wIjqoS")
    assert "oauth_callback%3Dhttp%253A%252F%252Fprinter.example.com%252Fready" in signed["baseString"]
