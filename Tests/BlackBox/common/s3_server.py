"""A server with the S3 interface: moto's, which does not look at signatures, behind a proxy that does. The proxy compares each
`Authorization` header with the one that botocore makes for the same request, and answers as often as it is told with a fault."""

import base64
import contextlib
import hashlib
import http.client
import http.server
import logging
import random
import socket
import threading

import boto3
import botocore.auth
import botocore.awsrequest
import botocore.config
import botocore.credentials
import moto.server

ACCESS_KEY, SECRET, REGION, BUCKET = "TESTKEY", "test-secret-key", "us-east-1", "avviso-test"
ALGORITHM = "AWS4-HMAC-SHA256 "
# Whatever else a request says must be signed as well.
SIGNED = {"host", "x-amz-content-sha256", "x-amz-date", "content-md5", "content-type"}
FAULTS = ("failed", "overloaded", "cut-before", "cut-after", "cut-body", "short-body", "other-body", "other-tag")
SLOW_DOWN = b"<?xml version='1.0' encoding='UTF-8'?><Error><Code>SlowDown</Code><Message>Please reduce</Message></Error>"


def error(status, code):
    return status, [("Content-Type", "application/xml")], f"<Error><Code>{code}</Code></Error>".encode()


def refusal(method, target, headers, body):
    """Why a request is refused; None if its signature is that of botocore."""
    fields = {name.lower(): value for name, value in headers}
    authorization = fields.get("authorization", "")
    if not authorization.startswith(ALGORITHM):
        return "AccessDenied"
    parts = dict(part.strip().split("=", 1) for part in authorization[len(ALGORITHM):].split(","))
    signed = parts["SignedHeaders"].split(";")
    if {name for name in fields if name in SIGNED or name.startswith("x-amz-")} != set(signed):
        return "AccessDenied"
    if fields["x-amz-content-sha256"] != hashlib.sha256(body).hexdigest():
        return "XAmzContentSHA256Mismatch"
    if parts["Credential"].split("/", 1)[0] != ACCESS_KEY:
        return "InvalidAccessKeyId"
    request = botocore.awsrequest.AWSRequest(method, f"http://{fields['host']}{target}", data=body)
    for name in signed:
        request.headers[name] = fields[name]
    request.context["timestamp"] = fields["x-amz-date"]
    signer = botocore.auth.S3SigV4Auth(botocore.credentials.Credentials(ACCESS_KEY, SECRET), "s3", REGION)
    text = signer.string_to_sign(request, signer.canonical_request(request))
    expected = {
        "Credential": signer.scope(request),
        "SignedHeaders": signer.signed_headers(signer.headers_to_sign(request)),
        "Signature": signer.signature(text, request),
    }
    if parts != expected:
        return "SignatureDoesNotMatch"
    if "content-md5" in fields and base64.b64decode(fields["content-md5"]) != hashlib.md5(body).digest():
        return "BadDigest"
    return None


class Proxy(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, moto_port):
        super().__init__(("127.0.0.1", 0), Handler)
        self.moto_port, self.lock = moto_port, threading.Lock()
        self.generator, self.share, self.next_faults = random.Random(0), 0.0, []
        # moto takes one request at a time: it is not made for several that write the same object.
        self.turn, self.is_down = threading.Lock(), False
        self.accepted, self.refused, self.faults, self.methods = 0, [], {}, {}

    def handle_error(self, request, client_address):
        """Clients that go away are part of the test."""

    def fault(self):
        """What goes wrong with the next request; None for nothing."""
        if self.is_down:
            return "failed"
        with self.lock:
            if self.generator.random() >= self.share:
                return None
            # As from a pack of cards: each one comes, however few there are.
            self.next_faults = self.next_faults or self.generator.sample(FAULTS, len(FAULTS))
            fault = self.next_faults.pop()
            self.faults[fault] = self.faults.get(fault, 0) + 1
            return fault

    def forward(self, method, target, headers, body):
        """moto's answer, or the refusal of a wrong signature."""
        reason = refusal(method, target, headers, body)
        with self.lock:
            if reason:
                self.refused.append(f"{method} {target}: {reason}")
            else:
                self.accepted += 1
                self.methods[method] = self.methods.get(method, 0) + 1
        if reason:
            return error(403, reason)
        connection = http.client.HTTPConnection("127.0.0.1", self.moto_port, timeout=60)
        with self.turn, contextlib.closing(connection):
            connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
            for name, value in headers:
                if name.lower() != "connection":
                    connection.putheader(name, value)
            connection.endheaders(body or None)
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # With Nagle's algorithm, each answer would wait for the client's delayed acknowledgement.
    disable_nagle_algorithm = True

    def handle_request(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        fault = self.server.fault()
        if fault == "cut-before":
            return self.cut()
        if fault == "failed":
            return self.send(500, [], b"")
        if fault == "overloaded":
            return self.send(503, [], SLOW_DOWN)
        status, headers, answer = self.server.forward(self.command, self.path, self.headers.items(), body)
        if fault == "cut-after":
            return self.cut()
        length = len(answer)
        if fault == "cut-body" and length:
            answer = answer[:length // 2]
        if fault == "short-body" and length:
            answer, length = answer[:-1], length - 1
        if fault == "other-body" and answer:
            answer = bytes([answer[0] ^ 1]) + answer[1:]
        if fault == "other-tag" and self.command in ("GET", "HEAD"):
            headers = [(name, '"0"' if name.lower() == "etag" else value) for name, value in headers]
        self.send(status, headers, answer, length)
        if len(answer) < length:
            self.cut()

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = handle_request

    def send(self, status, headers, body, length=None):
        head = [f"HTTP/1.1 {status} Answer"]
        left_out = {"content-length", "transfer-encoding", "connection"}
        head += [f"{name}: {value}" for name, value in headers if name.lower() not in left_out]
        if status != 204:
            sizes = [value for name, value in headers if name.lower() == "content-length"]
            head.append(f"Content-Length: {sizes[0] if self.command == 'HEAD' and sizes else len(body) if length is None else length}")
        self.wfile.write("\r\n".join(head).encode("latin-1") + b"\r\n\r\n" + (b"" if self.command == "HEAD" else body))

    def cut(self):
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, *_):
        pass


class S3Server:
    """moto and the proxy, with a bucket. `proxy` counts, and is told how often to fail."""

    def __enter__(self):
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        self.moto = moto.server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        self.moto.start()
        _, port = self.moto.get_host_and_port()
        self.proxy = Proxy(port)
        threading.Thread(target=self.proxy.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.proxy.server_address[1]}"
        # Past the proxy, with a client of others.
        self.client = boto3.client(
            "s3", endpoint_url=f"http://127.0.0.1:{port}", region_name=REGION, aws_access_key_id=ACCESS_KEY,
            aws_secret_access_key=SECRET, config=botocore.config.Config(s3={"addressing_style": "path"}))
        self.client.create_bucket(Bucket=BUCKET)
        return self

    def __exit__(self, *_):
        self.proxy.shutdown()
        self.proxy.server_close()
        self.moto.stop()

    def keys(self, prefix=""):
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=BUCKET, Prefix=prefix)
        return [entry["Key"] for page in pages for entry in page.get("Contents", [])]

    def content(self, key):
        return self.client.get_object(Bucket=BUCKET, Key=key)["Body"].read()
