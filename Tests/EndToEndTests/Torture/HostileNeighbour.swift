import Foundation
import System
import TLS
import TestSupport
import Testing

/// All known attacks at the same time from one address, each at its own pace.
///
/// Each runs on a thread that gets only idle processor time (SCHED_IDLE, sched(7)), so that the
/// measurement covers the server's cost and not that of the attackers.
final class HostileNeighbour: Sendable {
  /// One step of an attack; the next step follows after the pause, on a new connection
  /// if the step fails.
  struct Habit: Sendable {
    let name: String
    let pause: Duration
    let step: @Sendable (Attack, inout [HostileClient]) async throws -> Void
  }

  private struct State {
    var isOver = false
    var begun: Set<String> = []
    var steps: [String: Int] = [:]
    var refusals: [String: Int] = [:]
  }

  /// SCHED_IDLE (linux/sched.h), which the Glibc module does not export.
  private static let idlePolicy: Int32 = 5

  private let server: ServerProcess
  private let habits: [Habit]
  private let state = Lock(State())

  init(of server: ServerProcess, _ habits: [Habit]) {
    (self.server, self.habits) = (server, habits)
  }

  /// The number of steps of each attack, and of those that ended in a lost connection.
  var summary: String {
    let state = state.withLock { $0 }
    return habits.map { habit in
      "\(habit.name) \(state.steps[habit.name] ?? 0)/\(state.refusals[habit.name] ?? 0)"
    }
    .joined(separator: ", ")
  }

  /// Whether each attack has begun its first step.
  var hasBegun: Bool { state.withLock { $0.begun.count } == habits.count }

  func finish() { state.withLock { $0.isOver = true } }

  private var isOver: Bool { state.withLock { $0.isOver } }

  /// Attacks until it is finished.
  func run() async throws {
    try await withThrowingDiscardingTaskGroup { group in
      for habit in habits {
        group.addTask {
          try await self.server.attacked { attack in
            // On Linux the policy applies to the calling thread, which belongs to this loop.
            var parameters = sched_param()
            let status = unsafe sched_setscheduler(0, Self.idlePolicy, &parameters)
            try #require(status == 0)
            await self.attack(habit, attack)
          }
        }
      }
    }
  }

  private func attack(_ habit: Habit, _ attack: Attack) async {
    var clients: [HostileClient] = []
    defer { for client in clients { client.close() } }
    while !isOver {
      _ = state.withLock { $0.begun.insert(habit.name) }
      do {
        try await habit.step(attack, &clients)
        state.withLock { $0.steps[habit.name, default: 0] += 1 }
      } catch {
        // The server may close an attacker's connection at any time.
        state.withLock { $0.refusals[habit.name, default: 0] += 1 }
        for client in clients { client.close() }
        clients = []
      }
      try? await attack.loop.sleep(until: .after(habit.pause))
    }
  }
}
