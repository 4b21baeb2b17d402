import Glibc

@testable import EventLoop
@testable import Sockets

/// How long a test waits for something that should happen at once.
let soon = Duration.seconds(20)

/// A value that only one loop's thread uses.
///
/// It is Sendable because it never leaves the loop. A test that breaks this fails under the thread
/// sanitizer.
struct Confined<Value>: @unchecked Sendable {
  let value: Value
}

/// Ends the process of an exit test that hangs, since its parent may be gone by then.
func endSoon() { alarm(60) }

/// Runs a test's body as a task of its own loop.
func onLoop<Success: Sendable>(
  _ body: @escaping @Sendable (EventLoop) async throws -> Success
) async throws -> Success {
  let loop = try EventLoop(name: "test")
  defer { loop.stop() }
  return try await loop.run { try await body(loop) }
}

/// Returns the two ends of one TCP connection over the loopback, both on the calling loop.
func connectedPair(on loop: EventLoop) async throws -> (client: SocketStream, server: SocketStream)
{
  let listener = try Listener(on: .loopback(), loop: loop)
  defer { listener.close() }
  let client = try await SocketStream.connect(
    to: listener.address, on: loop, until: .after(soon))
  return (client, try await listener.accept())
}

extension ByteStream {
  /// Reads until the orderly end and returns all bytes.
  func readAll(atMost count: Int = 65_536) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while try await read(into: &bytes, atMost: count, until: .after(soon)) > 0 {}
    return bytes
  }
}

/// Returns what an operation returned or threw.
func result<Success, Failure>(
  of operation: () async throws(Failure) -> Success
) async -> Result<Success, Failure> {
  do throws(Failure) {
    return .success(try await operation())
  } catch {
    return .failure(error)
  }
}

/// Returns how a wait ended.
func waitOutcome(
  _ wait: () async throws(WaitError) -> Void
) async -> Waiter.Outcome {
  do throws(WaitError) {
    try await wait()
    return .ready
  } catch {
    return error == .timedOut ? .timedOut : .cancelled
  }
}
