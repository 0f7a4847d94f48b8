"""How clients handle a provider with faults."""

import datetime
import email.utils
import time

import pytest
import requests
from requests_oauthlib import OAuth1Session

VERIFY = "/1.1/account/verify_credentials.json"


@pytest.fixture
def ada(sandbox):
    app = sandbox.twitter_app
    pair = sandbox.issue(app, "ada")
    return lambda **options: OAuth1Session(
        app.key, app.secret, pair["accessToken"], pair["tokenSecret"], **options).get(
            f"{sandbox.twitter}{VERIFY}", timeout=10)


def test_a_held_connection(sandbox):
    sandbox.fault("timeout", milliseconds=600000)
    with pytest.raises(requests.Timeout):
        requests.get(f"{sandbox.github}/user", timeout=0.2)
    assert requests.get(f"{sandbox.github}/user", timeout=10).status_code == 401


def test_rate_limit(sandbox, ada):
    sandbox.fault("rate_limited", provider="twitter", seconds=120)
    reply = ada()
    assert reply.status_code == 429 and reply.json()["errors"][0]["code"] == 88
    assert 100 < int(reply.headers["x-rate-limit-reset"]) - time.time() <= 121
    assert ada().status_code == 200


def test_an_unreadable_body(sandbox, ada):
    sandbox.fault("malformed_body")
    with pytest.raises(ValueError):
        ada().json()


def test_a_wrong_clock_can_be_learnt_from_the_date(sandbox, ada):
    sandbox.fault("wrong_clock", seconds=3600, times=0)
    refused = ada()
    assert refused.json()["errors"][0]["code"] == 135
    provider_time = email.utils.parsedate_to_datetime(refused.headers["date"])
    ahead = provider_time - datetime.datetime.now(datetime.timezone.utc)
    assert abs(ahead.total_seconds() - 3600) < 10
    assert ada(timestamp=str(int(provider_time.timestamp()))).status_code == 200


def test_for_one_person_only(sandbox, ada):
    sandbox.fault("revoked_token", person="bob")
    assert ada().status_code == 200
    sandbox.fault("revoked_token", person="ada")
    assert ada().json()["errors"][0]["code"] == 89
