"""Makes registrations and sign-ins with python-fido2 and cryptography. Run it to print new literals for PasskeyVectors.swift."""

import hashlib

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from fido2.cose import ES256, RS256, EdDSA
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

FLAG = AuthenticatorData.FLAG


class Authenticator:
    """An in-memory passkey with one algorithm."""

    def __init__(self, algorithm, credential_id):
        self.credential_id = credential_id
        self.counter = 0
        if algorithm == -7:
            self.key = ec.generate_private_key(ec.SECP256R1())
            self.cose = ES256.from_cryptography_key(self.key.public_key())
            self._sign = lambda data: self.key.sign(data, ec.ECDSA(hashes.SHA256()))
        elif algorithm == -257:
            self.key = rsa.generate_private_key(65537, 2048)
            self.cose = RS256.from_cryptography_key(self.key.public_key())
            self._sign = lambda data: self.key.sign(data, padding.PKCS1v15(), hashes.SHA256())
        else:
            self.key = ed25519.Ed25519PrivateKey.generate()
            self.cose = EdDSA.from_cryptography_key(self.key.public_key())
            self._sign = self.key.sign

    def _data(self, rp_id, flags, credential=b""):
        self.counter += 1
        return AuthenticatorData.create(hashlib.sha256(rp_id.encode()).digest(), flags, self.counter, credential)

    def register(self, rp_id, origin, challenge, attested=False):
        client = CollectedClientData.create("webauthn.create", challenge, origin)
        credential = AttestedCredentialData.create(bytes(16), self.credential_id, self.cose)
        data = self._data(rp_id, FLAG.UP | FLAG.UV | FLAG.AT, credential)
        if attested:
            statement = {"alg": self.cose[3], "sig": self._sign(data + client.hash)}
            return client, AttestationObject.create("packed", data, statement)
        return client, AttestationObject.create("none", data, {})

    def sign(self, rp_id, origin, challenge):
        client = CollectedClientData.create("webauthn.get", challenge, origin)
        data = self._data(rp_id, FLAG.UP | FLAG.UV)
        return client, data, self._sign(data + client.hash)


if __name__ == "__main__":
    for name, algorithm, attested in [
        ("ES256", -7, False), ("ES256 with its own attestation", -7, True), ("RS256", -257, False), ("EdDSA", -8, True),
    ]:
        authenticator = Authenticator(algorithm, hashlib.sha256(name.encode()).digest())
        here = ("auth.example.org", "https://auth.example.org")
        challenge = hashlib.sha256(b"challenge of " + name.encode()).digest()
        client, attestation = authenticator.register(*here, challenge, attested)
        used, data, signature = authenticator.sign(*here, challenge)
        print(f'        PasskeyVector(\n            name: "{name}",')
        for label, value in [
            ("challenge", challenge), ("credentialID", authenticator.credential_id), ("registrationClientData", client),
            ("attestationObject", attestation), ("assertionClientData", used), ("authenticatorData", data), ("signature", signature),
        ]:
            text = bytes(value).hex()
            lines = [text[start:start + 100] for start in range(0, len(text), 100)]
            joined = '"\n                + "'.join(lines)
            print(f'            {label}: "{joined}"' + ("," if label != "signature" else "),"))
