private import Glibc
public import Sockets
public import System

/// How long a test waits for something that should happen at once.
public let soon = hangTimeout

/// Ends the process of an exit test that hangs, since its parent may be gone by then.
public func endSoon() { alarm(60) }

/// Runs a test's body as a task of its own loop.
public func onLoop<Success: Sendable>(
  _ body: @escaping @Sendable (EventLoop) async throws -> Success
) async throws -> Success {
  let loop = try EventLoop(name: "test")
  defer { loop.stop() }
  return try await loop.run { try await body(loop) }
}

/// Runs a test's body as a task of its own loop, whose time passes only when the test advances it.
package func onVirtualTime<Success: Sendable>(
  _ body: @escaping @Sendable (EventLoop, VirtualClock) async throws -> Success
) async throws -> Success {
  let clock = VirtualClock()
  let loop = try EventLoop(name: "test", clock: clock)
  defer { loop.stop() }
  return try await loop.run { try await body(loop, clock) }
}

/// Returns the two ends of one TCP connection over the loopback, both on the calling loop.
public func connectedPair(on loop: EventLoop) async throws
  -> (client: SocketStream, server: SocketStream)
{
  let listener = try Listener(on: .loopback(), loop: loop)
  defer { listener.close() }
  let client = try await SocketStream.connect(
    to: listener.address, on: loop, until: .after(soon))
  return (client, try await listener.accept())
}

extension Listener {
  /// Waits for the next connection and accepts it. Throws when the listener is closed.
  public func accept() async throws(SocketError) -> sending SocketStream {
    while true {
      if let accepted = try acceptNow() { return accepted }
      do throws(WaitError) {
        try await waitForConnection()
      } catch {
        throw .system(.cancelled, call: "accept4")
      }
    }
  }
}

extension ByteStream {
  /// Reads until the orderly end and returns all bytes.
  public func readAll(atMost count: Int = 65_536) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while try await read(into: &bytes, atMost: count, until: .after(soon)) > 0 {}
    return bytes
  }
}

/// Returns what an operation returned or threw.
public func result<Success, Failure>(
  of operation: () async throws(Failure) -> Success
) async -> Result<Success, Failure> {
  do throws(Failure) {
    return .success(try await operation())
  } catch {
    return .failure(error)
  }
}
