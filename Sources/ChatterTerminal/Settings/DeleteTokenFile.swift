import Chatter
import ChatterClient
import System

/// The tokens that delete the chatts of this person: a file in the state directory, with a line for
/// each chatt: the URL of its server, its id and its token.
///
/// Only this user may read the file. Its lines are read again before one is added, so that several
/// programs can use it.
final class DeleteTokenFile: DeleteTokenStore {
  /// Maximum number of lines; the oldest ones are then dropped.
  static let countMax = 10_000
  /// Maximum length of a line, and of a file, in bytes.
  private static let lineBytesMax = 4096
  private static let bytesMax = 8 << 20

  static let name = "delete-tokens"

  let path: String
  /// The lines that were read or written last, by URL and id; nil before the first use.
  private let tokens = Lock<[String: String]?>(nil)

  init(path: String) { self.path = path }

  /// Creates the store of a person; nil without a home directory.
  convenience init?(_ environment: LaunchEnvironment) {
    guard let directory = environment.stateDirectory else { return nil }
    self.init(path: directory + "/" + Self.name)
  }

  func keep(_ token: String, of id: ChattID, on server: Server) {
    let key = Self.key(id, server)
    let line = "\(key) \(token)"
    guard line.utf8.count <= Self.lineBytesMax, !token.contains(where: \.isWhitespace) else {
      return
    }
    tokens.withLock { tokens in
      var known = tokens ?? read()
      known[key] = token
      tokens = known
      guard let end = path.lastIndex(of: "/"),
        (try? Directories.make(String(path[..<end]))) != nil
      else { return }
      // A line that another program adds meanwhile may be lost, which costs no more than the
      // deletion of that chatt from here.
      let rest = lines().suffix(Self.countMax - 1) + [line[...]]
      try? Files.replace(path, with: Array((rest.joined(separator: "\n") + "\n").utf8))
    }
  }

  func token(of id: ChattID, on server: Server) -> String? {
    tokens.withLock { tokens in
      let known = tokens ?? read()
      tokens = known
      return known[Self.key(id, server)]
    }
  }

  /// The line in the file stays: the token of a chatt that is gone deletes nothing.
  func forget(_ id: ChattID, on server: Server) {
    tokens.withLock { _ = $0?.removeValue(forKey: Self.key(id, server)) }
  }

  private static func key(_ id: ChattID, _ server: Server) -> String { "\(server.url) \(id)" }

  private func lines() -> [Substring] {
    guard WholeFile.isOwn(path), let bytes = try? WholeFile.read(path, bytesMax: Self.bytesMax)
    else {
      return []
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  private func read() -> [String: String] {
    var tokens: [String: String] = [:]
    for line in lines() {
      let words = line.split(separator: " ")
      if words.count == 3 { tokens["\(words[0]) \(words[1])"] = String(words[2]) }
    }
    return tokens
  }
}
