import Chatter
import TLS

/// A line of `sha256sum`: the digest of bytes and a name.
enum DigestLine {
  static func text(of bytes: [UInt8], name: String) throws -> String {
    guard let digest = SHA256.digest(of: bytes) else {
      throw VerbError.temporary("OpenSSL has no SHA-256: check the memory of this machine")
    }
    return "\(HexText.of(digest))  \(name)\n"
  }
}

/// The clip of a row, by which its digest is listed.
struct ClipDigest {
  private let id: String
  private let bytes: ArraySlice<UInt8>

  /// Returns nil for a row without a clip.
  init?(_ columns: CopyFile.Columns, of table: BackupContents.Table) {
    guard table.name == "chatts", let audio = table.columns.firstIndex(of: "audio"),
      let id = table.columns.firstIndex(of: "id"), columns.count == table.columns.count,
      let bytes = columns[audio], let name = columns[id]
    else { return nil }
    self.bytes = bytes
    self.id = Self.uuid(name)
  }

  var byteCount: Int { bytes.count }

  /// The line of `sha256sum` for the clip, under its name in an export.
  var line: String {
    get throws { try DigestLine.text(of: Array(bytes), name: "clips/\(id).m4a") }
  }

  /// Returns the name of the file of digests that follows a part with clips.
  static func fileName(besides part: String) -> String {
    part.replacing(".copy.gz", with: ".sha256")
  }

  static func uuid(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += HexText.of([byte])
    }
    return text
  }
}
