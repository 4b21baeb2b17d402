import ChatterServer
import Postgres

/// How much space posts may take.
struct StorageOptions: Sendable, Equatable {
  /// Free disk space that posts leave; nil takes it from the size of the file system.
  let diskReserveBytes: Int?
  let retention: RetentionLimits

  /// What holds where nothing was chosen.
  init() {
    diskReserveBytes = nil
    retention = RetentionLimits()
  }

  init(_ values: OptionValues) throws(CommandError) {
    diskReserveBytes = try values.optionalInteger(.diskReserve)
    var retention = RetentionLimits()
    retention.bytesMax = try values.integerUnlessOff(.timelineBytesMax)
    retention.whenFull = try values.choice(.timelineFull)
    retention.ageMax = try values.durationUnlessOff(.timelineAgeMax)
    self.retention = retention
  }

  /// The reserve on a file system: what was chosen; else 5 % of it, from 32 MiB, which is two of
  /// PostgreSQL's WAL segments, to 512 MiB.
  func diskReserveBytes(on space: FileSystemSpace?) -> Int {
    diskReserveBytes ?? max(32 << 20, min(512 << 20, (space?.totalBytes ?? .max) / 20))
  }
}
