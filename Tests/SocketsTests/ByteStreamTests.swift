import Testing

@testable import Sockets

@Suite("A byte stream's errors (needs nothing)")
struct ByteStreamTests {
  @Test(
    "an errno of a connected socket is a reset, or itself",
    arguments: [
      (Errno.connectionReset, StreamError.reset), (.brokenPipe, .reset), (.notConnected, .reset),
      (.timedOut, .reset), (.hostUnreachable, .reset), (.networkUnreachable, .reset),
      (.noMemory, .system(.noMemory, call: "recv")),
    ])
  func errnos(errno: Errno, error: StreamError) {
    #expect(StreamError(errno, call: "recv") == error)
  }

  @Test("why waiting ended is why the stream did")
  func waits() {
    #expect(StreamError(.timedOut) == .timedOut)
    #expect(StreamError(.cancelled) == .cancelled)
  }

  @Test(
    "its text names the cause",
    arguments: [
      (StreamError.timedOut, "timed out"), (.cancelled, "cancelled"),
      (.reset, "the peer reset the connection"), (.truncated, "connection closed unexpectedly"),
      (.protocolFailure("not TLS"), "not TLS"),
      (.system(.noMemory, call: "send"), "send: Cannot allocate memory"),
    ])
  func texts(error: StreamError, text: String) {
    #expect(error.description == text)
  }
}
