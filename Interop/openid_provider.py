"""An OpenID provider with tokens signed by PyJWT and PKCE checked by oauthlib."""

import base64
import html
import http.server
import json
import secrets
import threading
import time
import urllib.parse

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from oauthlib.oauth2.rfc6749.grant_types.authorization_code import code_challenge_method_s256

CLIENT, SECRET = "interop-client", "s:cret/+"


class OpenIDProvider(http.server.ThreadingHTTPServer):
    """Listens under a host name that browsers treat as another site than the server's address."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.issuer = f"http://localhost:{self.server_address[1]}"
        self.codes = {}
        self.key_fetches = 0
        self.headers = []
        self.rotate()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def rotate(self):
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.key_id = secrets.token_hex(4)

    def id_token(self, nonce=None, **claims):
        now = int(time.time())
        payload = {
            "iss": self.issuer, "aud": CLIENT, "sub": "interop-1", "iat": now, "exp": now + 300, "name": "Grace Hopper",
            "email": "grace@example.org", "email_verified": True,
        }
        if nonce is not None:
            payload["nonce"] = nonce
        return jwt.encode(payload | claims, self.key, algorithm="RS256", headers={"kid": self.key_id})


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, body, status=200, kind="application/json", **headers):
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        self.server.headers.append({name.lower(): value for name, value in self.headers.items()})
        issuer = self.server.issuer
        url = urllib.parse.urlsplit(self.path)
        if url.path == "/.well-known/openid-configuration":
            return self.answer({
                "issuer": issuer, "authorization_endpoint": issuer + "/authorize", "token_endpoint": issuer + "/token",
                "jwks_uri": issuer + "/keys", "authorization_response_iss_parameter_supported": True,
            })
        if url.path == "/keys":
            self.server.key_fetches += 1
            key = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.server.key.public_key()))
            return self.answer({"keys": [key | {"kid": self.server.key_id, "use": "sig", "alg": "RS256"}]})
        if url.path == "/authorize":
            return self.authorize(dict(urllib.parse.parse_qsl(url.query)))
        self.answer({}, 404)

    def authorize(self, ask):
        back, state = ask["redirect_uri"], ask["state"]
        if ask["client_id"] != CLIENT or "openid" not in ask["scope"].split():
            return self.answer("wrong request", 400, "text/plain")
        if ask["response_type"] == "id_token":
            assert ask["response_mode"] == "form_post"
            fields = {"state": state, "iss": self.server.issuer, "id_token": self.server.id_token(ask["nonce"])}
            inputs = "".join(f'<input type="hidden" name="{n}" value="{html.escape(v)}">' for n, v in fields.items())
            page = f'<form method="post" action="{html.escape(back)}">{inputs}</form><script>document.forms[0].submit()</script>'
            return self.answer(page, kind="text/html")
        code = secrets.token_urlsafe()
        self.server.codes[code] = ask
        query = urllib.parse.urlencode({"code": code, "state": state, "iss": self.server.issuer})
        self.answer("", 302, "text/plain", Location=f"{back}?{query}")

    def do_POST(self):
        form = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        scheme, _, given = self.headers.get("Authorization", "").partition(" ")
        pair = base64.b64decode(given).decode().split(":") if scheme == "Basic" else ["", ""]
        if [urllib.parse.unquote_plus(part) for part in pair] != [CLIENT, SECRET]:
            return self.answer({"error": "invalid_client"}, 401)
        ask = self.server.codes.pop(form["code"], None)
        if not ask or ask["redirect_uri"] != form["redirect_uri"] or ask["code_challenge_method"] != "S256":
            return self.answer({"error": "invalid_grant"}, 400)
        if not code_challenge_method_s256(form["code_verifier"], ask["code_challenge"]):
            return self.answer({"error": "invalid_grant"}, 400)
        self.answer({
            "access_token": "at", "token_type": "Bearer", "expires_in": 60, "id_token": self.server.id_token(ask["nonce"]),
        })
