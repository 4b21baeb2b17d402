import Chatter
import TestSupport
import Testing

@testable import ChatterDaemon

struct BackupRecordTests {
  @Test func isReadAsItWasWritten() throws {
    let directory = try TemporaryDirectory()
    #expect(BackupRecord(in: directory.path) == BackupRecord())
    var record = BackupRecord()
    (record.completed, record.byteCount) = (Timestamp("2026-11-20T03:00:00Z"), 1 << 40)
    record.file = "/a \"b\"\n"
    try record.write(in: directory.path)
    #expect(BackupRecord(in: directory.path) == record)
    (record.failed, record.reason) = (Timestamp("2026-11-21T03:00:00Z"), "no space")
    try record.write(in: directory.path)
    #expect(BackupRecord(in: directory.path) == record)
  }

  @Test(arguments: ["", "{", "[]", "null", #"{"completed":7,"bytes":1e300,"file":[]}"#])
  func isEmptyIfTheFileIsDamaged(text: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write(text, to: "last-backup.json")
    #expect(BackupRecord(in: directory.path) == BackupRecord())
  }
}
