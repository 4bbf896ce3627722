"""A TLS client on Python's own library that sees the encrypted bytes."""

import os
import ssl

import wire


class TLSConnection(wire.Connection):
    """A connection that encrypts in memory, and so knows how many encrypted bytes came."""

    def __init__(self, address, context, session=None):
        super().__init__(address)
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.incoming, self.outgoing, server_hostname="localhost", session=session)
        self.raw, self.received = self.socket, 0
        self.socket = self
        try:
            self.until_done(self.tls.do_handshake)
        except BaseException:
            self.raw.close()
            raise

    def until_done(self, step):
        while True:
            try:
                result = step()
                self.flush()
                return result
            except ssl.SSLWantReadError:
                self.flush()
                data = self.raw.recv(65536)
                self.note(data)
                if not data:
                    self.incoming.write_eof()
                self.incoming.write(data)

    def note(self, data):
        """Encrypted bytes have come."""
        self.received += len(data)

    def flush(self):
        if self.outgoing.pending:
            self.raw.sendall(self.outgoing.read())

    def sendall(self, data):
        self.until_done(lambda: self.tls.write(data))

    def recv(self, count):
        try:
            return self.until_done(lambda: self.tls.read(count))
        except ssl.SSLZeroReturnError:
            return b""

    def close(self):
        self.raw.close()


def trusting(*folders, client=None):
    context = ssl.create_default_context()
    for folder in folders:
        context.load_verify_locations(os.path.join(folder, "root.pem"))
    if client:
        context.load_cert_chain(os.path.join(client, "client.pem"), os.path.join(client, "client-key.pem"))
    return context
