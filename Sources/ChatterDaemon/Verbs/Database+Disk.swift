import ChatterServer
import Postgres

extension Database {
  /// Returns the guard that rejects posts while the disk of the private cluster is almost full; nil
  /// for a named database, whose disk is not monitored.
  func makeDiskGuard(log: Log) -> DiskGuard? {
    guard let cluster else { return nil }
    return DiskGuard(
      reserveBytes: diskReserveBytes,
      measure: { cluster.measureFreeBytes() },
      report: { event in
        switch event {
        case .startedRefusing(let freeBytes, let reserveBytes):
          log.error(
            "disk space is below the reserve: refusing posts until space is freed",
            Self.details(freeBytes, reserveBytes))
        case .stoppedRefusing(let freeBytes, let reserveBytes):
          log.notice(
            "disk space is above the reserve again: accepting posts",
            Self.details(freeBytes, reserveBytes))
        }
      })
  }

  private static func details(_ freeBytes: Int?, _ reserveBytes: Int) -> KeyValuePairs<
    String, LogValue
  > {
    ["free_bytes": .integer(freeBytes ?? 0), "reserve_bytes": .integer(reserveBytes)]
  }
}
