import Chatter
import System

/// What is known of the last backups: a file in the data directory, for doctor and metrics.
struct BackupRecord: Sendable, Equatable {
  private static let bytesMax = 16 << 10

  /// When the last one was complete; nil if none has been.
  var completed: Timestamp?
  /// Its size in bytes.
  var byteCount = 0
  /// Its file; `-` for standard output.
  var file = ""
  /// When a later one failed; nil if the last one was complete.
  var failed: Timestamp?
  var reason = ""

  static func path(in directory: String) -> String { "\(directory)/last-backup.json" }

  static var now: Timestamp { Timestamp(clamping: WallClock.microsecondsSince1970) }

  /// Writes the record; a backup that cannot be recorded is still a good one.
  func save(in directory: String) {
    do throws(FileError) {
      try write(in: directory)
    } catch {
      StandardStream.error.write(
        "chatterd: cannot record this in \(Self.path(in: directory)): \(error)\n")
    }
  }

  func write(in directory: String) throws(FileError) {
    let json = JSONWriter.object([
      "completed": .text(completed?.description), "bytes": .json("\(byteCount)"),
      "file": .text(file), "failed": .text(failed?.description), "reason": .text(reason),
    ])
    let file = try NewFile(Self.path(in: directory), mode: 0o644)
    try file.write(json + [UInt8(ascii: "\n")])
    try file.finish()
  }
}

extension BackupRecord {
  /// Reads the record; an empty one if there was no backup, or the file is damaged.
  init(in directory: String) {
    self.init()
    guard
      let bytes = try? WholeFile.read(Self.path(in: directory), bytesMax: Self.bytesMax),
      let members = try? JSONDocument(bytes[...]).object
    else { return }
    completed = members["completed"]?.text.flatMap { Timestamp($0) }
    byteCount = members["bytes"]?.number.flatMap { Int(exactly: $0) } ?? 0
    file = members["file"]?.text ?? ""
    failed = members["failed"]?.text.flatMap { Timestamp($0) }
    reason = members["reason"]?.text ?? ""
  }
}
