import Glibc

@testable import Sockets

/// How long a test waits for what ought to come at once.
let soon = Duration.seconds(20)

/// What is used on one loop's thread only.
///
/// That it never leaves the loop is what makes it Sendable; a test that breaks this fails under the
/// thread sanitizer.
struct Confined<Value>: @unchecked Sendable {
  let value: Value
}

/// Lets a process of an exit test end although it hangs: its parent may be gone by then.
func endSoon() { alarm(60) }

/// Runs a test's body as a task of a loop of its own.
func onLoop<Success: Sendable>(
  _ body: @escaping @Sendable (EventLoop) async throws -> Success
) async throws -> Success {
  let loop = try EventLoop(name: "test")
  defer { loop.stop() }
  return try await loop.run { try await body(loop) }
}

/// Two ends of one TCP connection over the loopback, both on the calling loop.
func connectedPair(on loop: EventLoop) async throws -> (client: SocketStream, server: SocketStream)
{
  let listener = try Listener(on: .loopback(), loop: loop)
  defer { listener.close() }
  let client = try await SocketStream.connect(
    to: listener.address, on: loop, until: .after(soon))
  return (client, try await listener.accept())
}

extension ByteStream {
  /// Reads until the orderly end, and returns all of it.
  func readAll(atMost count: Int = 65_536) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while try await read(into: &bytes, atMost: count, until: .after(soon)) > 0 {}
    return bytes
  }
}

/// What an operation returned or threw.
nonisolated(nonsending) func result<Success, Failure>(
  of operation: () async throws(Failure) -> Success
) async -> Result<Success, Failure> {
  do throws(Failure) {
    return .success(try await operation())
  } catch {
    return .failure(error)
  }
}

/// How a wait ended, as a value.
nonisolated(nonsending) func waitOutcome(
  _ wait: () async throws(WaitError) -> Void
) async -> Waiter.Outcome {
  do throws(WaitError) {
    try await wait()
    return .ready
  } catch {
    return error == .timedOut ? .timedOut : .cancelled
  }
}
