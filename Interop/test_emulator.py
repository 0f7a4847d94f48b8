"""`latchkey serve --emulator` from outside: claims in place of provider tokens, the emulator's control API, and refused callers."""

import base64
import json
import subprocess
import urllib.parse

import bcrypt
import pytest
import requests

from running_server import running_emulator
from sandbox_client import SandboxClient


class Emulator:
    def __init__(self, line):
        self.line = line
        self.url = line["url"]
        self.project = line["projectID"]
        self.v1 = f"{self.url}/emulator/v1/projects/{self.project}"

    def call(self, name, **body):
        return requests.post(
            f"{self.url}/identitytoolkit.googleapis.com/v1/accounts:{name}?key=any-key", json=body, timeout=10).json()

    def sign_in(self, provider, claims, by="id_token", **body):
        text = claims if isinstance(claims, str) else json.dumps(claims)
        credential = urllib.parse.urlencode({by: text, "providerId": provider})
        return self.call(
            "signInWithIdp", requestUri="http://localhost", postBody=credential, returnIdpCredential=True, returnSecureToken=True, **body)


@pytest.fixture(scope="module")
def running(binary):
    with running_emulator(binary) as line:
        yield Emulator(line)


@pytest.fixture
def emulator(running):
    requests.delete(f"{running.v1}/accounts", timeout=10).raise_for_status()
    requests.patch(
        f"{running.v1}/config", timeout=10,
        json={"signIn": {"allowDuplicateEmails": False}, "emailPrivacyConfig": {"enableImprovedEmailPrivacy": False}}
    ).raise_for_status()
    return running


def payload(token):
    part = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


PROVIDERS = [
    "google.com", "twitter.com", "github.com", "apple.com", "facebook.com", "microsoft.com", "yahoo.com", "oidc.anything",
    "playgames.google.com",
]


@pytest.mark.parametrize("by", ["id_token", "access_token"])
@pytest.mark.parametrize("provider", PROVIDERS)
def test_claims_are_tokens_of_every_provider(emulator, provider, by):
    claims = {"sub": "abc123", "email": "ada@example.org", "email_verified": True, "name": "Ada", "screen_name": "ada"}
    first = emulator.sign_in(provider, claims, by)
    assert first["isNewUser"] is True
    assert (first["providerId"], first["displayName"], first["screenName"], first["emailVerified"]) == (provider, "Ada", "ada", True)
    assert payload(first["idToken"])["firebase"]["sign_in_provider"] == provider
    again = emulator.sign_in(provider, claims, by)
    assert (again["localId"], "isNewUser" in again, "needConfirmation" in again) == (first["localId"], False, False)
    given = json.dumps(claims) if by == "access_token" else f"FirebaseAuthEmulatorFakeAccessToken_{provider}"
    assert first["oauthAccessToken"] == given
    assert json.loads(first["rawUserInfo"])["email"] == "ada@example.org"


def test_unsigned_jwt_as_id_token(emulator):
    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()

    token = part({"alg": "none"}) + "." + part({"sub": "abc", "email": "a@example.org"}) + "."
    assert emulator.sign_in("google.com", token)["email"] == "a@example.org"


def saml(emulator, response, claims=None, **body):
    text = response if isinstance(response, str) else json.dumps(response)
    credential = {"SAMLResponse": text, "providerId": "saml.acme"} | ({"id_token": json.dumps(claims)} if claims else {})
    return emulator.call(
        "signInWithIdp", requestUri="http://localhost", postBody=urllib.parse.urlencode(credential), returnSecureToken=True, **body)


def test_saml_responses_are_json(emulator):
    attributes = {"team": "engines", "floors": [1, 2]}
    response = {"assertion": {"subject": {"nameId": "ada+acme@example.org"}, "attributeStatements": attributes}}
    first = saml(emulator, response)
    assert (first["providerId"], first["email"], first["emailVerified"]) == ("saml.acme", "ada+acme@example.org", True)
    assert json.loads(first["rawUserInfo"]) == attributes
    assert payload(first["idToken"])["firebase"]["sign_in_provider"] == "saml.acme"
    assert saml(emulator, response)["localId"] == first["localId"]
    # The claims beside it identify the user; the email address is the response's.
    named = saml(emulator, {"assertion": {"subject": {"nameId": "grace@example.org"}}}, {"sub": "1906", "name": "Grace"})
    assert (named["federatedId"], named["displayName"], named["email"]) == ("1906", "Grace", "grace@example.org")
    opaque = saml(emulator, {"assertion": {"subject": {"nameId": "_8f3"}}})
    assert (opaque["federatedId"], "email" in opaque) == ("_8f3", False)
    chosen = emulator.sign_in("saml.acme", {"sub": "1815", "email": "claims@example.org"})
    assert chosen["emailVerified"] is True, "claims alone are what the account chooser sends"


@pytest.mark.parametrize("response, said", [
    ("<samlp:Response/>", " : SAMLResponse has to be JSON"), ({}, " ((Missing assertion in SAMLResponse.))"),
    ({"assertion": {}}, " ((Missing assertion.subject in SAMLResponse.))"),
    ({"assertion": {"subject": {}}}, " ((Missing assertion.subject.nameId in SAMLResponse.))"),
    ({"assertion": {"subject": {"nameId": "x" * 20000}}}, " : SAMLResponse has to be JSON of at most"),
])
def test_saml_responses_that_say_too_little(emulator, response, said):
    message = saml(emulator, response)["error"]["message"]
    assert message.startswith("INVALID_IDP_RESPONSE" + said)


def test_a_disabled_saml_provider_refuses_sign_ins(emulator):
    base = f"{emulator.url}/identitytoolkit.googleapis.com/v2/projects/{emulator.project}/inboundSamlConfigs"
    owner = {"Authorization": "Bearer owner"}
    config = {
        "enabled": False,
        "idpConfig": {"idpEntityId": "urn:idp", "ssoUrl": "https://idp.example.org/sso", "idpCertificates": [{"x509Certificate": "C"}]},
        "spConfig": {"spEntityId": "urn:sp", "callbackUri": "https://app.example.org/__/auth/handler"}}
    requests.post(base, params={"inboundSamlConfigId": "saml.acme"}, json=config, headers=owner, timeout=10).raise_for_status()
    response = {"assertion": {"subject": {"nameId": "ada@example.org"}}}
    assert saml(emulator, response)["error"]["message"].startswith("OPERATION_NOT_ALLOWED")
    requests.patch(
        f"{base}/saml.acme", params={"updateMask": "enabled"}, json={"enabled": True}, headers=owner, timeout=10).raise_for_status()
    assert saml(emulator, response)["email"] == "ada@example.org"
    requests.delete(f"{base}/saml.acme", headers=owner, timeout=10).raise_for_status()


def test_beginning_at_a_provider_is_for_our_own_client(emulator):
    body = {"providerId": "google.com", "continueUri": "http://localhost/done", "sessionId": "session"}
    url = f"{emulator.url}/identitytoolkit.googleapis.com/v1/accounts:createAuthUri?key=any"
    refused = requests.post(url, json=body, timeout=10)
    assert (refused.status_code, refused.json()["error"]["message"]) == (501, "Sign-in with IDP is not yet supported.")
    begun = requests.post(url, json=body, headers={"X-Client-Version": "Linux/LatchkeySwift/0.1"}, timeout=10).json()
    assert begun["authUri"].startswith(f"{emulator.url}/emulator/auth/choose?")


def test_real_access_tokens_are_not_emulated(emulator):
    assert emulator.sign_in("github.com", "gho_real", "access_token")["error"]["code"] == 501


def test_twitter_has_a_token_secret(emulator):
    assert emulator.sign_in("twitter.com", {"sub": "1"})["oauthTokenSecret"]
    assert "oauthTokenSecret" not in emulator.sign_in("github.com", {"sub": "1"})


@pytest.mark.parametrize("provider, claims, code", [
    ("google.com", {"email": "a@example.org"}, "INVALID_IDP_RESPONSE"),
    ("google.com", "a-real-token", "INVALID_IDP_RESPONSE"),
    ("password", {"sub": "1"}, "INVALID_PROVIDER_ID"),
])
def test_invalid_claims_are_rejected(emulator, provider, claims, code):
    assert emulator.sign_in(provider, claims)["error"]["message"].split(" : ")[0] == code


def test_an_unverified_address_needs_confirmation_and_then_links(emulator):
    ada = emulator.call("signUp", email="ada@example.org", password="secret password")
    blocked = emulator.sign_in("github.com", {"sub": "7", "email": "ada@example.org", "email_verified": False})
    assert blocked["needConfirmation"] is True
    assert "idToken" not in blocked
    assert emulator.call(
        "createAuthUri", identifier="ada@example.org", continueUri="http://localhost")["signinMethods"] == ["password"]
    entered = emulator.call("signInWithPassword", email="ada@example.org", password="secret password")
    linked = emulator.sign_in("github.com", blocked["oauthAccessToken"], "access_token", idToken=entered["idToken"])
    assert linked["localId"] == ada["localId"]
    assert emulator.sign_in("github.com", {"sub": "7"})["localId"] == ada["localId"]


def test_a_verified_address_takes_over_and_keeps_providers(emulator):
    github = emulator.sign_in("github.com", {"sub": "7", "email": "ada@example.org", "email_verified": False})
    google = emulator.sign_in("google.com", {"sub": "8", "email": "ada@example.org", "email_verified": True})
    assert google["localId"] == github["localId"]
    user = emulator.call("lookup", idToken=google["idToken"])["users"][0]
    # As in Google's emulator. A real server unlinks the providers that were there before the address was verified.
    assert [entry["providerId"] for entry in user["providerUserInfo"]] == ["github.com", "google.com"]


@pytest.mark.parametrize("mode, status", [("error", 400), ("warning", 200)])
def test_a_single_project(binary, mode, status):
    with running_emulator(binary, "--single-project", mode) as line:
        def look(project):
            return requests.post(
                f"{line['url']}/identitytoolkit.googleapis.com/v1/projects/{project}/accounts:lookup", json={"localId": ["x"]},
                headers={"Authorization": "Bearer owner"}, timeout=10)
        assert look(line["projectID"]).status_code == 200
        other = look("another")
        assert other.status_code == status, other.text
        assert status == 200 or "--single-project" in other.json()["error"]["message"]


def test_codes_are_shown_while_they_can_be_used(emulator):
    ada = emulator.call("signUp", email="ada@example.org", password="secret password")
    emulator.call("sendOobCode", requestType=4, id_token=ada["idToken"])  # VERIFY_EMAIL by number, in snake case
    emulator.call("sendOobCode", requestType="PASSWORD_RESET", email="ada@example.org")
    codes = requests.get(f"{emulator.v1}/oobCodes", timeout=10).json()["oobCodes"]
    assert [code["requestType"] for code in codes] == ["VERIFY_EMAIL", "PASSWORD_RESET"]
    link = codes[0]["oobLink"]
    assert link.startswith(f"{emulator.url}/emulator/action?mode=verifyEmail&lang=en&oobCode={codes[0]['oobCode']}")
    answer = requests.get(link, timeout=10)
    assert answer.json()["authEmulator"]["email"] == "ada@example.org"
    assert emulator.call("lookup", idToken=ada["idToken"])["users"][0]["emailVerified"] is True
    again = requests.get(link, timeout=10)
    assert (again.status_code, "error" in again.json()["authEmulator"]) == (400, True)
    left = requests.get(f"{emulator.v1}/oobCodes", timeout=10).json()["oobCodes"]
    assert [code["requestType"] for code in left] == ["PASSWORD_RESET"]
    assert requests.get(left[0]["oobLink"], timeout=10).status_code == 400
    done = requests.get(
        left[0]["oobLink"] + "&newPassword=another%20password&continueUrl=https%3A%2F%2Fapp.test%2Fdone", timeout=10,
        allow_redirects=False)
    assert (done.status_code, done.headers["Location"]) == (303, "https://app.test/done")
    assert "idToken" in emulator.call("signInWithPassword", email="ada@example.org", password="another password")


def test_links_use_the_requested_host(emulator):
    emulator.call("signUp", email="ada@example.org", password="secret")
    port = urllib.parse.urlsplit(emulator.url).port
    for host in [f"localhost:{port}", f"127.0.0.1:{port}"]:
        sent = requests.post(
            f"http://{host}/identitytoolkit.googleapis.com/v1/projects/{emulator.project}/accounts:sendOobCode", timeout=10,
            headers={"authorization": "Bearer owner"},
            json={"requestType": "VERIFY_EMAIL", "email": "ada@example.org", "returnOobLink": True}).json()
        assert sent["oobLink"].startswith(f"http://{host}/emulator/action?"), sent
    answer = requests.get(sent["oobLink"], headers={"origin": "http://localhost:3000"}, timeout=10)
    assert answer.json()["authEmulator"]["success"] == "The email has been successfully verified."
    assert answer.headers["access-control-allow-origin"] == "http://localhost:3000", "a test in a browser reads the answer"


def test_email_links(emulator):
    emulator.call("sendOobCode", requestType="EMAIL_SIGNIN", email="new@example.org", continueUrl="https://app.test/finish?a=b")
    code = requests.get(f"{emulator.v1}/oobCodes", timeout=10).json()["oobCodes"][-1]
    answer = requests.get(code["oobLink"], timeout=10, allow_redirects=False)
    target = urllib.parse.urlsplit(answer.headers["Location"])
    query = urllib.parse.parse_qs(target.query)
    assert (target.netloc, query["a"], query["oobCode"]) == ("app.test", ["b"], [code["oobCode"]])
    entered = emulator.call("signInWithEmailLink", email="new@example.org", oobCode=code["oobCode"])
    assert entered["isNewUser"] is True


def test_verification_codes(emulator):
    info = emulator.call("sendVerificationCode", phoneNumber="+15555550100", recaptchaToken="ignored")["sessionInfo"]
    codes = requests.get(f"{emulator.v1}/verificationCodes", timeout=10).json()["verificationCodes"]
    code = next(code for code in codes if code["sessionInfo"] == info)
    assert (code["phoneNumber"], len(code["code"])) == ("+15555550100", 6)
    assert emulator.call("signInWithPhoneNumber", sessionInfo=info, code=code["code"])["phoneNumber"] == "+15555550100"


def test_configuration(emulator):
    changed = requests.patch(f"{emulator.v1}/config", json={"signIn": {"allowDuplicateEmails": True}}, timeout=10).json()
    assert changed["signIn"]["allowDuplicateEmails"] is True
    first = emulator.sign_in("google.com", {"sub": "1", "email": "a@example.org", "email_verified": True})
    second = emulator.sign_in("github.com", {"sub": "1", "email": "a@example.org", "email_verified": True})
    assert first["localId"] != second["localId"]
    requests.patch(
        f"{emulator.v1}/config", json={"email_privacy_config": {"enable_improved_email_privacy": True}}, timeout=10)
    assert emulator.call(
        "signInWithPassword", email="no@example.org", password="x")["error"]["message"] == "INVALID_LOGIN_CREDENTIALS"
    assert requests.get(f"{emulator.v1}/config", timeout=10).json() == {
        "signIn": {"allowDuplicateEmails": True}, "emailPrivacyConfig": {"enableImprovedEmailPrivacy": True}}


def test_the_owner_calls_under_clients_names(emulator):
    owner = {"Authorization": "Bearer owner"}
    base = f"{emulator.url}/identitytoolkit.googleapis.com/v1/accounts"
    made = requests.post(f"{base}:signUp", headers=owner, json={"localId": "chosen", "email": "a@example.org"}, timeout=10).json()
    assert (made["localId"], "idToken" in made) == ("chosen", False)
    found = requests.post(f"{base}:lookup", headers=owner, json={"localId": ["chosen"]}, timeout=10).json()
    assert found["users"][0]["email"] == "a@example.org"
    requests.post(f"{base}:update", headers=owner, json={"localId": "chosen", "emailVerified": True}, timeout=10).raise_for_status()
    exported = requests.post(
        f"{emulator.url}/www.googleapis.com/identitytoolkit/v3/relyingparty/downloadAccount", headers=owner,
        json={"targetProjectId": emulator.project, "maxResults": 10}, timeout=10).json()
    assert exported["users"][0]["emailVerified"] is True
    elsewhere = requests.post(
        f"{base}:lookup", headers=owner, json={"localId": ["chosen"], "targetProjectId": "demo-elsewhere"}, timeout=10).json()
    assert "users" not in elsewhere
    requests.post(f"{base}:delete", headers=owner, json={"localId": "chosen"}, timeout=10).raise_for_status()
    assert "users" not in requests.post(f"{base}:lookup", headers=owner, json={"localId": ["chosen"]}, timeout=10).json()
    refused = requests.post(f"{base}:lookup", headers={"Authorization": "Bearer somebody"}, json={"localId": ["x"]}, timeout=10)
    assert refused.status_code >= 400


def test_a_client_without_a_key_is_refused(emulator):
    answer = requests.post(f"{emulator.url}/v1/accounts:signUp", json={}, timeout=10)
    assert answer.status_code == 403
    stranger = requests.post(f"{emulator.url}/v1/accounts:signUp", headers={"Authorization": "Bearer x"}, json={}, timeout=10)
    assert (stranger.status_code, stranger.json()["error"]["status"]) == (401, "UNAUTHENTICATED")


FOREIGN = [
    "https://evil.example", "null", "http://127.0.0.1.evil.example", "http://localhost.evil.example", "capacitor://evil.example",
    "capacitor://localhost.evil.example", "capacitor://localhost@evil.example", "null, x://localhost", "x://localhost/path",
]
REFUSED = [
    ("POST", "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x", {}),
    ("POST", "/v1/projects/demo-latchkey/accounts:lookup", {"Authorization": "Bearer owner"}),
    ("OPTIONS", "/v1/projects/demo-latchkey/accounts:lookup", {"Access-Control-Request-Headers": "authorization"}),
    ("GET", "/emulator/v1/projects/demo-latchkey/oobCodes", {}),
    ("DELETE", "/emulator/v1/projects/demo-latchkey/accounts", {}),
    ("OPTIONS", "/emulator/v1/projects/demo-latchkey/accounts", {"Access-Control-Request-Method": "DELETE"}),
    ("GET", "/", {}),
]


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize("method, path, headers", REFUSED)
def test_foreign_pages_get_nothing(emulator, method, path, headers, origin):
    answer = requests.request(method, emulator.url + path, headers={**headers, "Origin": origin}, json={}, timeout=10)
    assert answer.status_code == 403
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_resources_embedded_by_foreign_pages_are_refused(emulator):
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert requests.get(f"{emulator.v1}/oobCodes", headers=headers, timeout=10).status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:9099", "192.0.2.7", "latchkey"])
def test_a_name_that_is_not_this_machine_is_refused(emulator, host):
    assert requests.get(f"{emulator.v1}/oobCodes", headers={"Host": host}, timeout=10).status_code == 403


@pytest.mark.parametrize("origin", ["http://localhost:3000", "http://127.0.0.1:8080", "https://app.localhost", "http://[::1]:5000",
                                    "capacitor://localhost", "tauri://localhost"])
def test_pages_of_this_machine_may_ask(emulator, origin):
    answer = requests.delete(f"{emulator.v1}/accounts", headers={"Origin": origin}, timeout=10)
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (200, origin)


def test_the_network_can_be_let_in(binary):
    with running_emulator(binary, "--emulator-allow-network", "--emulator-allow-origin", "https://app.test,chrome-extension://abc") as line:
        path = f"{line['url']}/emulator/v1/projects/any/oobCodes"
        for host, status in [("latchkey:9099", 200), ("192.0.2.7", 200), ("host.docker.internal", 200), ("evil.example", 403)]:
            assert requests.get(path, headers={"Host": host}, timeout=10).status_code == status, host
        for origin, host, status in [
            ("https://app.test", "localhost", 200), ("chrome-extension://abc", "localhost", 200),
            ("chrome-extension://other", "localhost", 403), ("http://192.0.2.7:3000", "192.0.2.7:9099", 200),
            ("http://192.0.2.8", "192.0.2.7:9099", 403), ("https://evil.example", "latchkey", 403), ("http://latchkey", "latchkey", 403),
        ]:
            answer = requests.get(path, headers={"Host": host, "Origin": origin}, timeout=10)
            assert answer.status_code == status, (origin, host)


def test_a_new_account_with_a_former_uid_has_no_list_of_factors(emulator):
    owner = {"Authorization": "Bearer owner"}

    def administer(call, **body):
        answer = requests.post(f"{emulator.url}/v1/projects/{emulator.project}/accounts{call}", headers=owner, json=body, timeout=30)
        answer.raise_for_status()
        return answer.json()

    administer("", localId="former", email="former@example.org", password="lovelace")
    entered = emulator.call("signInWithPassword", email="former@example.org", password="lovelace")
    administer(":update", localId="former", mfa={"enrollments": [{"mfaEnrollmentId": "a", "phoneInfo": "+15555550100"}]})
    requests.post(
        f"{emulator.url}/v2/accounts/mfaEnrollment:withdraw?key=any", timeout=30,
        json={"idToken": entered["idToken"], "mfaEnrollmentId": "a"}).raise_for_status()
    assert administer(":lookup", localId=["former"])["users"][0]["mfaInfo"] == []
    administer(":delete", localId="former")
    administer("", localId="former")
    assert "mfaInfo" not in administer(":lookup", localId=["former"])["users"][0]


@pytest.mark.parametrize("origin", ["app.test", "x://", "://a", "x://a/b", "chrome-extension://*"])
def test_an_invalid_origin_is_explained(binary, origin):
    told = subprocess.run(
        [binary, "serve", "--emulator", "--check", "--emulator-allow-origin", origin], capture_output=True, text=True, timeout=60, check=False)
    assert told.returncode == 78
    assert f"{origin} is not an origin. Use the form https://app.test" in told.stderr


def test_export_and_import(binary, tmp_path):
    folder = tmp_path / "export"
    with running_emulator(binary, "--export-on-exit", str(folder)) as line:
        emulator = Emulator(line)
        ada = emulator.call("signUp", email="ada@example.org", password="secret password", displayName="Ada")
        grace = emulator.sign_in("github.com", {"sub": "7", "email": "grace@example.org", "name": "Grace Hopper"})
        owner = {"Authorization": "Bearer owner"}
        requests.post(
            f"{emulator.url}/v1/projects/{emulator.project}/accounts:update", headers=owner, timeout=10,
            json={"localId": ada["localId"], "customAttributes": '{"admin":true}', "emailVerified": True,
                  "mfa": {"enrollments": [{"mfaEnrollmentId": "factor", "phoneInfo": "+15555550100", "displayName": "mine"}]}},
        ).raise_for_status()
        requests.patch(f"{emulator.v1}/config", json={"signIn": {"allowDuplicateEmails": True}}, timeout=10).raise_for_status()
    metadata = json.loads((folder / "firebase-export-metadata.json").read_text())
    assert metadata["auth"]["path"] == "auth_export"
    users = {user["localId"]: user for user in json.loads((folder / "auth_export" / "accounts.json").read_text())["users"]}
    assert users[ada["localId"]]["passwordHash"] == f"fakeHash:salt={users[ada['localId']]['salt']}:password=secret password"
    assert json.loads((folder / "auth_export" / "config.json").read_text())["signIn"]["allowDuplicateEmails"] is True
    assert (folder / "auth_export" / "accounts.json").stat().st_mode & 0o077 == 0
    with running_emulator(binary, "--import", str(folder), "--export-on-exit", str(folder)) as line:
        emulator = Emulator(line)
        entered = emulator.call("signInWithPassword", email="ada@example.org", password="secret password")
        assert (entered["localId"], "mfaPendingCredential" in entered) == (ada["localId"], True)
        again = emulator.sign_in("github.com", {"sub": "7"})
        assert (again["localId"], "isNewUser" in again) == (grace["localId"], False)
        assert requests.get(f"{emulator.v1}/config", timeout=10).json()["signIn"]["allowDuplicateEmails"] is True
    twice = {user["localId"]: user for user in json.loads((folder / "auth_export" / "accounts.json").read_text())["users"]}
    for user in (*users.values(), *twice.values()):
        user.pop("lastLoginAt"), user.pop("lastRefreshAt")
    # GitHub's claims had no address and no name the second time.
    assert twice[ada["localId"]] == users[ada["localId"]]
    assert twice.keys() == users.keys()


def test_passwords_of_another_program_are_no_reason_not_to_start(binary, tmp_path):
    folder = str(tmp_path / "out")
    hashed = base64.b64encode(bcrypt.hashpw(b"lovelace", bcrypt.gensalt(4))).decode()
    users = [{"localId": name, "email": f"{name}@example.org", "passwordHash": hashed} for name in ("used", "unused")]
    with running_emulator(binary, "--export-on-exit", folder) as line:
        emulator = Emulator(line)
        path = f"{emulator.url}/identitytoolkit.googleapis.com/v1/projects/{line['projectID']}/accounts:batchCreate"
        made = requests.post(path, json={"users": users, "hashAlgorithm": "BCRYPT"}, headers={"Authorization": "Bearer owner"}, timeout=10)
        assert made.ok and not made.json().get("error"), made.text
        assert emulator.call("signInWithPassword", email="used@example.org", password="lovelace")["localId"] == "used"
    with running_emulator(binary, "--import", folder) as line:
        emulator = Emulator(line)
        assert emulator.call("signInWithPassword", email="used@example.org", password="lovelace")["localId"] == "used"
        refused = emulator.call("signInWithPassword", email="unused@example.org", password="lovelace")
        assert refused["error"]["message"] == "INVALID_PASSWORD"


def test_a_browser_client_requests_a_captcha(emulator):
    for path in ("identitytoolkit.googleapis.com/v1/recaptchaParams", "www.googleapis.com/identitytoolkit/v3/relyingparty/getRecaptchaParam"):
        reply = requests.get(f"{emulator.url}/{path}?key=any", timeout=10)
        assert reply.ok and reply.json()["recaptchaSiteKey"], reply.text


EXPORTED = {
    "kind": "identitytoolkit#DownloadAccountResponse",
    "users": [{
        "localId": "vUH4zJcdk5QmLbnKuyGaNHBhF5lF", "createdAt": "1630083425837", "lastLoginAt": "1630083425836",
        "displayName": "Donkey Elephant", "screenName": "", "photoUrl": "", "customAttributes": "",
        "passwordHash": "fakeHash:salt=fakeSaltabcdefghijklmnopqrst:password=my:password=odd", "salt": "fakeSaltabcdefghijklmnopqrst",
        "passwordUpdatedAt": 1630083425837, "email": "donkey@example.org", "emailVerified": False, "validSince": "1630083425",
        "providerUserInfo": [
            {"providerId": "password", "email": "donkey@example.org", "federatedId": "donkey@example.org", "rawId": "donkey@example.org"},
            {"providerId": "google.com", "rawId": "123", "federatedId": "123", "email": "donkey@example.org"},
        ],
    }],
}


def exported(folder, accounts, metadata=None):
    (folder / "auth_export").mkdir(parents=True)
    metadata = metadata or {"version": "9.16.0", "auth": {"version": "9.16.0", "path": "auth_export"}}
    (folder / "firebase-export-metadata.json").write_text(json.dumps(metadata))
    (folder / "auth_export" / "accounts.json").write_text(json.dumps(accounts))
    return str(folder)


def test_a_folder_of_the_firebase_emulator(binary, tmp_path):
    with running_emulator(binary, "--import", exported(tmp_path / "in", EXPORTED)) as line:
        emulator = Emulator(line)
        entered = emulator.call("signInWithPassword", email="donkey@example.org", password="my:password=odd")
        assert entered["localId"] == EXPORTED["users"][0]["localId"]
        assert emulator.sign_in("google.com", {"sub": "123"})["localId"] == entered["localId"]


@pytest.mark.parametrize("accounts, metadata, complaint", [
    ({"users": [{"email": "a@example.org"}]}, None, "user 1: localId is missing"),
    ({"users": [{"localId": "a", "email": "a@b.c"}, {"localId": "b", "email": "a@b.c"}]}, None, "user 2: its email belongs to another"),
    ({"users": [{"localId": "a", "passwordUpdatedAt": 1e300}]}, None, "user 1: passwordUpdatedAt is not a valid time"),
    ({"users": [{"localId": "a", "passwordUpdatedAt": -1}]}, None, "user 1: passwordUpdatedAt is not a valid time"),
    ({"users": "no"}, None, "accounts.json cannot be read"),
    ({}, {"version": "1", "auth": {"version": "1", "path": "../elsewhere"}}, "refers to a folder outside"),
    ({}, {"version": "1"}, "no export of the Auth emulator"),
])
def test_an_invalid_import_stops_the_start(binary, tmp_path, accounts, metadata, complaint):
    folder = exported(tmp_path / "in", accounts, metadata)
    done = subprocess.run(
        [binary, "serve", "--emulator", "--port", "0", "--import", folder], capture_output=True, text=True, timeout=60)
    assert (done.returncode != 0, complaint in done.stderr) == (True, True), done.stderr


@pytest.mark.parametrize("arguments, complaint", [
    (["--emulator", "--host", "0.0.0.0", "--insecure-http"], "emulator-allow-network"),
    (["--emulator", "--data", "somewhere"], "keeps all data in memory"),
    (["--import", "somewhere"], "requires emulator mode"),
    (["--project", "demo-x"], "requires emulator mode"),
    (["--emulator", "--import", "/nonexistent"], "contains no firebase-export-metadata.json"),
    (["--emulator", "--export-on-exit", "/etc"], "contains other files"),
    (["--emulator", "--export-on-exit", "/etc/passwd/export"], "cannot be created"),
])
def test_settings_that_do_not_fit(binary, tmp_path, arguments, complaint):
    done = subprocess.run(
        [binary, "serve", "--port", "0", *arguments], capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert (done.returncode != 0, complaint in done.stderr) == (True, True), done.stderr


def test_an_earlier_export_that_cannot_be_written_stops_the_start(binary, tmp_path):
    (tmp_path / "firebase-export-metadata.json").write_text("{}")
    (tmp_path / "auth_export").write_text("no folder")
    done = subprocess.run(
        [binary, "serve", "--emulator", "--port", "0", "--export-on-exit", str(tmp_path)], capture_output=True, text=True, timeout=60)
    assert (done.returncode != 0, "cannot be created or written" in done.stderr) == (True, True), done.stderr


def test_an_export_that_fails_at_the_end_says_so(binary, tmp_path):
    folder = tmp_path / "export"
    with subprocess.Popen(
            [binary, "serve", "--emulator", "--port", "0", "--json", "--export-on-exit", str(folder)], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline()
            folder.write_text("in its place")
        finally:
            process.terminate()
        _, told = process.communicate(timeout=30)
    assert process.returncode != 0 and f"not exported: {folder} is no longer writable" in told and "NSCocoa" not in told, told


def test_with_the_sandbox_real_tokens_and_claims_work(binary):
    with running_emulator(binary, "--sandbox", "--sandbox-port", "0") as line:
        emulator = Emulator(line)
        sandbox = SandboxClient({"tls": None, "certificate": None, **line["sandbox"]})
        sandbox.reset()
        token = sandbox.issue(sandbox.github_app, "ada", scopes=["user:email"])["accessToken"]
        real = emulator.sign_in("github.com", token, "access_token")
        assert (real["providerId"], real["oauthAccessToken"]) == ("github.com", token)
        fake = emulator.sign_in("github.com", {"sub": real["federatedId"], "email": real["email"]})
        assert fake["localId"] == real["localId"]
        assert emulator.sign_in("github.com", "gho_madeup", "access_token")["error"]["message"].startswith("INVALID_IDP_RESPONSE")
        # A GitHub app has one callback; this is the callback of the sandbox's app.
        begun = emulator.call(
            "createAuthUri", providerId="github.com", continueUri="http://127.0.0.1:5000/__/auth/handler", sessionId="session")
        back = sandbox.approve(begun["authUri"], "ada")["redirectURL"]
        entered = emulator.call("signInWithIdp", requestUri=back, sessionId="session", returnIdpCredential=True)
        assert entered["localId"] == real["localId"]
        chosen = emulator.call("createAuthUri", providerId="google.com", continueUri="http://localhost/done", sessionId="session")
        assert chosen["authUri"].startswith(f"{emulator.url}/emulator/auth/choose?")
