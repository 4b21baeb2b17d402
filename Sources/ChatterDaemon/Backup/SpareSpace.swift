import Arguments
import PrivateCluster

/// The disk space that must stay free for posts beside a file on the disk of the private cluster.
struct SpareSpace: Sendable {
  let directory: String
  let bytesMin: Int

  /// Creates the limit for a file in a directory; nil if the database is elsewhere.
  ///
  /// - Parameter reserve: The value of `--disk-reserve`; nil for its default.
  init?(for directory: String, _ options: DatabaseOptions, reserve: Int?) {
    guard case .privateCluster(let data) = options.choice,
      let mine = try? FileStatus(of: directory), let other = try? FileStatus(of: data),
      mine.device == other.device
    else { return nil }
    self.directory = directory
    bytesMin = reserve ?? Database.diskReserve(on: FileSystemSpace(of: data))
  }

  /// Creates the limit for the rows of the database; nil if it is not a private cluster.
  init?(_ options: DatabaseOptions, reserve: Int?) {
    guard case .privateCluster(let data) = options.choice else { return nil }
    self.init(for: data, options, reserve: reserve)
  }

  /// Fails if this many bytes more would use what posts need.
  func check(adding byteCount: Int) throws {
    guard let free = FileSystemSpace(of: directory)?.freeBytes, free - byteCount < bytesMin else {
      return
    }
    throw VerbError.temporary(
      "\(ByteCount.rounded(free)) are free on the disk of the database, and posts need "
        + "\(ByteCount.rounded(bytesMin)) (--disk-reserve): free space, or write to another disk")
  }
}
