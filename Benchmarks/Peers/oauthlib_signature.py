"""Signs the example with oauthlib for a number of seconds, and prints its version, one header, and the rate as a line of JSON.

Standard input is a JSON object: seconds, url, body, consumerKey, consumerSecret, token, tokenSecret, nonce, timestamp.
"""

import json
import sys
import time

import oauthlib
from oauthlib.oauth1 import Client

ask = json.load(sys.stdin)


def sign():
    client = Client(
        ask["consumerKey"],
        client_secret=ask["consumerSecret"],
        resource_owner_key=ask["token"],
        resource_owner_secret=ask["tokenSecret"],
        nonce=ask["nonce"],
        timestamp=ask["timestamp"],
    )
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    return client.sign(ask["url"], "POST", ask["body"], headers)[1]["Authorization"]


header = sign()
count = 0
begin = time.process_time()
while time.process_time() - begin < ask["seconds"]:
    for _ in range(50):
        sign()
    count += 50
elapsed = time.process_time() - begin
print(json.dumps({"version": oauthlib.__version__, "header": header, "perSecond": count / elapsed}))
