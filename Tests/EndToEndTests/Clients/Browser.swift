import TestSupport

/// A headless Chromium with a page of another origin that uses `/v1`.
enum Browser {
  /// A web server with the page, until it is released.
  final class Site: Sendable {
    let origin: String
    private let directory: TemporaryDirectory
    private let program: RunningProgram

    init() async throws {
      directory = try TemporaryDirectory()
      let script = try directory.write(Browser.siteScript, to: "site.py")
      _ = try directory.write(Browser.page, to: "page.html")
      program = try await RunningProgram("python3", ["-I", script, directory.path])
      let line = try await program.line(containing: "port=")
      origin = "http://127.0.0.1:\(line.dropFirst("port=".count))"
    }
  }

  /// Starts a browser that does a check of the script.
  ///
  /// - Parameter arguments: What the function of the check takes.
  static func start(
    _ check: String, _ arguments: [String] = [], on site: Site, with server: ServerProcess,
    in files: TemporaryDirectory
  ) async throws -> RunningProgram {
    try await RunningProgram(
      "python3",
      [
        "-I", files.write(script, to: "browser.py"), check, "\(site.origin)/page.html", server.url,
        pin(of: server.certificate),
      ] + arguments)
  }

  /// Returns what `--ignore-certificate-errors-spki-list` takes: the SHA-256 of the public key.
  private static func pin(of certificate: String) async throws -> String {
    try await ProgramRun(
      shell: """
        openssl x509 -in "$1" -pubkey -noout | openssl pkey -pubin -outform der |
          openssl dgst -sha256 -binary | base64
        """, [certificate]
    ).checked().text
  }

  /// A web server that writes its port to standard error. Arguments: the directory.
  private static let siteScript = """
    import functools, http.server, sys

    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    print(f"port={server.server_port}", file=sys.stderr, flush=True)
    server.serve_forever()
    """

  private static let page = #"""
    <!doctype html>
    <meta charset="utf-8">
    <title>Chatter</title>
    <script>
    const next = (target, name) => new Promise((resolve, reject) => {
      target.addEventListener(name, resolve, { once: true });
      target.addEventListener("error", () => reject(new Error(
        target.error ? target.error.message : `no ${name}`)), { once: true });
    });

    /** Seeks in a clip, and plays on from there. */
    async function seek(clip, seconds, crossOrigin) {
      const audio = document.createElement("audio");
      if (crossOrigin) audio.crossOrigin = crossOrigin;
      audio.src = clip;
      document.body.append(audio);
      await next(audio, "loadedmetadata");
      audio.currentTime = seconds;
      await next(audio, "seeked");
      const place = audio.currentTime;
      await audio.play();
      while (audio.currentTime <= place) await next(audio, "timeupdate");
      audio.pause();
      return { place, duration: audio.duration };
    }

    const received = [], waiting = [];

    /** Opens a stream of events. */
    async function listen(server) {
      const source = new EventSource(`${server}/v1/events`);
      for (const name of ["chatt", "delete", "reset"]) {
        source.addEventListener(name, (event) => {
          received.push({ name, data: JSON.parse(event.data), id: event.lastEventId });
          waiting.splice(0).forEach((resolve) => resolve());
        });
      }
      await next(source, "open");
    }

    async function nextEvent() {
      while (!received.length) await new Promise((resolve) => waiting.push(resolve));
      return received.shift();
    }

    async function call(method, url, body, headers = {}) {
      if (body) headers["Content-Type"] = "application/json";
      const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
      return {
        status: response.status, location: response.headers.get("Location"),
        tag: response.headers.get("ETag"), link: response.headers.get("Link"),
        body: response.status === 204 ? null : await response.json(),
      };
    }
    </script>
    """#

  /// Arguments: the check, the URLs of the page and of the server, the pin of its certificate, and
  /// what the check takes.
  ///
  /// It exits with an assertion's message if the server does not behave as expected.
  private static let script = #"""
    import base64, fcntl, json, os, select, subprocess, sys, tempfile, time

    check, page, server, pin = sys.argv[1:5]

    class Browser:
        """A headless Chromium, driven by the DevTools protocol over pipes."""

        def __init__(self, profile):
            commands, results = os.pipe(), os.pipe()
            # The browser reads descriptor 3 and writes to 4.
            ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (commands[0], results[1])]
            def prepare():
                for end, number in zip(ends, (3, 4)):
                    os.dup2(end, number)
            self.process = subprocess.Popen(
                ["chromium-headless-shell", "--remote-debugging-pipe", "--no-sandbox",
                 "--mute-audio", "--disable-gpu", "--disable-dev-shm-usage",
                 f"--user-data-dir={profile}", "--autoplay-policy=no-user-gesture-required",
                 f"--ignore-certificate-errors-spki-list={pin}", "about:blank"],
                preexec_fn=prepare, pass_fds=(3, 4), stdin=subprocess.DEVNULL)
            for end in (*ends, commands[0], results[1]):
                os.close(end)
            self.commands, self.results = commands[1], results[0]
            self.unread, self.count, self.session = b"", 0, None

        def message(self):
            """The next message; each ends with NUL."""
            deadline = time.monotonic() + 60
            while b"\0" not in self.unread:
                left = max(0, deadline - time.monotonic())
                assert select.select([self.results], [], [], left)[0], "the browser is silent"
                read = os.read(self.results, 1 << 16)
                assert read, "the browser ended"
                self.unread += read
            line, _, self.unread = self.unread.partition(b"\0")
            return json.loads(line)

        def call(self, method, **parameters):
            self.count += 1
            command = {"id": self.count, "method": method, "params": parameters}
            if self.session:
                command["sessionId"] = self.session
            os.write(self.commands, json.dumps(command).encode() + b"\0")
            while True:
                message = self.message()
                if message.get("id") == self.count:
                    assert "error" not in message, (method, message["error"])
                    return message["result"]

        def open(self, url):
            target = self.call("Target.createTarget", url="about:blank")["targetId"]
            self.session = self.call(
                "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            self.call("Page.enable")
            self.call("Page.navigate", url=url)
            while self.message().get("method") != "Page.loadEventFired":
                pass

        def run(self, function, *arguments):
            """What a function of the page resolves to."""
            text = ", ".join(map(json.dumps, arguments))
            result = self.call("Runtime.evaluate", expression=f"{function}({text})",
                               awaitPromise=True, returnByValue=True)
            assert "exceptionDetails" not in result, (function, result["exceptionDetails"])
            return result["result"].get("value")

        def close(self):
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def use(browser, clip_path, place):
        browser.open(page)
        browser.run("listen", server)

        with open(clip_path, "rb") as file:
            audio = base64.b64encode(file.read()).decode()
        # Chatts that the page posts.
        for content in ({"message": "h\u00e9llo \U0001f600"}, {"audio": audio}):
            posted = browser.run(
                "call", "POST", f"{server}/v1/chatts", {"username": "ada", **content})
            assert posted["status"] == 201, posted
            chatt = posted["body"]
            token = chatt.pop("deleteToken")
            event = browser.run("nextEvent")
            assert (event["name"], event["data"]) == ("chatt", chatt) and event["id"], event

        # The fields that scripts of other origins may read.
        single = browser.run("call", "GET", server + posted["location"])
        assert single["body"] == chatt and single["tag"], single
        newest = browser.run("call", "GET", f"{server}/v1/chatts?limit=1")
        assert newest["body"]["chatts"] == [chatt] and newest["tag"], newest
        assert 'rel="next"' in newest["link"], newest

        # The middle of the clip, with and without CORS.
        for cross_origin in (None, "anonymous"):
            heard = browser.run("seek", server + chatt["audio"]["url"], float(place), cross_origin)
            assert abs(heard["place"] - float(place)) < 0.1, heard
            assert abs(heard["duration"] - chatt["audio"]["duration"]) < 0.2, (heard, chatt)

        url = f"{server}/v1/chatts/{chatt['id']}"
        gone = browser.run("call", "DELETE", url, None, {"Authorization": f"Bearer {token}"})
        assert gone["status"] == 204, gone
        event = browser.run("nextEvent")
        assert (event["name"], event["data"]) == ("delete", {"id": chatt["id"]}), event

    def resume(browser, *messages):
        """The browser connects again by itself: each chatt comes once, and in order."""
        browser.open(page)
        browser.run("listen", server)
        print("page-is-listening", file=sys.stderr, flush=True)
        for message in messages:
            event = browser.run("nextEvent")
            assert (event["name"], event["data"]["message"]) == ("chatt", message), event

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            {"use": use, "resume": resume}[check](browser, *sys.argv[5:])
        finally:
            browser.close()
    print("all is well")
    """#
}
