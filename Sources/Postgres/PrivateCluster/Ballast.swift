private import Glibc
private import Sockets

/// A file that occupies disk space, so that there is some to free when PostgreSQL cannot start
/// without.
///
/// Crash recovery writes WAL: on a full disk it fails, and with it every start. The ballast is then
/// deleted, which is enough for a recovery; it is made again when there is space. An operator may
/// delete it at any time.
final class Ballast: Sendable {
  /// Its size on a large file system.
  static let bytesMax = 64 << 20
  /// Its size on a small one: a WAL segment, which PostgreSQL makes in recovery, and some more.
  static let bytesMin = 24 << 20
  /// The part of the file system that it takes between these two.
  static let fraction = 64
  /// Free bytes below which a failed start is taken for a lack of space: two WAL segments.
  static let startBytesMin = 32 << 20

  private enum Phase {
    case absent
    case beingMade
    case present
    /// It could not be made, and is not tried again before the next start of the server.
    case failed
  }

  private let path: String
  /// Free bytes that must be left when it has been made.
  private let spareBytes: Int
  private let space: @Sendable () -> FileSystemSpace?
  private let phase = Lock(Phase.absent)

  init(
    path: String, spareBytes: Int, space: @escaping @Sendable () -> FileSystemSpace?
  ) {
    self.path = path
    self.spareBytes = spareBytes
    self.space = space
  }

  /// Runs a start of the server; one that fails for lack of space is repeated without the ballast.
  func supporting<Value>(
    _ start: () throws(PrivateClusterError) -> Value
  ) throws(PrivateClusterError) -> Value {
    do {
      let value = try start()
      prepare()
      return value
    } catch {
      guard isForLackOfSpace(error), release() else { throw error }
      return try start()
    }
  }

  /// Makes it unless it is there or there is too little space; blocks while the system does.
  func prepare() {
    let isDue = phase.withLock { phase in
      guard phase != .beingMade, phase != .present else { return false }
      phase = .beingMade
      return true
    }
    guard isDue else { return }
    let result = make()
    phase.withLock { $0 = result }
  }

  /// Makes it on a thread of its own where it was deleted and there is space again.
  func prepareAgain(in space: FileSystemSpace) {
    guard phase.withLock({ $0 == .absent }), hasPlace(in: space) else { return }
    // Without a thread it is tried at the next measurement.
    try? SystemThread.start("ballast", signals: .blocked) { self.prepare() }
  }

  /// Deletes it; returns whether it was there.
  func release() -> Bool {
    phase.withLock { phase in
      guard phase == .present || phase == .absent else { return false }
      phase = .absent
      return unsafe unlink(path) == 0
    }
  }

  static func size(on space: FileSystemSpace) -> Int {
    max(bytesMin, min(bytesMax, space.totalBytes / fraction))
  }

  private func hasPlace(in space: FileSystemSpace) -> Bool {
    space.freeBytes - Self.size(on: space) >= spareBytes
  }

  private func make() -> Phase {
    guard unsafe access(path, F_OK) != 0 else { return .present }
    guard let space = space() else { return .failed }
    guard hasPlace(in: space) else { return .absent }
    // O_EXCL: what the cluster's user may have laid there is not followed and not written to.
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0 else { return .failed }
    defer { close(descriptor) }
    guard posix_fallocate(descriptor, 0, off_t(Self.size(on: space))) == 0 else {
      unsafe unlink(path)
      return .failed
    }
    return .present
  }

  private func isForLackOfSpace(_ error: PrivateClusterError) -> Bool {
    switch error {
    case .stopped: return false
    case .startFailed(let log) where log.contains("No space left on device"): return true
    case .system(_, _, ENOSPC): return true
    // The log is on the same disk: it may have nothing to say.
    default: return space().map { $0.freeBytes < Self.startBytesMin } ?? false
    }
  }
}
