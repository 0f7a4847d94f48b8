"""The life of a user and of a project with Google's Admin SDK alone, from import to deletion.

Client calls do what the Admin SDK cannot do, because only the user does it.

"""

import urllib.parse

import pytest
import requests
from firebase_admin import auth, tenant_mgt

from emulator_client import admin_app, call, new_project, parts, refreshed, seconds_ago
from password_hashes import FIREBASE_KEY, SEPARATOR, firebase_scrypt
from running_server import running_emulator

PASSWORD = "lovelace1"
SETTINGS = auth.ActionCodeSettings("http://localhost/finish?step=2", handle_code_in_app=True)


@pytest.fixture
def emulator(binary, monkeypatch):
    """One emulator per test: links in mails lead to the project of the key, which is the default one."""
    with running_emulator(binary) as line:
        monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", line["emulator"])
        yield line


@pytest.fixture
def app(emulator):
    with admin_app(emulator["projectID"]) as app:
        yield app


def enter(emulator, password=PASSWORD, **more):
    return call(emulator, "signInWithPassword", email="ada@example.org", password=password, returnSecureToken=True, **more)


def opened(link, **more):
    """Returns the text of the page behind a link in a mail."""
    address = link + "".join(f"&{name}={urllib.parse.quote(value)}" for name, value in more.items())
    return requests.get(address, allow_redirects=False, timeout=10)


def test_from_import_to_deletion(emulator, app):
    # Her account is imported with the hash of her password at Firebase, together with an invalid row.
    ada = auth.ImportUserRecord(
        uid="ada", email="ada@example.org", email_verified=False, display_name="Ada", custom_claims={"role": "countess"},
        password_hash=firebase_scrypt(PASSWORD.encode(), b"salt"), password_salt=b"salt",
        provider_data=[auth.UserProvider("1815", provider_id="twitter.com", display_name="ada", email="ada@example.org")])
    same_address = auth.ImportUserRecord(uid="eve", email="ada@example.org")
    bob = auth.ImportUserRecord(uid="bob", email="bob@example.org", phone_number="+4915112345678")
    scrypt = auth.UserImportHash.scrypt(key=FIREBASE_KEY, rounds=8, memory_cost=14, salt_separator=SEPARATOR)
    result = auth.import_users([ada, same_address, bob], hash_alg=scrypt, app=app)
    assert (result.success_count, [error.index for error in result.errors]) == (2, [1]), [error.reason for error in result.errors]

    # The old password works, another one does not, and the token contains the imported data.
    assert enter(emulator, "lovelace2")["error"]["message"] == "INVALID_PASSWORD"
    entered = enter(emulator)
    assert entered["localId"] == "ada", entered
    claims = auth.verify_id_token(entered["idToken"], app=app, check_revoked=True)
    assert (claims["uid"], claims["role"], claims["email_verified"]) == ("ada", "countess", False)

    # She is found by each of her identifiers.
    found = auth.get_users(
        [auth.UidIdentifier("ada"), auth.ProviderIdentifier("twitter.com", "1815"), auth.EmailIdentifier("bob@example.org"),
         auth.PhoneIdentifier("+4915112345678"), auth.UidIdentifier("eve")], app=app)
    assert ({user.uid for user in found.users}, [each.uid for each in found.not_found]) == ({"ada", "bob"}, ["eve"])
    page = auth.list_users(max_results=1, app=app)
    assert ([user.uid for user in page.users], page.has_next_page) == (["ada"], True)
    assert [user.uid for user in auth.list_users(app=app).iterate_all()] == ["ada", "bob"]
    assert auth.get_user("ada", app=app).user_metadata.last_sign_in_timestamp is not None

    # Changes are visible at once, claims with the next token.
    changed = auth.update_user("ada", display_name="Ada Lovelace", photo_url="https://example.org/ada.png", app=app)
    assert (changed.display_name, changed.photo_url) == ("Ada Lovelace", "https://example.org/ada.png")
    auth.set_custom_user_claims("ada", {"role": "analyst"}, app=app)
    fresh = refreshed(emulator, entered["refreshToken"])
    assert auth.verify_id_token(fresh["id_token"], app=app)["role"] == "analyst"

    # A site keeps her signed in with a cookie, until all tokens are revoked.
    cookie = auth.create_session_cookie(fresh["id_token"], expires_in=600, app=app)
    assert auth.verify_session_cookie(cookie, app=app, check_revoked=True)["role"] == "analyst"
    auth.revoke_refresh_tokens("ada", app=app)
    with pytest.raises(auth.RevokedIdTokenError):
        auth.verify_id_token(seconds_ago(10, fresh["id_token"]), app=app, check_revoked=True)
    with pytest.raises(auth.RevokedSessionCookieError):
        auth.verify_session_cookie(seconds_ago(10, cookie), app=app, check_revoked=True)
    assert refreshed(emulator, entered["refreshToken"])["user_id"] == "ada", "Google's emulator refreshes on"

    # The links that a back end would mail work once each.
    verification = auth.generate_email_verification_link("ada@example.org", app=app)
    assert opened(verification).json()["authEmulator"]["email"] == "ada@example.org"
    assert opened(verification).status_code == 400
    assert auth.get_user("ada", app=app).email_verified
    reset = auth.generate_password_reset_link("ada@example.org", app=app)
    assert opened(reset).status_code == 400, "a new password is missing"
    assert "success" in opened(reset, newPassword="analytical engine").json()["authEmulator"]
    assert enter(emulator)["error"]["message"] == "INVALID_PASSWORD"
    assert enter(emulator, "analytical engine")["localId"] == "ada"
    link = auth.generate_sign_in_with_email_link("ada@example.org", SETTINGS, app=app)
    landed = opened(link)
    assert landed.status_code == 303 and landed.headers["Location"].startswith("http://localhost/finish?"), landed.headers
    code = urllib.parse.parse_qs(urllib.parse.urlsplit(landed.headers["Location"]).query)["oobCode"][0]
    by_link = call(emulator, "signInWithEmailLink", email="ada@example.org", oobCode=code)
    assert auth.verify_id_token(by_link["idToken"], app=app)["uid"] == "ada"
    assert call(emulator, "signInWithEmailLink", email="ada@example.org", oobCode=code)["error"]["message"] == "INVALID_OOB_CODE"

    # A disabled account cannot sign in; then the accounts are deleted for good.
    assert auth.update_user("ada", disabled=True, app=app).disabled
    with pytest.raises(auth.UserDisabledError):
        auth.verify_id_token(by_link["idToken"], app=app, check_revoked=True)
    assert enter(emulator, "analytical engine")["error"]["message"] == "USER_DISABLED"
    gone = auth.delete_users(["ada", "bob", "nobody"], app=app)
    assert (gone.success_count, gone.failure_count) == (3, 0)
    assert list(auth.list_users(app=app).iterate_all()) == []
    with pytest.raises(auth.UserNotFoundError):
        auth.get_user_by_email("ada@example.org", app=app)
    assert enter(emulator, "analytical engine")["error"]["message"] == "EMAIL_NOT_FOUND"


def test_the_same_life_in_a_tenant(emulator, app):
    # The Python SDK creates tenants at Google even in its emulator mode, so the test creates this one itself.
    base = f"{emulator['url']}/identitytoolkit.googleapis.com/v2/projects/{emulator['projectID']}/tenants"
    owner = {"Authorization": "Bearer owner"}
    made = requests.post(
        base, json={"displayName": "customer", "allowPasswordSignup": True, "enableEmailLinkSignin": True}, headers=owner,
        timeout=10).json()
    tenant = made["name"].split("/")[-1]
    client = tenant_mgt.auth_for_tenant(tenant, app=app)
    ada = auth.ImportUserRecord(
        uid="ada", email="ada@example.org", password_hash=firebase_scrypt(PASSWORD.encode(), b"salt"), password_salt=b"salt")
    scrypt = auth.UserImportHash.scrypt(key=FIREBASE_KEY, rounds=8, memory_cost=14, salt_separator=SEPARATOR)
    assert client.import_users([ada], hash_alg=scrypt).success_count == 1
    assert client.get_user("ada").tenant_id == tenant
    assert [user.uid for user in client.list_users().iterate_all()] == ["ada"]
    with pytest.raises(auth.UserNotFoundError):
        auth.get_user("ada", app=app)
    assert enter(emulator)["error"]["message"] == "EMAIL_NOT_FOUND", "the project has no account with this address"
    entered = enter(emulator, tenantId=tenant)
    assert client.verify_id_token(entered["idToken"], check_revoked=True)["firebase"]["tenant"] == tenant
    other = tenant_mgt.auth_for_tenant("another", app=app)
    with pytest.raises(tenant_mgt.TenantIdMismatchError):
        other.verify_id_token(entered["idToken"])
    custom = client.create_custom_token("ada", {"plan": "gold"})
    assert parts(custom.decode())[1]["tenant_id"] == tenant
    by_token = call(emulator, "signInWithCustomToken", token=custom.decode(), tenantId=tenant, returnSecureToken=True)
    assert client.verify_id_token(by_token["idToken"])["plan"] == "gold"
    reset = client.generate_password_reset_link("ada@example.org")
    assert "tenantId=" + tenant in reset
    assert "success" in opened(reset, newPassword="analytical engine").json()["authEmulator"]
    assert enter(emulator, "analytical engine", tenantId=tenant)["localId"] == "ada"
    made = client.create_oidc_provider_config("oidc.example", client_id="client", issuer="https://issuer.example.org")
    assert made.provider_id == "oidc.example"
    with pytest.raises(auth.ConfigurationNotFoundError):
        auth.get_oidc_provider_config("oidc.example", app=app)
    client.delete_oidc_provider_config("oidc.example")
    assert client.delete_users(["ada"]).success_count == 1
    assert requests.delete(f"{base}/{tenant}", headers=owner, timeout=10).json() == {}
    # Requesting it by name creates another one, which has no accounts.
    assert requests.get(f"{base}/{tenant}", headers=owner, timeout=10).json()["tenantId"] == tenant
    assert list(client.list_users().iterate_all()) == []


def test_the_life_of_provider_configurations(emulator):
    with admin_app(new_project()) as app:
        made = auth.create_oidc_provider_config(
            "oidc.example", client_id="client", issuer="https://issuer.example.org", display_name="Example", enabled=True, app=app)
        assert (made.provider_id, made.client_id, made.enabled) == ("oidc.example", "client", True)
        assert auth.update_oidc_provider_config("oidc.example", client_id="other", app=app).client_id == "other"
        assert auth.get_oidc_provider_config("oidc.example", app=app).display_name == "Example", "what was not named stays"
        auth.create_oidc_provider_config("oidc.second", client_id="client", issuer="https://second.example.org", app=app)
        listed = [each.provider_id for each in auth.list_oidc_provider_configs(max_results=1, app=app).iterate_all()]
        assert [each for each in listed if each.startswith("oidc.")] == ["oidc.example", "oidc.second"]
        auth.delete_oidc_provider_config("oidc.example", app=app)
        with pytest.raises(auth.ConfigurationNotFoundError):
            auth.get_oidc_provider_config("oidc.example", app=app)
        saml = auth.create_saml_provider_config(
            "saml.example", idp_entity_id="urn:idp", sso_url="https://idp.example.org/sso", x509_certificates=["CERTIFICATE"],
            rp_entity_id="urn:rp", callback_url="https://app.example.org/__/auth/handler", enabled=True, app=app)
        assert (saml.provider_id, saml.sso_url, saml.enabled) == ("saml.example", "https://idp.example.org/sso", True)
        changed = auth.update_saml_provider_config(
            "saml.example", x509_certificates=["FIRST", "SECOND"], display_name="Example", app=app)
        assert (changed.x509_certificates, changed.display_name, changed.idp_entity_id) == (["FIRST", "SECOND"], "Example", "urn:idp")
        assert auth.get_saml_provider_config("saml.example", app=app).rp_entity_id == "urn:rp"
        assert [each.provider_id for each in auth.list_saml_provider_configs(app=app).iterate_all()] == ["saml.example"]
        auth.delete_saml_provider_config("saml.example", app=app)
        with pytest.raises(auth.ConfigurationNotFoundError):
            auth.get_saml_provider_config("saml.example", app=app)
