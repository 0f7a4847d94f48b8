"""Self-signed certificates for a server on this machine, in PEM."""

import datetime
import ipaddress

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat


def new_key():
    return ec.generate_private_key(ec.SECP256R1())


def certificate(key, days=1, name="localhost"):
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.timezone.utc)
    built = x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
    built = built.serial_number(x509.random_serial_number())
    built = built.not_valid_before(now - datetime.timedelta(days=30)).not_valid_after(now + datetime.timedelta(days=days))
    names = x509.SubjectAlternativeName([x509.DNSName(name), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    return built.add_extension(names, False).sign(key, hashes.SHA256()).public_bytes(Encoding.PEM)


def private(key, encryption=NoEncryption()):
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption)
