import Sockets

/// An actor that lives on a loop.
actor Resident {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }
  private var count = 0

  init(loop: EventLoop) { self.loop = loop }

  func isAtHome() -> Bool { loop.isCurrent }

  func add() -> Int {
    loop.checkIsolated()
    count += 1
    return count
  }

  nonisolated func addByAssuming() -> Int { assumeIsolated { $0.add() } }

  func wait(for readiness: Readiness, on registration: Registration) async throws {
    try await loop.wait(for: readiness, on: registration, until: .after(soon))
    loop.checkIsolated()
  }

  /// Home before, while and after it waits on its loop.
  func staysHome() async -> [Bool] {
    var answers = [loop.isCurrent]
    try? await loop.sleep(until: .after(.milliseconds(1)))
    answers.append(loop.isCurrent)
    await Task.yield()
    return answers + [loop.isCurrent]
  }
}

/// An ordinary actor, which has no thread of its own.
actor Guest {
  private var count = 0
  func add() -> Int {
    count += 1
    return count
  }
}
