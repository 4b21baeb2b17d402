import Chatter

/// A chatt as it is exported and imported: a line of JSON, and a file for its clip.
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

  struct Refusal: Error, Equatable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  static func clipPath(of id: ChattID) -> String { "clips/\(id).m4a" }

  var line: [UInt8] {
    let file: String? = if case .file(let name) = clip { name } else { nil }
    return JSONWriter.object([
      "id": id?.description, "username": username, "message": message,
      "createdAt": created.map(Self.text), "audio": file,
    ])
  }

  init(id: ChattID, username: String, message: String?, created: Timestamp) {
    (self.id, self.username, self.message, self.created) = (id, username, message, created)
  }

  /// Reads a line; its fields follow the rules of posts.
  init(line: ArraySlice<UInt8>, messageBytesMax: Int) throws(Refusal) {
    let members: [String: JSONDocument]
    let post: PostAudioRequest
    do {
      post = try PostAudioRequest(body: line, messageBytesMax: messageBytesMax)
      members = try JSONDocument(line).object ?? [:]
    } catch {
      throw Refusal("\(error)")
    }
    (username, message) = (post.username, post.message)
    if case .text(let text)? = members["id"] { id = try Self.id(text) }
    if case .text(let text)? = members["createdAt"] {
      guard let created = Timestamp(text) else {
        throw Refusal("createdAt is not a time such as 2026-11-23T14:30:00.123456Z")
      }
      self.created = created
    }
    if post.hasAudio, let name = members["audio"]?.text {
      // Nothing outside of the directory is read.
      guard name.hasPrefix("clips/"), !name.contains(".."), !name.dropFirst(6).contains("/") else {
        throw Refusal("audio must be a file in clips/")
      }
      clip = .file(name)
    }
  }

  /// Reads a row of the tables of the labs' reference back ends, whose columns have these names.
  init(
    row: [String?], columns: [String], messageBytesMax: Int
  ) throws(Refusal) {
    guard row.count == columns.count else {
      throw Refusal("\(row.count) fields instead of \(columns.count)")
    }
    let values = Dictionary(zip(columns, row)) { $1 }
    func value(_ name: String) -> String? { values[name] ?? nil }
    let body = JSONWriter.object([
      "username": value("username"), "message": value("message"), "audio": value("audio"),
    ])
    do throws(PostError) {
      let post = try PostAudioRequest(body: body[...], messageBytesMax: messageBytesMax)
      (username, message) = (post.username, post.message)
      clip = try post.audioBytes().map { .bytes($0) }
    } catch {
      throw Refusal("\(error)")
    }
    if let text = value("id"), !text.isEmpty { id = try Self.id(text) }
    if let text = value("time") ?? value("created_at"), !text.isEmpty {
      guard let created = Self.time(text) else {
        throw Refusal("the time is not one of PostgreSQL, such as 2026-11-23 14:30:00.123+00")
      }
      self.created = created
    }
  }

  private static func id(_ text: String) throws(Refusal) -> ChattID {
    guard let id = ChattID(text) else { throw Refusal("the id is not a UUID") }
    return id
  }

  /// Reads a time as PostgreSQL writes it; without a zone it is in UTC.
  static func time(_ text: String) -> Timestamp? { Timestamp(text) ?? Timestamp(text + "Z") }

  /// The time with all its digits.
  private static func text(_ time: Timestamp) -> String {
    let digits = String((time.microsecondsSince1970 % 1000 + 1000) % 1000)
    return time.description.dropLast() + String(repeating: "0", count: 3 - digits.count) + digits
      + "Z"
  }
}
