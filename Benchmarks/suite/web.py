"""A few requests by hand: is it ready, what does it speak, is its list a list."""
import base64
import gzip
import http.client
import json
import socket
import ssl

TIMEOUT = 30


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _context(certificate):
    return ssl.create_default_context(cafile=certificate)


def get(port, certificate, path, headers=None, timeout=TIMEOUT):
    """Status, headers and body of one GET."""
    connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=timeout,
                                             context=_context(certificate))
    try:
        connection.request("GET", path, headers=headers or {})
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    finally:
        connection.close()


def is_ready(port, certificate, path):
    try:
        return get(port, certificate, path, timeout=5)[0] == 200
    except (OSError, http.client.HTTPException):
        return False


def speaks_http2(port, certificate):
    context = _context(certificate)
    context.set_alpn_protocols(["h2", "http/1.1"])
    with socket.create_connection(("127.0.0.1", port), TIMEOUT) as plain:
        with context.wrap_socket(plain, server_hostname="127.0.0.1") as secure:
            return secure.selected_alpn_protocol() == "h2"


def gzipped(port, certificate, path):
    """The body of a GET that asks for gzip, unpacked; None where it is not packed."""
    status, headers, body = get(port, certificate, path, {"Accept-Encoding": "gzip"})
    if status != 200 or headers.get("Content-Encoding") != "gzip":
        return None
    return gzip.decompress(body)


def post_clip(port, certificate, clip):
    """Posts a chatt with a clip, and returns the path of the clip."""
    text = json.dumps({"username": "benchmark", "audio": base64.b64encode(clip).decode()})
    connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=TIMEOUT,
                                             context=_context(certificate))
    try:
        connection.request("POST", "/v1/chatts", text, {"Content-Type": "application/json"})
        response = connection.getresponse()
        body = response.read()
        if response.status != 201:
            raise ValueError(f"/v1/chatts: status {response.status}")
        return json.loads(body)["audio"]["url"]
    finally:
        connection.close()


def checked_list(port, certificate, path, rows, columns):
    """The bytes of a list, parsed as JSON: `rows` rows of `columns` strings or nulls."""
    status, _, body = get(port, certificate, path)
    if status != 200:
        raise ValueError(f"{path}: status {status}")
    listed = json.loads(body)
    if len(listed) != rows or any(len(row) != columns for row in listed):
        raise ValueError(f"{path}: not {rows} rows of {columns} columns")
    if any(not (element is None or isinstance(element, str)) for row in listed for element in row):
        raise ValueError(f"{path}: an element is neither a string nor null")
    if len({row[2] for row in listed}) != rows:
        raise ValueError(f"{path}: an id comes twice")
    return body
