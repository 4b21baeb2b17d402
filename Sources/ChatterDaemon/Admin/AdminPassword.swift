import Chatter
import Crypto
import HTTP
import System

/// The password of the operator's page, in a file of the data directory that only its owner reads.
struct AdminPassword: Sendable {
  /// The name that browsers ask for; there is only one.
  static let user = "admin"
  private static let fileName = "admin-password"
  private static let bytesMax = 1024

  private let text: String

  /// Reads the password; creates one of 128 random bits if the file is missing.
  init(in directory: String) throws {
    let path = Self.path(in: directory)
    try DataDirectory.make(directory)
    if !FilePresence.exists(path) { try Self.create(path) }
    try Self.checkMode(of: path)
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try WholeFile.read(path, bytesMax: Self.bytesMax)
    } catch {
      throw VerbError.configuration("cannot read \(path): \(error)")
    }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard let word = words.first, words.count == 1 else {
      throw VerbError.configuration("\(path) is not one word: delete it to get a new password")
    }
    text = String(word)
  }

  init(_ text: String) { self.text = text }

  static func path(in directory: String) -> String { "\(directory)/\(fileName)" }

  /// Whether a request has the password (RFC 7617).
  func isGiven(by fields: HeaderFields) -> Bool {
    let values = fields.values(of: .authorization)
    guard values.count == 1 else { return false }
    let parts = values[0].split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "basic",
      let credentials = try? Base64.decode(Array(parts[1].utf8)[...])
    else { return false }
    return HMACSHA256.areEqual(credentials, Array("\(Self.user):\(text)".utf8))
  }

  private static func checkMode(of path: String) throws {
    guard let status = try? FileStatus(of: path), status.mode & 0o077 != 0 else { return }
    throw VerbError.configuration(
      "other users can read \(path): run chmod 600 on it, or delete it to get a new password")
  }

  private static func create(_ path: String) throws {
    var random = RandomBytes()
    let digits = random.next().hexadecimal() + random.next().hexadecimal()
    let text = Array((digits + "\n").utf8)
    let file = try OutputFile(path)
    try file.write(text)
    try file.finish()
  }
}
