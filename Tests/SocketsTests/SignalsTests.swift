import Glibc
import Testing

@testable import Sockets

/// Each in a process of its own, since signals are the whole process's.
@Suite("Signals (needs nothing)")
struct SignalsTests {
  @Test("a signal that comes while a task waits is told, whichever it is")
  func waiting() async {
    await #expect(processExitsWith: .success) {
      endSoon()
      let signals = try Signals()
      try await onLoop { loop in
        for signal in Signal.allCases + Signal.allCases.reversed() {
          let waiting = Task(executorPreference: loop) { try await signals.next(on: loop) }
          await Task.yield()
          kill(getpid(), signal.rawValue)
          let told = try await waiting.value
          precondition(told == signal)
        }
      }
    }
  }

  @Test("signals that come before anybody waits are kept, one of a kind, and then it waits again")
  func pending() async {
    await #expect(processExitsWith: .success) {
      endSoon()
      let signals = try Signals()
      try await onLoop { loop in
        for signal in [SIGTERM, SIGHUP, SIGTERM, SIGHUP] { deliver(signal) }
        var told = [try await signals.next(on: loop), try await signals.next(on: loop)]
        precondition(told == [.hangUp, .terminate])
        let waiting = Task(executorPreference: loop) { try await signals.next(on: loop) }
        for _ in 0..<20 { await Task.yield() }
        kill(getpid(), SIGINT)
        told.append(try await waiting.value)
        precondition(told == [.hangUp, .terminate, .interrupt])
      }
    }
  }

  @Test("a thousand signals from another thread disturb neither the wait nor the traffic")
  func storm() async {
    await #expect(processExitsWith: .success) {
      endSoon()
      let signals = try Signals()
      try await onLoop { loop in
        let hearing = Task(executorPreference: loop) {
          while try await signals.next(on: loop) != .terminate {}
        }
        let storm = Task.detached {
          for _ in 0..<1000 { kill(getpid(), SIGHUP) }
          kill(getpid(), SIGTERM)
        }
        let (client, server) = try await connectedPair(on: loop)
        for _ in 0..<300 {
          var bytes: [UInt8] = []
          try await client.write([1, 2, 3], until: .after(soon))
          let count = try await server.read(into: &bytes, atMost: 9, until: .after(soon))
          precondition(count == 3)
        }
        await storm.value
        try await hearing.value
      }
    }
  }

  @Test("cancelling ends the wait, and the next wait hears again")
  func cancelling() async {
    await #expect(processExitsWith: .success) {
      endSoon()
      let signals = try Signals()
      try await onLoop { loop in
        let waiting = Task(executorPreference: loop) { try await signals.next(on: loop) }
        await Task.yield()
        waiting.cancel()
        guard case .failure(let error as SocketError) = await waiting.result,
          error == .cancelled
        else { fatalError() }
        deliver(SIGINT)
        let told = try await signals.next(on: loop)
        precondition(told == .interrupt)
      }
    }
  }

  @Test("when the signals go, the process can be terminated again, and new ones hear again")
  func ending() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      endSoon()
      for _ in 0..<3 {
        let signals = try Signals()
        deliver(SIGTERM)
        let told = try await onLoop { loop in try await signals.next(on: loop) }
        precondition(told == .terminate)
      }
      deliver(SIGTERM)
      exit(0)
    }
  }

  @Test("a write to a pipe that nobody reads is an error and does not end the process")
  func brokenPipe() async {
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

/// Delivers a signal before it returns. A thread that Dispatch made blocks all signals, and those
/// that it makes inherit that; `kill` finds a thread that does not, but in its own time.
private func deliver(_ number: Int32) {
  var set = sigset_t()
  unsafe sigemptyset(&set)
  unsafe sigaddset(&set, number)
  unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  raise(number)
}
