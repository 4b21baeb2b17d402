public import Chatter
public import Postgres

/// A chatt with the properties of its clip, without the clip, as `/v1` shows it.
public struct StoredChatt: Sendable, Equatable {
  /// The properties of a clip.
  public struct Clip: Sendable, Equatable {
    public var facts: AudioFacts
    /// The SHA-256 of its bytes.
    public var sha256: [UInt8]
  }

  public var id: ChattID
  public var username: String
  public var message: String?
  public var createdAt: Timestamp
  public var clip: Clip?
  /// The transaction that wrote the row last.
  public var transaction: PostgresTransactionID

  /// The JSON of the chatt.
  var json: [UInt8] {
    var json: [UInt8] = []
    json.reserveCapacity(512)
    JSONWriter.append(raw: #"{"id":"#, to: &json)
    JSONWriter.append(idText, to: &json)
    JSONWriter.append(raw: #","username":"#, to: &json)
    JSONWriter.append(username, to: &json)
    JSONWriter.append(raw: #","message":"#, to: &json)
    JSONWriter.append(message, to: &json)
    JSONWriter.append(raw: #","createdAt":"#, to: &json)
    JSONWriter.append(createdAt.description, to: &json)
    JSONWriter.append(raw: #","audio":"#, to: &json)
    if let clip {
      append(clip, to: &json)
    } else {
      JSONWriter.append(raw: "null", to: &json)
    }
    JSONWriter.append(raw: "}", to: &json)
    return json
  }

  /// The JSON of the chatt in the response to its post, with the token that deletes it.
  func json(deleteToken: String) -> [UInt8] {
    var json = json
    json.removeLast()
    JSONWriter.append(raw: #","deleteToken":"#, to: &json)
    JSONWriter.append(deleteToken, to: &json)
    JSONWriter.append(raw: "}", to: &json)
    return json
  }

  /// A text that changes whenever the row is written.
  var version: String { "\(id)-\(transaction.number)" }

  var idText: String { id.description }

  private func append(_ clip: Clip, to json: inout [UInt8]) {
    let facts = clip.facts
    JSONWriter.append(raw: #"{"url":"#, to: &json)
    JSONWriter.append("/v1/audio/\(idText).m4a", to: &json)
    JSONWriter.append(raw: #","mediaType":"audio/mp4","codec":"#, to: &json)
    JSONWriter.append(facts.codec.rawValue, to: &json)
    let numbers =
      ",\"duration\":\(Self.seconds(facts.durationMicroseconds)),\"sampleRate\":\(facts.sampleRate)"
      + ",\"channels\":\(facts.channels),\"bytes\":\(facts.byteCount),\"sha256\":"
    json += Array(numbers.utf8)
    JSONWriter.append(Self.hex(clip.sha256), to: &json)
    JSONWriter.append(raw: "}", to: &json)
  }

  /// Returns seconds as a JSON number, without digits that say nothing.
  static func seconds(_ microseconds: Int64) -> String {
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    guard rest > 0 else { return "\(seconds)" }
    let digits = String(1_000_000 + rest).dropFirst()
    let end = digits.lastIndex { $0 != "0" }.map(digits.index(after:)) ?? digits.endIndex
    return "\(seconds).\(digits[..<end])"
  }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
