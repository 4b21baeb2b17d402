import Chatter
import Testing

@testable import ChatterDaemon

struct BackupCheckTests {
  private static let time = Timestamp("2026-11-20T03:00:00Z") ?? Timestamp(clamping: 0)

  private static func check(days: Int64 = 1) -> BackupCheck {
    var record = BackupRecord()
    (record.completed, record.byteCount, record.file) = (time, 3 << 20, "/b/chatts.dump.gz")
    let now = time.microsecondsSince1970 + days * 86_400_000_000
    return BackupCheck(record: record, now: Timestamp(clamping: now))
  }

  static let samples = FaultSample.variants(
    of: check(),
    [
      (
        .backupFailed,
        { ($0.record.failed, $0.record.reason) = ($0.now, "no space left on device") }
      ),
      (.backupOld, { $0 = check(days: 4) }),
    ], faults: \.faults)

  @Test func findsNothingInARecentBackupOrWithoutOne() {
    #expect(Self.check(days: 3).faults == [])
    let text = Self.check().fact
    #expect(text == "2026-11-20T03:00:00.000Z, 3.0 MiB, /b/chatts.dump.gz", "\(text)")
    let none = BackupCheck(record: BackupRecord(), now: Self.time)
    #expect(none.faults == [] && none.fact.hasPrefix("none ("))
  }
}
