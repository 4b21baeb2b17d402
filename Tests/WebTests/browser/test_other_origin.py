"""A page of another origin that uses `/v1`: calls, seeking in clips, and events."""

import base64
import http.server
import pathlib
import re
import subprocess
import tempfile
import threading

from case import SiteCase
from server import Server
from waiting import HANG_SECONDS, wait_until

PAGE = """<!doctype html>
<html lang="en">
<title>Another origin</title>
<main><h1>Another origin</h1></main>
<script>
const received = [];

const once = (target, name) => new Promise((resolve, reject) => {
  const fail = () => reject(Error(target.error?.message ?? `no ${name}`));
  target.addEventListener(name, resolve, {once: true});
  target.addEventListener("error", fail, {once: true});
});

async function listen(url) {
  const source = new EventSource(url);
  for (const name of ["chatt", "delete", "reset"]) {
    source.addEventListener(name, ({data}) => received.push([name, JSON.parse(data)]));
  }
  await once(source, "open");
}

/** The status, the body and the readable fields of a response. */
async function call(method, url, body, headers = {}) {
  if (body) headers["Content-Type"] = "application/json";
  const response = await fetch(url, {method, headers, body: body && JSON.stringify(body)});
  const text = await response.text();
  return [response.status, text && JSON.parse(text), Object.fromEntries(response.headers)];
}

/** Seeks in a clip, and plays on from there. */
async function seek(url, seconds, crossOrigin) {
  const audio = Object.assign(document.createElement("audio"), {crossOrigin, src: url});
  await once(audio, "loadedmetadata");
  audio.currentTime = seconds;
  await once(audio, "seeked");
  const position = audio.currentTime;
  await audio.play();
  while (audio.currentTime <= position) await once(audio, "timeupdate");
  audio.pause();
  return [position, audio.duration];
}
</script>
"""


class Site(http.server.BaseHTTPRequestHandler):
    """Responds with the page."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def log_message(self, *_):
        pass


def long_clip(directory, seconds):
    """A clip with its index at the end: noise, which AAC cannot compress well."""
    path = pathlib.Path(directory, "long.m4a")
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi",
         "-i", f"anoisesrc=amplitude=0.5:duration={seconds}", "-ac", "2",
         "-c:a", "aac", "-aac_coder", "fast", "-b:a", "256k", path], check=True)
    return path.read_bytes()


class OtherOriginTests(SiteCase):
    own_server = True

    def setUp(self):
        site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
        self.addCleanup(site.server_close)
        threading.Thread(target=site.serve_forever, daemon=True).start()
        self.addCleanup(site.shutdown)
        origin = f"http://127.0.0.1:{site.server_port}"
        self.options = ("--cors-origin", origin)
        super().setUp()
        self.tab = self.open(url=origin).tab
        self.tab.run("listen", f"{self.server.url}/v1/events")

    def tearDown(self):
        # Firefox reports the requests that it cancels itself when it seeks.
        cancelled = re.compile("/v1/audio/.*CORS request did not succeed")
        self.problems[:] = [text for text in self.problems if not cancelled.search(text)]
        super().tearDown()

    def events(self, count):
        """The events that the page has received, once there are that many."""
        wait_until(lambda: self.tab.run("() => received.length") >= count, f"{count} events")
        return self.tab.run("() => received")

    def call(self, expected, method, path, *body_and_fields):
        """The body and the readable fields of a response that the page receives."""
        status, body, fields = self.tab.run(
            "call", method, self.server.url + path, *body_and_fields)
        self.assertEqual(expected, status, body)
        return body, fields

    def test_a_page_of_another_origin_posts_seeks_and_deletes(self):
        seconds = 145
        clip = long_clip(self.server.directory, seconds)
        self.assertGreater(len(clip), 4_000_000)
        contents = {"message": "héllo 😀"}, {"audio": base64.b64encode(clip).decode()}
        for count, content in enumerate(contents, start=1):
            chatt, posted = self.call(201, "POST", "/v1/chatts", {"username": "ada", **content})
            token = chatt.pop("deleteToken")
            self.assertEqual(content.get("message"), chatt["message"])
            self.assertEqual(["chatt", chatt], self.events(count)[-1])
        # The fields that scripts of other origins may read.
        single, fields = self.call(200, "GET", posted["location"])
        self.assertEqual(chatt, single)
        self.assertIn("etag", fields)
        newest, fields = self.call(200, "GET", "/v1/chatts?limit=1")
        self.assertEqual([chatt], newest["chatts"])
        self.assertIn("etag", fields)
        self.assertIn('rel="next"', fields["link"])

        for cross_origin in (None, "anonymous"):
            position, duration = self.tab.run(
                "seek", self.server.url + chatt["audio"]["url"], seconds / 2, cross_origin)
            self.assertAlmostEqual(seconds / 2, position, delta=0.1)
            self.assertAlmostEqual(chatt["audio"]["duration"], duration, delta=0.2)
        # The start of the clip, its index at the end, its middle.
        pattern = r'"method":"GET","path":"/v1/audio/[^"]+","status":206'
        wait_until(lambda: len(re.findall(pattern, self.server.log.read_text())) >= 3,
                   "three ranges of the clip in the log")

        self.call(204, "DELETE", posted["location"], None, {"Authorization": f"Bearer {token}"})
        self.assertEqual(["delete", {"id": chatt["id"]}], self.events(3)[-1])

    def test_events_continue_after_a_restart_without_loss_and_without_repetition(self):
        self.server.post("ann", "before")
        self.events(1)
        other = Server(tempfile.mkdtemp(dir=self.browser.directory.parent), self.certificates,
                       database=self.server.database)
        other.start()
        self.addCleanup(other.kill)
        self.server.process.terminate()
        self.assertEqual(0, self.server.process.wait(HANG_SECONDS))
        for message in ("away 0", "away 1"):
            other.post("ann", message)
        self.server.start()
        self.server.post("ann", "back")
        self.events(4)
        self.server.post("ann", "after")
        self.assertEqual(
            [["chatt", message] for message in ("before", "away 0", "away 1", "back", "after")],
            [[name, data.get("message")] for name, data in self.events(5)])
