import Arguments
import Chatter

/// The last backups, as far as they are recorded.
struct BackupCheck: Sendable {
  /// Days after which a backup is old.
  private static let daysMax: Int64 = 3
  private static let perDay: Int64 = 86_400_000_000

  var record: BackupRecord
  var now: Timestamp

  @FaultList var faults: [Fault] {
    if let failed = record.failed {
      Fault(.backupFailed, ["date": "\(failed)", "reason": record.reason])
    }
    if let completed = record.completed, days(since: completed) > Self.daysMax {
      Fault(.backupOld, ["date": "\(completed)", "days": "\(days(since: completed))"])
    }
  }

  /// The last complete one in words.
  var fact: String {
    guard let completed = record.completed else {
      return "none (systemctl enable --now chatterd-backup.timer, or chatterd backup FILE)"
    }
    return "\(completed), \(ByteCount.rounded(record.byteCount)), \(record.file)"
  }

  private func days(since time: Timestamp) -> Int64 {
    (now.microsecondsSince1970 - time.microsecondsSince1970) / Self.perDay
  }
}
