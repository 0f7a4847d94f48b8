"""Google's Admin SDK for Python, unmodified, against `latchkey serve --emulator`, as its documentation uses an emulator."""

import itertools
import json
import time

import firebase_admin
import pytest
import requests
from firebase_admin import auth

from emulator_client import call, new_project, parts, seconds_ago
from running_server import running_emulator

names = itertools.count()


@pytest.fixture
def app(emulator, monkeypatch):
    """The SDK with nothing but the environment variable, and a project that no other test uses."""
    monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", emulator["emulator"])
    app = firebase_admin.initialize_app(options={"projectId": new_project()}, name=f"app-{next(names)}")
    yield app
    firebase_admin.delete_app(app)


@pytest.fixture
def standard_app(emulator, monkeypatch):
    """The SDK in the project that every API key selects, emptied."""
    monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", emulator["emulator"])
    project = emulator["projectID"]
    requests.delete(f"{emulator['url']}/emulator/v1/projects/{project}/accounts", timeout=10).raise_for_status()
    app = firebase_admin.initialize_app(options={"projectId": project}, name=f"app-{next(names)}")
    yield app
    firebase_admin.delete_app(app)


def test_it_starts_at_once_and_says_what_it_is(binary):
    began = time.monotonic()
    with running_emulator(binary, "--project", "demo-other") as line:
        assert time.monotonic() - began < 5
        assert line["projectID"] == "demo-other"
        assert line["emulator"] == line["url"].removeprefix("http://")
        ready = requests.get(line["url"], timeout=10).json()
        assert ready["authEmulator"]["ready"] is True
        document = requests.get(line["url"] + ready["authEmulator"]["apiSpec"], timeout=10).json()
        assert "post" in document["paths"]["/identitytoolkit.googleapis.com/v1/accounts:signUp"]
        assert "delete" in document["paths"]["/emulator/v1/projects/{project}/accounts"]


def test_a_user_from_beginning_to_end(app):
    made = auth.create_user(
        uid="first", email="Ada@Example.org", password="secret password", display_name="Ada", email_verified=True,
        phone_number="+15555550100", photo_url="https://example.org/ada.png", app=app)
    assert (made.uid, made.email, made.email_verified) == ("first", "ada@example.org", True)
    assert auth.get_user("first", app=app).display_name == "Ada"
    assert auth.get_user_by_email("ada@example.org", app=app).uid == "first"
    assert auth.get_user_by_phone_number("+15555550100", app=app).uid == "first"
    auth.create_user(uid="second", app=app)
    assert [user.uid for user in auth.list_users(app=app).iterate_all()] == ["first", "second"]
    auth.update_user("first", display_name="Ada Lovelace", disabled=True, custom_claims={"admin": True}, app=app)
    changed = auth.get_user("first", app=app)
    assert (changed.display_name, changed.disabled, changed.custom_claims) == ("Ada Lovelace", True, {"admin": True})
    found = auth.get_users([auth.UidIdentifier("first"), auth.UidIdentifier("nobody")], app=app)
    assert ([user.uid for user in found.users], len(found.not_found)) == (["first"], 1)
    auth.delete_user("first", app=app)
    with pytest.raises(auth.UserNotFoundError):
        auth.get_user("first", app=app)
    assert auth.delete_users(["second", "nobody"], app=app).success_count == 2
    assert list(auth.list_users(app=app).iterate_all()) == []


def test_mistakes_have_their_names(app):
    auth.create_user(uid="first", email="ada@example.org", app=app)
    with pytest.raises(auth.UidAlreadyExistsError):
        auth.create_user(uid="first", app=app)
    with pytest.raises(auth.EmailAlreadyExistsError):
        auth.create_user(email="ada@example.org", app=app)
    with pytest.raises(auth.UserNotFoundError):
        auth.update_user("nobody", display_name="x", app=app)


def test_a_client_signs_up_and_in_with_unsigned_tokens(emulator, standard_app):
    up = call(emulator, "signUp", email="ada@example.org", password="secret password", returnSecureToken=True)
    entered = call(emulator, "signInWithPassword", email="ada@example.org", password="secret password", returnSecureToken=True)
    head, claims, signature = parts(entered["idToken"])
    assert (head["alg"], signature) == ("none", "")
    project = emulator["projectID"]
    assert claims["iss"] == f"https://securetoken.google.com/{project}"
    assert (claims["aud"], claims["sub"]) == (project, up["localId"])
    verified = auth.verify_id_token(entered["idToken"], app=standard_app, check_revoked=True)
    assert verified["uid"] == up["localId"]
    fresh = requests.post(
        f"{emulator['url']}/securetoken.googleapis.com/v1/token?key=any",
        data={"grant_type": "refresh_token", "refreshToken": entered["refreshToken"]}, timeout=10).json()
    assert parts(fresh["id_token"])[0]["alg"] == "none"


def test_errors_describe_the_cause(emulator, standard_app):
    assert call(emulator, "signInWithPassword", email="no@example.org", password="x")["error"]["message"] == "EMAIL_NOT_FOUND"
    call(emulator, "signUp", email="ada@example.org", password="secret password")
    assert call(emulator, "signInWithPassword", email="ada@example.org", password="x")["error"]["message"] == "INVALID_PASSWORD"


def test_no_limit_stops_a_test_suite(emulator, standard_app):
    for number in range(120):
        assert "idToken" in call(emulator, "signUp", email=f"{number}@example.org", password="secret password")
        assert "error" in call(emulator, "signInWithPassword", email="0@example.org", password="wrong password")
        assert "error" not in call(emulator, "sendOobCode", requestType="PASSWORD_RESET", email="0@example.org")


def test_custom_tokens(emulator, standard_app):
    token = auth.create_custom_token("backend-user", {"plan": "gold"}, app=standard_app).decode()
    assert parts(token)[0]["alg"] == "none"
    entered = call(emulator, "signInWithCustomToken", token=token, returnSecureToken=True)
    claims = auth.verify_id_token(entered["idToken"], app=standard_app)
    assert (claims["uid"], claims["plan"], claims["firebase"]["sign_in_provider"]) == ("backend-user", "gold", "custom")
    plain = call(emulator, "signInWithCustomToken", token=json.dumps({"uid": 7}))
    assert parts(plain["idToken"])[1]["sub"] == "7"
    reserved = call(emulator, "signInWithCustomToken", token=json.dumps({"uid": "x", "claims": {"aud": "y"}}))
    assert reserved["error"]["message"] == "FORBIDDEN_CLAIM : aud"


def test_revocation_ends_id_tokens_and_no_refreshing(emulator, standard_app):
    entered = call(emulator, "signUp", email="ada@example.org", password="secret password")
    auth.revoke_refresh_tokens(entered["localId"], app=standard_app)
    # Tokens count in seconds, so a token issued a moment before the revocation stands for earlier ones.
    with pytest.raises(auth.RevokedIdTokenError):
        auth.verify_id_token(seconds_ago(10, entered["idToken"]), app=standard_app, check_revoked=True)
    answer = requests.post(
        f"{emulator['url']}/securetoken.googleapis.com/v1/token?key=any",
        json={"grantType": "refresh_token", "refreshToken": entered["refreshToken"]}, timeout=10).json()
    # Google's emulator does not check validSince here.
    assert answer["user_id"] == entered["localId"]


def test_session_cookies(emulator, standard_app):
    entered = call(emulator, "signUp", email="ada@example.org", password="secret password")
    cookie = auth.create_session_cookie(entered["idToken"], expires_in=600, app=standard_app)
    head, claims, signature = parts(cookie)
    assert (head["alg"], signature) == ("none", "")
    assert claims["iss"] == f"https://session.firebase.google.com/{emulator['projectID']}"
    assert auth.verify_session_cookie(cookie, app=standard_app, check_revoked=True)["uid"] == entered["localId"]


def test_signatures_are_not_checked(emulator, standard_app):
    entered = call(emulator, "signUp", email="ada@example.org", password="secret password")
    for token in (entered["idToken"], entered["idToken"] + "c2ln"):
        assert call(emulator, "lookup", idToken=token)["users"][0]["localId"] == entered["localId"]


def test_passwords_that_another_emulator_wrote(emulator, standard_app):
    text = "fakeHash:salt=fakeSaltabc:password=lovelace1"
    base = f"{emulator['url']}/identitytoolkit.googleapis.com/v1/projects/{standard_app.project_id}"
    body = {"users": [{"localId": "ada", "email": "ada@example.org", "passwordHash": text, "salt": "fakeSaltabc"}]}
    # The Firebase CLI writes the tenant without a name.
    for number, path in enumerate(["/accounts:batchCreate", "/tenants//accounts:batchCreate"]):
        body["users"][0] |= {"localId": f"ada{number}", "email": f"ada{number}@example.org"}
        done = requests.post(base + path, json=body, headers={"Authorization": "Bearer owner"}, timeout=10)
        assert done.status_code == 200 and done.json().get("error", []) == [], done.text
        signed_in = call(emulator, "signInWithPassword", email=f"ada{number}@example.org", password="lovelace1")
        assert signed_in["localId"] == f"ada{number}", signed_in
    upload = f"{emulator['url']}/www.googleapis.com/identitytoolkit/v3/relyingparty/uploadAccount"
    body["users"][0] |= {"localId": "eve", "email": "eve@example.org"}
    done = requests.post(
        upload, json=body | {"targetProjectId": standard_app.project_id}, headers={"Authorization": "Bearer owner"}, timeout=10)
    assert done.status_code == 200, done.text
    assert requests.post(upload, json=body | {"targetProjectId": standard_app.project_id}, timeout=10).status_code == 401
