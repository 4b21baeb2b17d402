/// The operation that a descriptor is awaited for.
public enum Readiness: Sendable, Hashable, CaseIterable {
  case read, write
}

/// Why a wait ended before the descriptor was ready.
public enum WaitError: Error, Sendable, Equatable {
  case timedOut, cancelled
}

/// How a wait ended.
enum WaitOutcome {
  case ready, timedOut, cancelled

  /// Throws if the wait ended before the descriptor was ready.
  func get() throws(WaitError) {
    switch self {
    case .ready: return
    case .timedOut: throw .timedOut
    case .cancelled: throw .cancelled
    }
  }
}

/// One registration of a descriptor with a loop.
///
/// The generation distinguishes it from an earlier registration of another socket with the same
/// number, so that a pending event never reaches the wrong socket.
public struct Registration: Sendable, Hashable {
  public let descriptor: Int32
  let generation: UInt32
}

extension Registration {
  /// The 64 bits that epoll stores with the descriptor.
  var packed: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor)) }

  init(packed: UInt64) {
    descriptor = Int32(bitPattern: UInt32(truncatingIfNeeded: packed))
    generation = UInt32(truncatingIfNeeded: packed >> 32)
  }
}
