# SPDX-License-Identifier: Apache-2.0
"""The certificates of the receiver: a self-signed one for TLS, and a chain that device authentication signs with."""

import datetime
import functools
import ssl
import tempfile

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

import wire

HASHES = {0: hashes.SHA1, 1: hashes.SHA256}
PKCS1 = 1


def certificate(name, key, issuer, issuer_key, days, is_authority=False):
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.timezone.utc)
    usage = dict.fromkeys(
        (
            "content_commitment",
            "key_encipherment",
            "data_encipherment",
            "key_agreement",
            "crl_sign",
            "encipher_only",
            "decipher_only",
        ),
        False,
    )
    builder = x509.CertificateBuilder(
        issuer_name=issuer.subject if issuer else subject,
        subject_name=subject,
        public_key=key.public_key(),
        serial_number=x509.random_serial_number(),
        not_valid_before=now - datetime.timedelta(minutes=5),
        not_valid_after=now + datetime.timedelta(days=days),
    )
    builder = builder.add_extension(
        x509.KeyUsage(digital_signature=True, key_cert_sign=is_authority, **usage), critical=True
    )
    if is_authority:
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    return builder.sign(issuer_key, hashes.SHA256())


def der(value):
    return value.public_bytes(serialization.Encoding.DER)


def new_key():
    return rsa.generate_private_key(65537, 2048)


class Credentials:
    """Keys and certificates that are made anew at each start, as a device makes that of its TLS connections."""

    def __init__(self):
        key = new_key()
        # Senders reject certificates of TLS that are valid for more than four days.
        self._tls = certificate("python receiver", key, None, key, 3)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        pem = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        with tempfile.NamedTemporaryFile() as file:
            file.write(pem + self._tls.public_bytes(serialization.Encoding.PEM))
            file.flush()
            self.context.load_cert_chain(file.name)

    @functools.cached_property
    def _chain(self):
        """The key and the certificate of the device, and that of its maker. Made for the first challenge: most senders
        have none."""
        root_key, maker_key, key = new_key(), new_key(), new_key()
        root = certificate("Python receiver root", root_key, None, root_key, 3650, is_authority=True)
        maker = certificate("Python receiver maker", maker_key, root, root_key, 3650, is_authority=True)
        return key, certificate("PYTHON FA8FCA000000", key, maker, maker_key, 3650), maker

    def answer(self, payload):
        """The reply to a DeviceAuthMessage with a challenge; None if it cannot be read."""
        try:
            message = wire.parse(payload)
            challenge = wire.parse(message[1])
        except (wire.Malformed, KeyError, TypeError):
            return None
        algorithm, nonce, digest = challenge.get(1, PKCS1), challenge.get(2, b""), challenge.get(3, 0)
        if algorithm != PKCS1 or digest not in HASHES:
            return wire.field(3, wire.field(1, 2))
        key, device, maker = self._chain
        signature = key.sign(nonce + der(self._tls), padding.PKCS1v15(), HASHES[digest]())
        response = wire.field(1, signature) + wire.field(2, der(device)) + wire.field(3, der(maker))
        response += wire.field(4, algorithm) + wire.field(5, nonce) + wire.field(6, digest)
        return wire.field(2, response)
