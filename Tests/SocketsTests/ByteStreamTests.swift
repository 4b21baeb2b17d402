import System
import Testing

@testable import Sockets

struct ByteStreamTests {
  @Test(
    arguments: [
      (Errno.connectionReset, StreamError.reset), (.brokenPipe, .reset), (.notConnected, .reset),
      (.timedOut, .reset), (.hostUnreachable, .reset), (.networkUnreachable, .reset),
      (.noMemory, .system(.noMemory, call: "recv")),
    ])
  func mapsErrnosOfConnectedSockets(errno: Errno, error: StreamError) {
    #expect(StreamError(errno, call: "recv") == error)
  }

  @Test(
    arguments: [
      (StreamError.timedOut, "timed out"), (.cancelled, "cancelled"),
      (.reset, "the peer reset the connection"), (.truncated, "connection closed unexpectedly"),
      (.protocolFailure("not TLS"), "not TLS"),
      (.system(.noMemory, call: "send"), "send: Cannot allocate memory"),
    ])
  func describesTheCause(error: StreamError, text: String) {
    #expect(error.description == text)
  }
}
