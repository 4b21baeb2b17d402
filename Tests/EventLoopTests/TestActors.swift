import Sockets

/// An actor that lives on a loop.
actor LoopActor {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }
  private var count = 0

  init(loop: EventLoop) { self.loop = loop }

  func isOnLoop() -> Bool { loop.isCurrent }

  func add() -> Int {
    loop.checkIsolated()
    count += 1
    return count
  }

  nonisolated func addAssumingIsolation() -> Int { assumeIsolated { $0.add() } }

  func wait(for readiness: Readiness, on registration: Registration) async throws {
    try await loop.wait(for: readiness, on: registration, until: .after(soon))
    loop.checkIsolated()
  }

  /// Returns whether it is on its loop before, during and after waits.
  func isOnLoopThroughout() async -> [Bool] {
    var results = [loop.isCurrent]
    try? await loop.sleep(until: .after(.milliseconds(1)))
    results.append(loop.isCurrent)
    await Task.yield()
    return results + [loop.isCurrent]
  }
}

/// An actor with the default executor.
actor DefaultActor {
  private var count = 0
  func add() -> Int {
    count += 1
    return count
  }
}
