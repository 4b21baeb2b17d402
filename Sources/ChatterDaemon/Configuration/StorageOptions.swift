import ChatterServer
import CommandLine
import Postgres

/// The disk space limits for posts.
struct StorageOptions: Sendable, Equatable {
  /// The disk space that posts must leave free; nil derives it from the size of the file system.
  let diskReserveBytes: Int?
  let retention: RetentionLimits

  /// The defaults.
  init() {
    diskReserveBytes = nil
    retention = RetentionLimits()
  }

  init(_ values: OptionValues) throws(CommandError) {
    diskReserveBytes = try values.optionalInteger(.diskReserve)
    var retention = RetentionLimits()
    retention.bytesMax = try values.optionalInteger(.timelineBytesMax)
    retention.whenFull = try values.choice(.timelineFull)
    retention.ageMax = try values.optionalDuration(.timelineAgeMax)
    self.retention = retention
  }

  /// Returns the reserve on a file system: the value set, otherwise 5 % of the file system, but at
  /// least 32 MiB (two WAL segments of PostgreSQL) and at most 512 MiB.
  func diskReserveBytes(on space: FileSystemSpace?) -> Int {
    diskReserveBytes ?? max(32 << 20, min(512 << 20, (space?.totalBytes ?? .max) / 20))
  }
}
