import TestSupport

/// A client of `/v1` with Python's `requests`.
enum RequestsClient {
  /// Returns a Python that has the library: the first one on PATH, or Debian's.
  static func interpreter() async throws -> String {
    for python in ["python3", "/usr/bin/python3"] {
      let run = try await ProgramRun(python, ["-I", "-c", "import requests"])
      if run.ending == .exited(0) { return python }
    }
    throw NeedError(
      description: "no Python has requests: install it with scripts/install-packages test")
  }

  /// Arguments: the server's URL, the certificate to trust, a clip.
  ///
  /// It exits with an assertion's message if the server does not behave as expected.
  static let script = #"""
    import base64, hashlib, json, sys, urllib.parse, requests

    url, certificate, path = sys.argv[1:]
    clip = open(path, "rb").read()
    session = requests.Session()
    session.trust_env = False
    session.verify = certificate

    def call(method, target, status, **options):
        response = session.request(method, urllib.parse.urljoin(url, target), timeout=30, **options)
        assert response.status_code == status, (target, response.status_code, response.text)
        return response

    def post(message, **members):
        chatt = {"username": "ada", "message": message, **members}
        return call("POST", "/v1/chatts", 201, json=chatt).json()

    class Events:
        """A stream of events, read line by line."""

        def __init__(self, **options):
            self.response = call("GET", "/v1/events", 200, stream=True, **options)
            assert self.response.headers["Content-Type"] == "text/event-stream"
            # The standard fixes UTF-8; requests would take text without a charset for Latin-1.
            self.response.encoding = "utf-8"
            self.lines = self.response.iter_lines(decode_unicode=True)
            self.position = None

        def next(self):
            """The next event that is not a comment, with its parsed data."""
            fields = {}
            for line in self.lines:
                if line:
                    name, _, value = line.partition(": ")
                    fields[name] = value
                    continue
                self.position = fields.get("id", self.position)
                if "data" in fields:
                    return fields["event"], json.loads(fields["data"])
                fields = {}
            raise AssertionError("the stream ended")

    # Live updates: a post, a deletion, and what happened while the client was away.
    events = Events()
    first = post("h\u00e9llo \U0001f600")
    token = first.pop("deleteToken")
    name, chatt = events.next()
    assert (name, chatt) == ("chatt", first), (name, chatt)
    headers = {"Authorization": f"Bearer {token}"}
    call("DELETE", f"/v1/chatts/{first['id']}", 204, headers=headers)
    assert events.next() == ("delete", {"id": first["id"]})
    events.response.close()
    missed = [post(f"missed {number}")["id"] for number in range(3)]
    again = Events(headers={"Last-Event-ID": events.position})
    assert [again.next()[1]["id"] for _ in missed] == missed
    again.response.close()

    # A clip with ranges and its tag.
    heard = post("listen", audio=base64.b64encode(clip).decode())
    response = call("GET", heard["audio"]["url"], 200)
    assert response.content == clip
    assert hashlib.sha256(clip).hexdigest() == heard["audio"]["sha256"]
    tag = response.headers["ETag"]
    for wanted, part, shown in [
        ("bytes=0-1", clip[:2], "0-1"), ("bytes=100-199", clip[100:200], "100-199"),
        ("bytes=-7", clip[-7:], f"{len(clip) - 7}-{len(clip) - 1}"),
    ]:
        fields = {"Range": wanted, "If-Range": tag}
        response = call("GET", heard["audio"]["url"], 206, headers=fields)
        assert response.content == part, wanted
        assert response.headers["Content-Range"] == f"bytes {shown}/{len(clip)}"
    response = call("GET", heard["audio"]["url"], 304, headers={"If-None-Match": tag})
    assert response.content == b""
    call("GET", heard["audio"]["url"], 416, headers={"Range": f"bytes={len(clip)}-"})

    # Pages to the end, by the Link field.
    messages = [f"missed {number}" for number in range(3)] + ["listen"]
    messages += [post(f"page {number}")["message"] for number in range(5)]
    found, target = [], "/v1/chatts?limit=2"
    while target:
        page = call("GET", target, 200)
        call("GET", target, 304, headers={"If-None-Match": page.headers["ETag"]})
        found += [chatt["message"] for chatt in page.json()["chatts"]]
        target = page.links.get("next", {}).get("url")
    assert found == messages[::-1], found
    print("all is well")
    """#
}
