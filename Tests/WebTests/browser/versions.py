"""A server of the site that has another version of it, or loses some of its files."""

import http.client
import http.server
import re
import ssl
import threading


class VersionedSite:
    """Passes requests to a server, and changes the files of the site in its responses.

    With a version, the site is another one than the server's: the paths of its files have the name of
    the version, and so has the label of the form for a message. `responses` has what a request gets
    whose path contains a text: a status and a body. `next_version` begins once the page has been
    sent, before its files are.
    """

    def __init__(self, server):
        self.server = server
        self.version = None
        self.next_version = None
        self.responses = {}
        self.requests = []
        # How often a tab has loaded the page; a service worker loads it, too.
        self.visits = 0
        self.own = re.search(rb"/web/([0-9a-f]+)/", server.get("/"))[1].decode()
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            """Responds to one connection."""

            protocol_version = "HTTP/1.1"

            def do_GET(self):
                site.respond(self)

            do_HEAD = do_POST = do_DELETE = do_GET

            def log_message(self, *_):
                pass

        class Listener(http.server.ThreadingHTTPServer):
            """A listener whose connections may end at any time."""

            def handle_error(self, *_):
                pass

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(server.certificates.certificate, server.certificates.private_key)
        self.listener = Listener(("127.0.0.1", 0), Handler)
        # A browser opens connections that it does not use yet: the thread of each does the handshake.
        self.listener.socket = context.wrap_socket(
            self.listener.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()

    @property
    def url(self):
        """The address that people open."""
        return f"https://localhost:{self.listener.server_port}"

    def stop(self):
        """Closes the port."""
        self.listener.shutdown()
        self.listener.server_close()

    def respond(self, handler):
        """Responds to a request, with the server's response in most cases."""
        path = handler.path
        self.requests.append(path)
        self.visits += handler.headers.get("Sec-Fetch-Mode") == "navigate"
        for text, (status, body) in self.responses.items():
            if text in path:
                kind = "text/css" if path.endswith(".css") else "text/javascript"
                return self._send(handler, status, {"Content-Type": kind}, body)
        shown = self.version or self.own
        if path.startswith("/web/"):
            if not path.startswith(f"/web/{shown}/"):
                return self._send(handler, 404, {"Content-Type": "application/json"}, b"{}")
            path = path.replace(shown, self.own)
        size = int(handler.headers.get("Content-Length", 0))
        fields = {name: value for name, value in handler.headers.items()
                  if name.lower() not in ("accept-encoding", "host", "if-none-match", "connection")}
        server = http.client.HTTPSConnection(
            "localhost", self.server.port, context=self.server.trust)
        server.request(handler.command, path, handler.rfile.read(size), fields)
        with server.getresponse() as response:
            self._pass(handler, path, response)
        return None

    def _pass(self, handler, path, response):
        fields = {name: value for name, value in response.getheaders()
                  if name.lower() not in ("content-length", "transfer-encoding", "connection", "etag",
                                          "alt-svc")}
        if path in ("/", "/service-worker.js") or path.startswith("/web/"):
            body = response.read()
            if self.version and not path.endswith(".png"):
                body = body.replace(self.own.encode(), self.version.encode())
                if path.endswith("texts.js"):
                    body = body.replace(b'newMessage: "New message"',
                                        f'newMessage: "{self.version}"'.encode())
                if "Link" in fields:
                    fields["Link"] = fields["Link"].replace(self.own, self.version)
            if path == "/" and self.next_version:
                self.version, self.next_version = self.next_version, None
            self._send(handler, response.status, fields, body)
            return
        # Of unknown length, such as events.
        handler.send_response(response.status)
        for name, value in fields.items():
            handler.send_header(name, value)
        handler.send_header("Connection", "close")
        handler.end_headers()
        handler.close_connection = True
        while data := response.read1(1 << 16):
            handler.wfile.write(data)
            handler.wfile.flush()

    @staticmethod
    def _send(handler, status, fields, body):
        handler.send_response(status)
        for name, value in fields.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        if handler.command != "HEAD":
            handler.wfile.write(body)
