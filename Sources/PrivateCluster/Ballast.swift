private import Glibc
internal import Postgres
private import System

/// A file that reserves disk space, which can be freed when PostgreSQL cannot start without it.
///
/// Crash recovery writes WAL. On a full disk the recovery fails, and with it every start. The
/// ballast is then deleted, which frees enough space for a recovery, and is created again when
/// there is space. An operator may delete it at any time.
final class Ballast: Sendable {
  /// Size in bytes on a large file system.
  static let bytesMax = 64 << 20
  /// Size in bytes on a small file system: one WAL segment, which PostgreSQL creates during
  /// recovery, and a margin.
  static let bytesMin = 24 << 20
  /// The size between these two is the file system's size divided by this.
  static let fraction = 64
  /// Free bytes below which a failed start is attributed to a lack of space: two WAL segments.
  static let startBytesMin = 32 << 20

  private enum Phase {
    case absent
    case beingMade
    case present
    /// Creating it failed; it is not tried again before the next start of the server.
    case failed
  }

  private let path: String
  /// Free bytes that must remain after it has been created.
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

  /// Runs a start of the server; a start that fails for lack of space is repeated without the
  /// ballast.
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

  /// Creates the ballast unless it exists or there is too little space; blocks during the system
  /// calls.
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

  /// Creates the ballast on a separate thread if it was deleted and there is space again.
  func prepareAgain(in space: FileSystemSpace) {
    guard phase.withLock({ $0 == .absent }), fits(in: space) else { return }
    // Without a thread, the next measurement tries again.
    try? SystemThread.start("ballast", signals: .blocked) { self.prepare() }
  }

  /// Deletes the ballast; returns whether it existed.
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

  private func fits(in space: FileSystemSpace) -> Bool {
    space.freeBytes - Self.size(on: space) >= spareBytes
  }

  private func make() -> Phase {
    guard unsafe access(path, F_OK) != 0 else { return .present }
    guard let space = space() else { return .failed }
    guard fits(in: space) else { return .absent }
    // O_EXCL: a link or file that the cluster's user may have placed here is not followed or
    // written to.
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
    // The log is on the same disk and may be empty.
    default: return space().map { $0.freeBytes < Self.startBytesMin } ?? false
    }
  }
}

/// The size and the free space of a file system (statvfs(3)).
public struct FileSystemSpace: Sendable, Hashable {
  /// Total bytes of the file system.
  public let totalBytes: Int
  /// Free bytes, excluding those reserved for root: PostgreSQL does not run as root.
  public let freeBytes: Int

  public init(totalBytes: Int, freeBytes: Int) {
    self.totalBytes = totalBytes
    self.freeBytes = freeBytes
  }

  /// Reads the sizes of the file system that holds a path; nil when the system call fails.
  public init?(of path: String) {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    totalBytes = Self.bytes(UInt64(status.f_blocks), UInt64(status.f_frsize))
    freeBytes = Self.bytes(UInt64(status.f_bavail), UInt64(status.f_frsize))
  }

  /// Returns the product, saturating: some network file systems report impossibly large sizes.
  static func bytes(_ blocks: UInt64, _ blockBytes: UInt64) -> Int {
    let (bytes, overflows) = blocks.multipliedReportingOverflow(by: blockBytes)
    return overflows ? .max : Int(clamping: bytes)
  }
}
