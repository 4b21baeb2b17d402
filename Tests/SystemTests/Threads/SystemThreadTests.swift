import Foundation
import Glibc
import System
import Testing

struct SystemThreadTests {
  /// Returns the result of a body that runs on its own thread.
  private func run<Value: Sendable>(
    _ name: String, signals: SystemThread.SignalHandling = .inherited,
    _ body: @escaping @Sendable () -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      do {
        try SystemThread.start(name, signals: signals) {
          continuation.resume(returning: body())
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  @Test func runsTheBodyOnAnotherThread() async throws {
    let own = UInt(pthread_self())
    #expect(try await run("other") { UInt(pthread_self()) } != own)
  }

  @Test(arguments: ["loop", "loop-äöü-long", "a-name-that-is-too-long"])
  func namesTheThreadWithUpToFifteenBytes(name: String) async throws {
    let shown = try await run(name) {
      (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""
    }
    #expect(shown == String(decoding: name.utf8.prefix(15), as: UTF8.self) + "\n")
  }

  @Test func blocksOrInheritsSignals() async throws {
    let before = blockedSignals()
    #expect(try await run("blocked", signals: .blocked) { blockedSignals().contains(SIGPIPE) })
    #expect(try await run("inherited") { blockedSignals() } == before)
    #expect(blockedSignals() == before)
  }

  @Test func releasesTheBodyWhenTheThreadEnds() async throws {
    final class Held: Sendable {
      let end: CheckedContinuation<Void, Never>
      init(_ end: CheckedContinuation<Void, Never>) { self.end = end }
      deinit { end.resume() }
    }
    await withCheckedContinuation { continuation in
      let held = Held(continuation)
      try? SystemThread.start("holder") { withExtendedLifetime(held) {} }
    }
  }
}

private func blockedSignals() -> Set<Int32> {
  var set = sigset_t()
  _ = unsafe pthread_sigmask(SIG_BLOCK, nil, &set)
  return Set((1..<32).filter { unsafe sigismember(&set, $0) == 1 })
}
