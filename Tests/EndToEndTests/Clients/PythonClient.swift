/// A client in Python's `http.client`, with only Python's standard library.
enum PythonClient {
  /// Arguments: the server's address and port, the certificate to trust, a clip.
  ///
  /// It exits with an assertion's message if the server does not behave as expected.
  static let script = #"""
    import base64, http.client, json, ssl, sys, urllib.error, urllib.request

    host, port, certificate, path = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
    clip = open(path, "rb").read()
    audio = base64.b64encode(clip).decode()
    context = ssl.create_default_context(cafile=certificate)

    connection = http.client.HTTPSConnection(host, port, timeout=30, context=context)

    def call(method, path, body=None, headers={}):
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response, response.read()

    def post(path, value, headers={"Content-Type": "application/json"}):
        response, body = call("POST", path, json.dumps(value), headers)
        assert (response.status, body) == (200, b"{}"), (response.status, body)

    # One connection for all that follows.
    connection.connect()
    socket = connection.sock
    response, body = call("GET", "/getchatts/")
    assert (response.status, body) == (200, b"[]"), (response.status, body)
    assert response.getheader("Content-Type") == "application/json; charset=utf-8"
    post("/postchatt/", {"username": "ada", "message": "h\u00e9llo \U0001f600"})
    post("/postaudio", {"username": "bob", "message": "listen", "audio": audio})
    # As a form would be sent, and without any type.
    post("/postchatt", {"username": "cyd", "message": "no type"}, {})

    # An iterator is sent in chunks, one for each element.
    text = json.dumps({"username": "dan", "message": None, "audio": audio}).encode()
    chunks = (text[at:at + 1000] for at in range(0, len(text), 1000))
    response, body = call("POST", "/postaudio/", chunks)
    assert (response.status, body) == (200, b"{}"), (response.status, body)

    # Errors leave the connection as it was.
    for method, path, sent, status in [
        ("GET", "/nothing", None, 404), ("DELETE", "/getchatts/", None, 405),
        ("POST", "/postchatt/", "{", 400), ("POST", "/postchatt/", "{}", 422),
        ("POST", "/nothing", "x" * 100_000, 404),
    ]:
        response, body = call(method, path, sent)
        assert response.status == status, (path, response.status, body)
        assert list(json.loads(body)) == ["error"], body
    assert response.getheader("Allow") is None
    response, body = call("HEAD", "/getaudio/")
    assert (response.status, body) == (200, b"")

    response, body = call("GET", "/getaudio/")
    assert response.status == 200
    rows = json.loads(body)
    assert [row[0] for row in rows] == ["dan", "cyd", "bob", "ada"], rows
    assert [len(row) for row in rows] == [5, 5, 5, 5]
    assert base64.b64decode(rows[0][4], validate=True) == clip
    assert base64.b64decode(rows[2][4], validate=True) == clip
    assert rows[0][1] is None and rows[1][4] is None
    assert rows[3][1] == "h\u00e9llo \U0001f600"
    response, body = call("GET", "/getchatts/")
    assert json.loads(body) == [row[:4] for row in rows]
    assert connection.sock is socket, "the connection was closed"
    connection.close()

    # And through urllib, which closes after each call and throws for errors.
    name = f"[{host}]" if ":" in host else host
    url = f"https://{name}:{port}"
    with urllib.request.urlopen(f"{url}/getchatts/", timeout=30, context=context) as response:
        assert len(json.load(response)) == 4
    try:
        urllib.request.urlopen(f"{url}/postchatt/", b"", timeout=30, context=context)
    except urllib.error.HTTPError as error:
        assert error.code == 400 and "error" in json.load(error)
    else:
        raise AssertionError("an empty post was accepted")
    print("all is well")
    """#
}
