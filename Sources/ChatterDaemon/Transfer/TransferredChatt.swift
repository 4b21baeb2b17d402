import Chatter

/// A chatt as it is exported and imported: a line of JSON, with a file for its clip or the clip in
/// base64.
struct TransferredChatt: Equatable {
  enum Clip: Equatable {
    case file(String)
    case bytes([UInt8])
  }

  /// Nil for one that gets a new id.
  var id: ChattID?
  let username: String
  let message: String?
  /// Nil for one that gets the time of its import.
  var created: Timestamp?
  var clip: Clip?
  /// The digest of the clip in hexadecimal; nil in lines that do not have it.
  var clipSHA256: String?

  struct Refusal: Error, Equatable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  static func clipPath(of id: ChattID) -> String { "clips/\(id).m4a" }

  var line: [UInt8] {
    let file: String? = if case .file(let name) = clip { name } else { nil }
    return JSONWriter.object([
      "id": .text(id?.description), "username": .text(username), "message": .text(message),
      "createdAt": .text(created.map(Self.text)), "audio": .text(file),
      "sha256": .text(clipSHA256),
    ])
  }

  init(id: ChattID, username: String, message: String?, created: Timestamp) {
    (self.id, self.username, self.message, self.created) = (id, username, message, created)
  }

  /// Reads a line; its fields follow the rules of posts. The time may have the names that it has in
  /// the tables of the labs' reference back ends.
  init(line: ArraySlice<UInt8>) throws(Refusal) {
    let post: PostAudioRequest
    let members: [String: JSONDocument]
    do {
      post = try PostAudioRequest(body: line)
      members = try JSONDocument(line).object ?? [:]
      let audio = post.hasAudio ? members["audio"]?.text : nil
      if let audio, audio.hasPrefix("clips/") {
        // Nothing outside of the directory is read.
        guard !audio.contains(".."), !audio.dropFirst(6).contains("/") else {
          throw Refusal("audio must be a file in clips/, or base64")
        }
        clip = .file(audio)
      } else {
        clip = try post.audioBytes().map { .bytes($0) }
      }
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      throw Refusal("\(error)")
    }
    (username, message) = (post.username, post.message)
    clipSHA256 = members["sha256"]?.text
    if let text = members["id"]?.text, !text.isEmpty { id = try Self.id(text) }
    let times = ["createdAt", "time", "created_at"]
    if let text = times.lazy.compactMap({ members[$0]?.text }).first, !text.isEmpty {
      guard let created = Self.time(text) else {
        throw Refusal("\(LogFormat.printable(text)) is not a time such as 2026-11-23T14:30:00.123Z")
      }
      self.created = created
    }
  }

  private static func id(_ text: String) throws(Refusal) -> ChattID {
    guard let id = ChattID(text) else { throw Refusal("the id is not a UUID") }
    return id
  }

  /// Reads a time; one that PostgreSQL writes without a zone is in UTC.
  private static func time(_ text: String) -> Timestamp? {
    Timestamp(text) ?? Timestamp(text + "Z")
  }

  /// The time with all its digits.
  private static func text(_ time: Timestamp) -> String {
    let digits = String((time.microsecondsSince1970 % 1000 + 1000) % 1000)
    return time.description.dropLast() + String(repeating: "0", count: 3 - digits.count) + digits
      + "Z"
  }
}
