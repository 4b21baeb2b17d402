import Chatter
import TLS

/// Checks a stored row as a post is checked, and its clip against the digest and the facts beside
/// it.
struct ChattCheck {
  /// The names of the columns that are checked.
  private let positions: [String: Int]
  private let columnCount: Int

  init(_ table: BackupContents.Table) {
    positions = Dictionary(
      table.columns.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    columnCount = table.columns.count
  }

  /// Returns what is wrong with a row, in one line; nil if it is sound.
  func fault(in columns: CopyFile.Columns) -> String? {
    guard columns.count == columnCount, let id = value("id", columns), id.count == 16 else {
      return "a row without an id"
    }
    return reason(columns).map { "chatt \(ClipDigest.uuid(id)): \($0)" }
  }

  private func reason(_ columns: CopyFile.Columns) -> String? {
    guard let username = text("username", columns) else { return "the username is not UTF-8" }
    guard (1...PostLimit.usernameCharactersMax).contains(username.unicodeScalars.count) else {
      return "the username has \(username.unicodeScalars.count) characters"
    }
    let message = value("message", columns)
    if message != nil, text("message", columns) == nil { return "the message is not UTF-8" }
    guard let time = integer("created_at", columns), Self.timestamp(time) != nil else {
      return "the time is out of range"
    }
    guard let audio = value("audio", columns) else {
      return message == nil ? "neither a message nor a clip" : nil
    }
    return clipReason(Array(audio), columns)
  }

  private func clipReason(_ audio: [UInt8], _ columns: CopyFile.Columns) -> String? {
    // Clips from before the digests have none.
    if let digest = value("audio_sha256", columns),
      SHA256.digest(of: audio).map({ digest.elementsEqual($0) }) != true
    {
      return "the clip differs from its SHA-256"
    }
    let clip: AudioClip
    do throws(AudioClipError) {
      clip = try AudioClip(bytes: audio)
    } catch {
      return "the clip is not valid: \(error)"
    }
    let duration = Int(clamping: clip.facts.duration.attoseconds / 1_000_000_000_000)
    guard text("audio_codec", columns) == clip.facts.codec.rawValue,
      integer("audio_duration_us", columns) == duration,
      integer("audio_sample_rate", columns) == clip.facts.sampleRate,
      integer("audio_channels", columns) == clip.facts.channels
    else { return "the facts beside the clip are not those of the clip" }
    return nil
  }

  /// Converts a `timestamptz`: microseconds since 2000.
  private static func timestamp(_ microseconds: Int) -> Timestamp? {
    let (sum, isOver) = microseconds.addingReportingOverflow(946_684_800_000_000)
    return isOver ? nil : Timestamp(microsecondsSince1970: Int64(sum))
  }

  private func value(_ name: String, _ columns: CopyFile.Columns) -> ArraySlice<UInt8>? {
    positions[name].flatMap { columns[$0] }
  }

  private func text(_ name: String, _ columns: CopyFile.Columns) -> String? {
    value(name, columns).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Reads a signed integer of four or eight bytes.
  private func integer(_ name: String, _ columns: CopyFile.Columns) -> Int? {
    guard let bytes = value(name, columns), [4, 8].contains(bytes.count) else { return nil }
    let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return bytes.count == 4
      ? Int(Int32(truncatingIfNeeded: bits)) : Int(Int64(truncatingIfNeeded: bits))
  }
}
