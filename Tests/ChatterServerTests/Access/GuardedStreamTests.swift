import HTTP
import System
import Testing

@testable import ChatterServer

struct GuardedStreamTests {
  /// A stream without an end.
  private final class Endless: WaitingResponseStream {
    var isWaiting = true
    func next() async throws -> ArraySlice<UInt8>? { [1] }
    func whenReady(_ call: @escaping () -> Void) { call() }
  }

  /// Accepts a token a number of times.
  private final class Counted: TokenChecker {
    let rest: Lock<Int>

    init(_ count: Int) { rest = Lock(count) }

    func identity(bearer: String) async throws(Problem) -> Identity {
      let isValid = rest.withLock { rest in
        rest -= 1
        return rest >= 0
      }
      guard isValid, bearer == "token" else {
        throw Problem.unauthorized(reason: "unknown", text: "revoked")
      }
      return Identity(username: "ann")
    }
  }

  @Test func endsWhenItsTokenIsRefused() async throws {
    let stream = GuardedStream(
      Endless(), token: "token", checker: Counted(2), interval: .zero)
    #expect(try await stream.next() == [1])
    #expect(try await stream.next() == [1])
    #expect(try await stream.next() == nil)
  }

  @Test func checksOnlyOnceInAnInterval() async throws {
    let checker = Counted(0)
    let stream = GuardedStream(
      Endless(), token: "token", checker: checker, interval: .seconds(3600))
    for _ in 0..<100 { #expect(try await stream.next() == [1]) }
    #expect(checker.rest.withLock { $0 } == 0)
  }

  @Test func waitsAsItsStreamDoes() {
    let endless = Endless()
    let stream = GuardedStream(endless, token: "token", checker: Counted(0))
    #expect(stream.isWaiting)
    endless.isWaiting = false
    #expect(!stream.isWaiting)
    var isCalled = false
    stream.whenReady { isCalled = true }
    #expect(isCalled)
  }
}
