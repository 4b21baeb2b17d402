import Chatter

/// The numbers of rows and clips in a backup, and the file `manifest.json` that states them.
struct BackupCounts: Equatable, Sendable {
  static let fileName = "manifest.json"

  /// By table.
  var rows: [String: Int] = [:]
  var clips = 0
  var clipBytes = 0

  /// Returns the manifest. A reader produces it again from what it has read, and compares.
  func manifest(_ contents: BackupContents) -> [UInt8] {
    var text: [UInt8] = []
    JSONWriter.append(raw: #"{"version":"#, to: &text)
    JSONWriter.append(contents.version, to: &text)
    text += #","migration":\#(contents.migrations.count),"tables":{"#.utf8
    for (index, table) in contents.tables.enumerated() {
      if index > 0 { text += ",".utf8 }
      JSONWriter.append(table.name, to: &text)
      text += ":\(rows[table.name] ?? 0)".utf8
    }
    text += #"},"clips":\#(clips),"clip_bytes":\#(clipBytes)}"#.utf8
    text += "\n".utf8
    return text
  }
}
