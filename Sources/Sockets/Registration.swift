/// What a descriptor is waited for.
public enum Readiness: Sendable, Hashable, CaseIterable {
  case read, write
}

/// Why waiting ended without what was waited for.
public enum WaitError: Error, Sendable, Equatable {
  case timedOut, cancelled
}

/// One stay of a descriptor on a loop.
///
/// The generation tells it from an earlier stay of another socket under the same number, so that
/// an event still on its way never reaches the wrong one.
public struct Registration: Sendable, Hashable {
  public let descriptor: Int32
  let generation: UInt32

  init(descriptor: Int32, generation: UInt32) {
    self.descriptor = descriptor
    self.generation = generation
  }

  /// The 64 bits that epoll keeps for us beside the descriptor.
  var packed: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor)) }

  init(packed: UInt64) {
    descriptor = Int32(bitPattern: UInt32(truncatingIfNeeded: packed))
    generation = UInt32(truncatingIfNeeded: packed >> 32)
  }
}
