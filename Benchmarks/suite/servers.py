"""chatterd, nginx and the peer: each started, ended and weighed in the same way."""
import gzip
import os
import shutil
import signal

from . import web
from .processes import cpu_seconds, family, start, stop, wait_until


class Server:
    """A server on its own port."""

    ready_path = "/livez"

    def __init__(self, name, bench):
        self.name = name
        self.bench = bench
        self.port = web.free_port()
        self.process = None
        self.log = os.path.join(bench.work, f"{name}-{self.port}.log")

    def launch(self, arguments, **options):
        self.process = start(arguments, self.log, **options)
        self.bench.processes.append(self.process)
        wait_until(lambda: web.is_ready(self.port, self.bench.certificate, self.ready_path), 60,
                   self.name, self.process, self.log)

    def stop(self):
        stop(self.process)

    def processes(self):
        return family(self.process.pid)

    def cpu_seconds(self):
        return cpu_seconds(self.processes())


class Chatterd(Server):
    ready_path = "/readyz"

    def __init__(self, bench, database, *options):
        super().__init__("chatterd", bench)
        self.arguments = [
            bench.program, "serve", "--listen", f"127.0.0.1:{self.port}", "--loops", "2",
            "--rate-limit", "0",
            "--data-dir", bench.data, "--database", database, "--log-level", "notice",
            "--certificate", bench.certificate, "--private-key", bench.key, *options]
        self.launch(self.arguments)

    def processes(self):
        # A private cluster is weighed by itself.
        return [self.process.pid]


class Peer(Server):
    def __init__(self, bench, database):
        super().__init__("peer", bench)
        self.launch([bench.peer, f"127.0.0.1:{self.port}", bench.certificate, bench.key,
                     bench.cluster.url(database, pool_max_conns="16")])


class Nginx(Server):
    CONFIGURATION = """
daemon off;
{user}
worker_processes 2;
worker_rlimit_nofile 20000;
pid {home}/nginx.pid;
error_log {home}/error.log warn;
events {{ worker_connections 16384; }}
http {{
  access_log off;
  default_type "application/json; charset=utf-8";
  keepalive_requests 1000000000;
  keepalive_timeout 600s;
  sendfile on;
  tcp_nopush on;
  gzip_static on;
  open_file_cache max=100;
  client_body_temp_path {home}/body;
  proxy_temp_path {home}/proxy;
  fastcgi_temp_path {home}/fastcgi;
  uwsgi_temp_path {home}/uwsgi;
  scgi_temp_path {home}/scgi;
  proxy_cache_path {home}/cache keys_zone=clips:1m;
  server {{
    listen 127.0.0.1:{port} ssl http2 reuseport;
    ssl_certificate {certificate};
    ssl_certificate_key {key};
    ssl_protocols TLSv1.2 TLSv1.3;
    root {home}/html;
    index index.json;
    {cached}
  }}
}}
"""
    # As docs/operate/scaling.md has it.
    CACHED = """location /v1/audio/ {{
      proxy_pass https://127.0.0.1:{port};
      proxy_cache clips;
      proxy_cache_lock on;
    }}"""

    def __init__(self, bench, files, cached=None):
        """`files`: contents by path; the content of a directory is stored in its index.json.
        `cached`: the server whose clips are cached."""
        super().__init__("nginx", bench)
        self.home = os.path.join(bench.work, f"nginx-{self.port}")
        for path, body in {"/livez": b"{}", **files}.items():
            place = self.home + "/html" + path + ("index.json" if path.endswith("/") else "")
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "wb") as file:
                file.write(body)
            if path.endswith("/"):
                with open(place + ".gz", "wb") as file:
                    file.write(gzip.compress(body, 6, mtime=0))
        configuration = self.CONFIGURATION.format(
            home=self.home, port=self.port, certificate=bench.certificate, key=bench.key,
            user="user root;" if os.geteuid() == 0 else "",
            cached=self.CACHED.format(port=cached.port) if cached else "")
        with open(self.home + "/nginx.conf", "w", encoding="utf-8") as file:
            file.write(configuration)
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        self.launch([program, "-p", self.home, "-c", self.home + "/nginx.conf"])

    def stop(self):
        # SIGQUIT would wait for idle connections; the workers follow their master.
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        super().stop()
