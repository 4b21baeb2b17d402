"""A client of WebDriver BiDi, the protocol that drives both browsers.

https://w3c.github.io/webdriver-bidi/
"""

import asyncio
import concurrent.futures
import itertools
import json
import threading

import websockets

from waiting import HANG_SECONDS


class BiDiError(Exception):
    """An error response: its code, for example "no such node", and what the browser says of it."""

    def __init__(self, method, response):
        super().__init__(f"{method}: {response['error']}: {response.get('message', '')}")
        self.code = response["error"]


class Connection:
    """A WebSocket to a browser. A thread reads it; commands wait for their responses."""

    def __init__(self, url):
        self.numbers = itertools.count(1)
        self.waiting = {}
        self.handlers = {}
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.socket = self._run(self._open(url))
        self.reading = asyncio.run_coroutine_threadsafe(self._read(), self.loop)

    def call(self, method, /, **parameters):
        """Sends a command and returns its result. Raises BiDiError, or TimeoutError if the browser
        hangs."""
        number = next(self.numbers)
        response = concurrent.futures.Future()
        self.waiting[number] = response
        try:
            if self.reading.done():
                raise ConnectionError(f"{method}: the browser has closed the connection")
            self._run(self.socket.send(json.dumps(
                {"id": number, "method": method, "params": parameters})))
            message = response.result(HANG_SECONDS)
        except concurrent.futures.TimeoutError:
            raise TimeoutError(f"{method}: no response in {HANG_SECONDS} s") from None
        finally:
            self.waiting.pop(number, None)
        if message["type"] == "error":
            raise BiDiError(method, message)
        return message["result"]

    def on(self, method, handler):
        """Subscribes to an event. The reading thread calls the handler, which must not call()."""
        if method not in self.handlers:
            self.handlers[method] = []
            self.call("session.subscribe", events=[method])
        self.handlers[method].append(handler)

    def close(self):
        """Closes the socket and ends the thread."""
        self._run(self.socket.close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def _run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(HANG_SECONDS)

    @staticmethod
    async def _open(url):
        return await websockets.connect(
            url, max_size=None, ping_interval=None, open_timeout=HANG_SECONDS)

    async def _read(self):
        try:
            async for text in self.socket:
                message = json.loads(text)
                if message["type"] == "event":
                    for handler in self.handlers.get(message["method"], ()):
                        handler(message["params"])
                elif message.get("id") in self.waiting:
                    self.waiting[message["id"]].set_result(message)
        except websockets.ConnectionClosed:
            pass
        finally:
            for response in list(self.waiting.values()):
                if not response.done():
                    response.set_exception(ConnectionError("the browser has closed the connection"))
