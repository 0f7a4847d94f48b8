"""An aiosmtpd mail server that requires TLS, accepts one user, and sends the replies that a test sets."""

import datetime
import email
import email.policy
import ipaddress
import ssl
import warnings

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from free_ports import free_port

USER, PASSWORD = "post@example.org", "pass wörd:1"


def write_authority(folder, host="localhost"):
    """Writes a self-signed certificate for a host at 127.0.0.1 and its key; returns the two paths."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=2))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(host), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), True)
        .sign(key, hashes.SHA256())
    )
    paths = folder / "mail-authority.pem", folder / "mail-key.pem"
    paths[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return paths


class Mail:
    def __init__(self, session, envelope):
        self.tls = session.ssl is not None
        self.user = session.auth_data.login.decode() if session.auth_data else None
        self.sender, self.recipients = envelope.mail_from, envelope.rcpt_tos
        self.bytes = envelope.original_content
        self.message = email.message_from_bytes(self.bytes, policy=email.policy.default)

    def part(self, kind):
        return self.message.get_body((kind,)).get_content()


class MailReceiver:
    """Sends one reply from `refusals` for each of the next recipients or mails, then accepts everything."""

    def __init__(
            self, folder, implicit_tls=False, starttls=True, port=None, excluded_mechanisms=(), smtputf8=False, certified_host="localhost"):
        self.mails, self.refusals, self.data_refusals = [], [], []
        self.authority, key = write_authority(folder, certified_host)
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        tls.load_cert_chain(self.authority, key)
        self.port = port or free_port()
        self.url = f"{'smtps' if implicit_tls else 'smtp'}://{USER.replace('@', '%40')}@localhost:{self.port}"
        options = {"authenticator": self.authenticate, "auth_required": True, "decode_data": False, "enable_SMTPUTF8": smtputf8,
                   "auth_exclude_mechanism": excluded_mechanisms}
        if implicit_tls:
            options.update(auth_require_tls=False)
        elif starttls:
            options.update(tls_context=tls, require_starttls=True)
        else:
            options.update(auth_require_tls=False)

        class OwnController(Controller):
            def factory(self):
                # aiosmtpd warns about AUTH without TLS on every connection; the tests do that on purpose.
                warnings.filterwarnings("ignore", "Requiring AUTH while not requiring TLS")
                return SMTP(self.handler, hostname="localhost", **options)

        self.controller = OwnController(
            self, hostname="127.0.0.1", port=self.port, ready_timeout=20, ssl_context=tls if implicit_tls else None)

    def __enter__(self):
        self.controller.start()
        return self

    def __exit__(self, *_):
        self.controller.stop()

    def authenticate(self, server, session, envelope, mechanism, data):
        good = isinstance(data, LoginPassword) and (data.login.decode(), data.password.decode()) == (USER, PASSWORD)
        # Without handled=False, no reply is sent.
        return AuthResult(success=good, handled=good, auth_data=data)

    async def handle_RCPT(self, server, session, envelope, address, options):
        if self.refusals:
            return self.refusals.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if self.data_refusals:
            return self.data_refusals.pop(0)
        self.mails.append(Mail(session, envelope))
        return "250 OK"
