import Glibc
import TestSupport
import Testing

@testable import System

/// Each test runs in its own process, since signals are sent to the whole process.
struct SignalsTests {
  @Test func returnsEverySignalToAWaitingTask() async {
    await #expect(processExitsWith: .success) {
      endSoon()
      let signals = try Signals()
      try await onLoop { loop in
        for signal in Signal.allCases + Signal.allCases.reversed() {
          let waiting = Task(executorPreference: loop) { try await signals.next(on: loop) }
          await Task.yield()
          kill(getpid(), signal.rawValue)
          let received = try await waiting.value
          precondition(received == signal)
        }
      }
    }
  }

  @Test func keepsOnePendingSignalOfEachKind() async {
    await #expect(processExitsWith: .success) {
      endSoon()
      let signals = try Signals()
      try await onLoop { loop in
        for signal in [SIGTERM, SIGHUP, SIGTERM, SIGHUP] { deliver(signal) }
        var received = [try await signals.next(on: loop), try await signals.next(on: loop)]
        precondition(received == [.hangUp, .terminate])
        let waiting = Task(executorPreference: loop) { try await signals.next(on: loop) }
        for _ in 0..<20 { await Task.yield() }
        kill(getpid(), SIGINT)
        received.append(try await waiting.value)
        precondition(received == [.hangUp, .terminate, .interrupt])
      }
    }
  }

  @Test func handlesManySignalsBesideTraffic() async {
    await #expect(processExitsWith: .success) {
      endSoon()
      let signals = try Signals()
      try await onLoop { loop in
        let receiving = Task(executorPreference: loop) {
          while try await signals.next(on: loop) != .terminate {}
        }
        let storm = Task.detached {
          for _ in 0..<1000 { kill(getpid(), SIGHUP) }
          kill(getpid(), SIGTERM)
        }
        let pair = try DescriptorPair.sockets()
        let registration = try loop.attach(pair.near.number)
        for _ in 0..<300 {
          pair.put()
          while pair.get() != 1 {
            try await loop.wait(for: .read, on: registration, until: .after(soon))
          }
        }
        loop.detach(registration)
        await storm.value
        try await receiving.value
      }
    }
  }

  @Test func endsTheWaitOnCancellation() async {
    await #expect(processExitsWith: .success) {
      endSoon()
      let signals = try Signals()
      try await onLoop { loop in
        let waiting = Task(executorPreference: loop) { try await signals.next(on: loop) }
        await Task.yield()
        waiting.cancel()
        guard case .failure(let error as Errno) = await waiting.result,
          error == .cancelled
        else { fatalError() }
        deliver(SIGINT)
        let received = try await signals.next(on: loop)
        precondition(received == .interrupt)
      }
    }
  }

  @Test func restoresDefaultHandlersAtTheEnd() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      endSoon()
      for _ in 0..<3 {
        let signals = try Signals()
        deliver(SIGTERM)
        let received = try await onLoop { loop in try await signals.next(on: loop) }
        precondition(received == .terminate)
      }
      deliver(SIGTERM)
      exit(0)
    }
  }

  @Test func reportsABrokenPipeAsAnError() async {
    await #expect(processExitsWith: .success) {
      endSoon()
      let signals = try Signals()
      let ends = try DescriptorPair.pipeEnds()
      close(ends[0])
      precondition(unsafe write(ends[1], "x", 1) == -1 && errno == EPIPE)
      withExtendedLifetime(signals) {}
    }
  }
}

/// Delivers a signal before it returns. Threads of Dispatch block all signals, and the threads that
/// they start inherit this. `kill` finds a thread that does not, but possibly later.
private func deliver(_ number: Int32) {
  var set = sigset_t()
  unsafe sigemptyset(&set)
  unsafe sigaddset(&set, number)
  unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  raise(number)
}
