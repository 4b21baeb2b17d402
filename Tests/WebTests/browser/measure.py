"""Measures the site in Chromium: the first paint, scrolling, and the bytes of a page."""

import pathlib
import statistics

from page import Page
from server import Server
from tone import clip

LOADS = 7

# The time to the first contentful paint in milliseconds.
FIRST_PAINT = """() => new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const paint = list.getEntriesByName("first-contentful-paint")[0];
    if (paint) resolve(paint.startTime);
  }).observe({type: "paint", buffered: true});
})"""

# Scrolls the timeline up and down for four seconds. Returns the milliseconds between frames.
SCROLL = """(element) => new Promise((resolve) => {
  const intervals = [];
  const start = performance.now();
  let last = start, step = -60;
  const frame = (now) => {
    intervals.push(now - last);
    last = now;
    const before = element.scrollTop;
    element.scrollTop += step;
    if (element.scrollTop === before) step = -step;
    if (now - start < 4000) requestAnimationFrame(frame);
    else resolve(intervals.slice(2));
  };
  requestAnimationFrame(frame);
})"""

TRANSFERS = """() => performance.getEntriesByType("resource").concat(
  performance.getEntriesByType("navigation")).map(
  ({name, transferSize}) => [name, transferSize])"""


def run(browser, directory, certificates):
    """Prints the figures, and returns the exit status: 1 if one misses its target."""
    directory = pathlib.Path(directory) / "measure"
    directory.mkdir()
    server = Server(directory, certificates)
    server.start()
    try:
        paint = first_paint(browser, server)
        page_bytes, site_bytes = transfers(browser, server)
        frames = scrolling(browser, server)
        marks = unheard_marks(browser, server)
    finally:
        server.stop()
    passed = [
        figure("first contentful paint, 4x CPU throttling", paint, "ms", 300),
        figure("page of 50 messages", page_bytes / 1000, "KB", 20),
        figure("frame interval with 1,000 messages, median", statistics.median(frames), "ms", 17),
        figure("frame interval with 1,000 messages, 99 %",
               statistics.quantiles(frames, n=100)[98], "ms", 34),
    ]
    for what, (paint, frames) in marks.items():
        print(f"web: a visit with {what} of 1,000 clips unheard, 4x CPU throttling: first paint "
              f"{paint:.1f} ms; frame interval, median {statistics.median(frames):.1f} ms, "
              f"99 % {statistics.quantiles(frames, n=100)[98]:.1f} ms")
    print(f"web: the site itself: {site_bytes / 1000:.1f} KB on the wire")
    return 0 if all(passed) else 1


def figure(what, value, unit, target):
    """Prints a figure, and returns whether it is below its target."""
    print(f"web: {what}: {value:.1f} {unit} (target: below {target})")
    return value < target


def first_paint(browser, server):
    """The median of several loads, each by a new person with an empty cache."""
    times = []
    for _ in range(LOADS):
        tab = browser.person()
        browser.devtools(tab, "Emulation.setCPUThrottlingRate", rate=4)
        tab.open(server.url)
        times.append(tab.run(FIRST_PAINT))
        tab.close()
    return statistics.median(times)


def transfers(browser, server):
    """The bytes on the wire of a page of 50 messages, and of the site's own files."""
    for number in range(60):
        server.post(f"person {number % 5}", f"Message {number}: {'a few more words ' * 4}")
    page = Page(browser.person(), server.url)
    page.open()
    page.wait_for_message("Message 59", prefix=True)
    sizes = page.tab.run(TRANSFERS)
    lists = sum(size for name, size in sizes if "/v1/chatts" in name)
    return lists, sum(size for name, size in sizes if "/v1/" not in name)


def scrolling(browser, server):
    """The times between frames while 1,000 messages are scrolled."""
    for number in range(60, 1000):
        server.post(f"person {number % 5}", f"Message {number}: {'a few more words ' * 4}")
    page = Page(browser.person(), server.url)
    page.open()
    page.wait_for_message("Message 999", prefix=True)
    load_all(page)
    return page.scroller().run(SCROLL)


def load_all(page):
    """Scrolls back until 1,000 messages are loaded."""
    for _ in range(2000):
        if len(page.messages()) >= 1000:
            break
        page.scroll(-2000)


def unheard_marks(browser, server):
    """The median time to the first paint, and the times between frames, with all and with none of
    1,000 clips unheard."""
    server.empty()
    server.insert_clips(server.post("ben", "Clip", clip(1)), 999)
    marks = {}
    for what, since in (("all", "1970-01-01T00:00:00.000Z"), ("none", "2999-01-01T00:00:00.000Z")):
        page = Page(browser.person(), server.url)
        page.open()
        page.run("(since) => localStorage.setItem('chatter/heardSince', since)", since)
        browser.devtools(page.tab, "Emulation.setCPUThrottlingRate", rate=4)
        times = []
        for _ in range(LOADS):
            page.reload()
            times.append(page.tab.run(FIRST_PAINT))
        page.wait_for_message("Clip 998")
        browser.devtools(page.tab, "Emulation.setCPUThrottlingRate", rate=1)
        load_all(page)
        marks[what] = statistics.median(times), page.scroller().run(SCROLL)
        page.tab.close()
    return marks
