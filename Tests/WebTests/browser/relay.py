"""A relay in front of a server, which loses the server's responses when a test wants that."""

import selectors
import socket
import threading


class Relay:
    """Passes bytes between connections to its own port and a server's, unchanged."""

    def __init__(self, server_port):
        self.server_port = server_port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.others = {}
        self.clients = set()
        self.losing = False
        self.ending, self.ended = socket.socketpair()
        self.selector.register(self.ended, selectors.EVENT_READ)
        self.thread = threading.Thread(target=self._relay, daemon=True)
        self.thread.start()

    @property
    def url(self):
        """The address that people open."""
        return f"https://localhost:{self.port}"

    def lose_responses(self, losing=True):
        """From now on, discards what the server sends, or passes it again."""
        self.losing = losing

    def stop(self):
        """Closes all connections and the port."""
        self.ending.close()
        self.thread.join()

    def _relay(self):
        while True:
            for key, _ in self.selector.select():
                if key.fileobj is self.ended:
                    return self._close_all()
                if key.fileobj is self.listener:
                    self._accept()
                else:
                    self._pass(key.fileobj)

    def _close_all(self):
        for open_socket in [self.listener, self.ended, *self.others]:
            open_socket.close()

    def _accept(self):
        client, _ = self.listener.accept()
        try:
            server = socket.create_connection(("127.0.0.1", self.server_port))
        except OSError:
            client.close()
            return
        self.clients.add(client)
        for one, other in ((client, server), (server, client)):
            self.others[one] = other
            self.selector.register(one, selectors.EVENT_READ)

    def _pass(self, one):
        if one not in self.others:
            return
        try:
            data = one.recv(1 << 16)
            if data and not (self.losing and one not in self.clients):
                self.others[one].sendall(data)
        except OSError:
            data = b""
        if not data:
            self._close(one)

    def _close(self, one):
        for end in (one, self.others[one]):
            self.selector.unregister(end)
            self.others.pop(end)
            self.clients.discard(end)
            end.close()
