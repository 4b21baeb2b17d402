public import Chatter
internal import Crypto
public import Postgres
internal import System

/// A chatt with the properties of its clip, without the clip, as `/v1` shows it.
public struct StoredChatt: Sendable, Equatable {
  /// The properties of a clip.
  public struct Clip: Sendable, Equatable {
    public var facts: AudioFacts
    /// The SHA-256 of its bytes.
    public var sha256: [UInt8]

    package init(facts: AudioFacts, sha256: [UInt8]) {
      (self.facts, self.sha256) = (facts, sha256)
    }
  }

  public var id: ChattID
  public var username: String
  public var message: String?
  public var createdAt: Timestamp
  public var clip: Clip?
  /// The transaction that wrote the row last.
  public var transaction: PostgresTransactionID

  package init(
    id: ChattID, username: String, message: String?, createdAt: Timestamp, clip: Clip? = nil,
    transaction: PostgresTransactionID
  ) {
    (self.id, self.username, self.message) = (id, username, message)
    (self.createdAt, self.clip, self.transaction) = (createdAt, clip, transaction)
  }

  package var json: [UInt8] {
    Self.json(id: id, username: username, message: message, createdAt: createdAt, clip: clip)
  }

  fileprivate static func json(
    id: ChattID, username: String, message: String?, createdAt: Timestamp, clip: Clip?
  ) -> [UInt8] {
    let idText = id.description
    var json: [UInt8] = []
    json.reserveCapacity(512)
    JSONWriter.append(raw: #"{"id":"#, idText, to: &json)
    JSONWriter.append(raw: #","username":"#, username, to: &json)
    JSONWriter.append(raw: #","message":"#, message, to: &json)
    JSONWriter.append(raw: #","createdAt":"#, createdAt.description, to: &json)
    JSONWriter.append(raw: #","audio":"#, to: &json)
    if let clip {
      append(clip, of: idText, to: &json)
    } else {
      JSONWriter.append(raw: "null", to: &json)
    }
    JSONWriter.append(raw: "}", to: &json)
    return json
  }

  /// A text that changes whenever the row is written.
  package var version: String { "\(id)-\(transaction.number)" }

  private static func append(_ clip: Clip, of idText: String, to json: inout [UInt8]) {
    let facts = clip.facts
    JSONWriter.append(raw: #"{"url":"#, "/v1/audio/\(idText).m4a", to: &json)
    JSONWriter.append(raw: #","mediaType":"audio/mp4","codec":"#, facts.codec.rawValue, to: &json)
    let numbers =
      ",\"duration\":\(seconds(facts.durationMicroseconds)),\"sampleRate\":\(facts.sampleRate)"
      + ",\"channels\":\(facts.channels),\"bytes\":\(facts.byteCount),\"sha256\":"
    json += Array(numbers.utf8)
    JSONWriter.append(hex(clip.sha256), to: &json)
    JSONWriter.append(raw: "}", to: &json)
  }

  /// Returns seconds as a JSON number, without digits that say nothing.
  package static func seconds(_ microseconds: Int64) -> String {
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    guard rest > 0 else { return "\(seconds)" }
    let digits = String(1_000_000 + rest).dropFirst()
    let end = digits.lastIndex { $0 != "0" }.map(digits.index(after:)) ?? digits.endIndex
    return "\(seconds).\(digits[..<end])"
  }

  package static func hex(_ bytes: [UInt8]) -> String {
    bytes.hexadecimal()
  }
}

extension StoredChatt {
  /// The columns of a chatt, without its clip.
  ///
  /// Clips that were posted before the server stored their SHA-256 have it computed here.
  static func columns(message: SQL = "message") -> SQL {
    """
    username, \(message), id, created_at, transaction_id, audio_codec, audio_duration_us,
      audio_sample_rate, audio_channels, audio_bytes, coalesce(audio_sha256, sha256(audio))
    """
  }

  /// Decodes these columns; nil for a row that cannot be shown.
  init?(_ row: Row, from first: Int) throws(PostgresError) {
    guard let chatt = ChattColumns(row, from: first) else { return nil }
    self.init(
      id: chatt.id, username: chatt.username, message: chatt.message, createdAt: chatt.createdAt,
      transaction: try row.decode(PostgresTransactionID.self, at: first + 4))
    guard let name = try row.decode(String?.self, at: first + 5) else { return }
    guard let codec = AudioCodec(rawValue: name) else { return nil }
    clip = Clip(
      facts: AudioFacts(
        duration: .microseconds(try row.decode(Int64.self, at: first + 6)), codec: codec,
        sampleRate: try row.decode(Int.self, at: first + 7),
        channels: try row.decode(Int.self, at: first + 8),
        byteCount: try row.decode(Int.self, at: first + 9)),
      sha256: try row.decode([UInt8].self, at: first + 10))
  }
}

extension PostedChatt {
  /// The JSON of a chatt in the response to its post, with the token that deletes it; nil without
  /// the memory for a digest.
  package func json(of chatt: NewChatt, deleteToken: String) -> [UInt8]? {
    var clip: StoredChatt.Clip?
    if let audio = chatt.audio {
      guard let sha256 = chatt.audioSHA256 ?? SHA256.digest(of: audio.bytes) else { return nil }
      clip = StoredChatt.Clip(facts: audio.facts, sha256: sha256)
    }
    var json = StoredChatt.json(
      id: id, username: chatt.username, message: chatt.message, createdAt: createdAt, clip: clip)
    json.removeLast()
    JSONWriter.append(raw: #","deleteToken":"#, deleteToken, to: &json)
    JSONWriter.append(raw: "}", to: &json)
    return json
  }
}
