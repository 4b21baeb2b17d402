import Foundation
import Glibc
import Testing
import Threads

@Suite struct SystemThreadTests {
  /// What a body found out on a thread of its own.
  private func found<Value: Sendable>(
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

  @Test("a body runs once, on a thread that is another than the caller's")
  func runs() async throws {
    let own = UInt(pthread_self())
    #expect(try await found("other") { UInt(pthread_self()) } != own)
  }

  @Test("the thread has its name, of which the system keeps fifteen bytes")
  func name() async throws {
    let shown = try await found("a-name-that-is-too-long") {
      (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""
    }
    #expect(shown == "a-name-that-is-\n")
  }

  @Test("signals reach a thread, or none does, and the caller's stay as they were")
  func signals() async throws {
    let before = blockedSignals()
    #expect(try await found("blocked", signals: .blocked) { blockedSignals().contains(SIGPIPE) })
    #expect(try await found("inherited") { blockedSignals() } == before)
    #expect(blockedSignals() == before)
  }

  @Test("what the body holds is let go when the thread ends")
  func release() async throws {
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
