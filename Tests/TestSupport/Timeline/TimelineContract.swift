internal import Chatter

/// The contract of every ``Timeline``. Its clauses hold for any existing chatts and concurrent
/// posts.
///
///     @Test(arguments: TimelineContract.clauses)
///     func holds(_ clause: TimelineContract.Clause) async throws {
///       try await clause.check(on: timeline)
///     }
public enum TimelineContract {
  /// A clause that does not hold.
  public struct Violation: Error, CustomStringConvertible {
    public let description: String
  }

  /// One requirement of the contract.
  public struct Clause: Sendable, CustomStringConvertible {
    public let description: String
    private let body: @Sendable (any Timeline) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (any Timeline) async throws -> Void) {
      self.description = description
      self.body = body
    }

    /// Posts to a timeline and checks the result; throws ``Violation``, or the timeline's own
    /// error.
    public func check(on timeline: any Timeline) async throws {
      try await body(timeline)
    }
  }

  /// All clauses.
  public static let clauses: [Clause] = texts + order + audio

  /// Returns a text that no other chatt has.
  static func uniqueText(_ start: String) -> String {
    var generator = SystemRandomNumberGenerator()
    return "\(start) \(generator.next() as UInt64)"
  }

  static func require(_ holds: Bool, _ message: @autoclosure () -> String) throws {
    guard holds else { throw Violation(description: message()) }
  }

  /// Returns the only chatt of a list with this username.
  static func chatt(by username: String, in list: [Chatt]) throws -> Chatt {
    let found = list.filter { $0.username == username }
    try require(found.count == 1, "\(found.count) chatts by a user who posted one")
    return found[0]
  }

  static func same(_ text: String?, _ other: String?) -> Bool {
    switch (text, other) {
    case (nil, nil): true
    case (let text?, let other?): text.utf8.elementsEqual(other.utf8)
    default: false
    }
  }
}

extension TimelineContract {
  /// Texts are returned unchanged.
  static let texts: [Clause] = [
    Clause("a posted chatt is in the next list, with an id and a valid timestamp") {
      let username = uniqueText("poster")
      let posted = try await $0.post(NewChatt(username: username, message: "hello")) as? PostedChatt
      let chatt = try chatt(by: username, in: try await $0.chatts())
      try require(chatt.message == "hello", "another message")
      try require(
        chatt.id != nil && (posted == nil || posted?.id == chatt.id), "not the id of the post")
      try require(
        chatt.date != nil && chatt.date?.description == chatt.timestamp
          && (posted == nil || posted?.createdAt.description == chatt.timestamp),
        "timestamp \(chatt.timestamp ?? "null")")
    },
    Clause("every text is returned byte for byte") { timeline in
      for message in awkwardTexts {
        let username = uniqueText("Zoë 🎧 \"\\")
        try await timeline.post(NewChatt(username: username, message: message))
        let chatt = try chatt(by: username, in: try await timeline.chatts())
        try require(same(chatt.username, username), "another username")
        try require(same(chatt.message, message), "\(message.debugDescription) has changed")
      }
    },
    Clause("a username of 255 characters is stored in full") {
      let unique = uniqueText("ü")
      let username = unique + String(repeating: "漢", count: 255 - unique.unicodeScalars.count)
      try await $0.post(NewChatt(username: username, message: "long name"))
      _ = try chatt(by: username, in: try await $0.chatts())
    },
    Clause("a message of 64 KiB is stored in full") {
      let username = uniqueText("talker")
      let message = String(repeating: "0123456789abcdeé", count: 3855) + "0"
      try await $0.post(NewChatt(username: username, message: message))
      let chatt = try chatt(by: username, in: try await $0.chatts())
      try require(same(chatt.message, message), "another message")
    },
  ]

  /// Texts that faulty storage or JSON code would change.
  static let awkwardTexts = [
    "", " ", "null", "NULL", "'; drop table chatts; --", "$1 %s {} \\x00 \\u0000",
    "\"quoted\" and \\ and /", "line\nbreak\r\ntab\t\u{8}\u{C}\u{1}\u{1F}\u{7F}",
    "e\u{301} is not é", "שלום ‏عليكم", "👩‍👩‍👧‍👦🇪🇺", "\u{FEFF}bom\u{2028}\u{2029}", "\u{10FFFF}\u{FFFF}",
  ]

  /// The order of the lists.
  static let order: [Clause] = [
    Clause("chatts are listed newest first") {
      let usernames = ["first", "second", "third"].map { uniqueText($0) }
      for username in usernames {
        try await $0.post(NewChatt(username: username, message: nil, audio: try TinyClip.clip()))
      }
      for list in [try await $0.chatts(), try await $0.audio()] {
        let own = list.filter { usernames.contains($0.username ?? "") }
        try require(own.map(\.username) == usernames.reversed(), "another order")
        let dates = own.compactMap(\.date)
        try require(dates == dates.sorted(by: >), "timestamps against the order")
      }
    },
    Clause("concurrent posts are all listed once, each with its own id") { timeline in
      let username = uniqueText("many")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          group.addTask {
            try await timeline.post(NewChatt(username: username, message: "\(number)"))
          }
        }
        try await group.waitForAll()
      }
      let own = try await timeline.chatts().filter { $0.username == username }
      try require(
        Set(own.map(\.message)) == Set((0..<20).map { "\($0)" }), "\(own.count) of 20 chatts")
      try require(own.count == 20 && Set(own.map(\.id)).count == 20, "a duplicate id or chatt")
    },
  ]

  /// Clips, and the list that shows them.
  static let audio: [Clause] = [
    Clause("a clip is returned byte for byte, in getaudio only") {
      let username = uniqueText("singer")
      try await $0.post(NewChatt(username: username, message: "la", audio: try TinyClip.clip()))
      let heard = try chatt(by: username, in: try await $0.audio())
      try require(try heard.audioBytes() == TinyClip.bytes(), "another clip")
      let read = try chatt(by: username, in: try await $0.chatts())
      try require(read.audio == nil, "a clip in getchatts")
    },
    Clause("a clip needs no message, and its message stays null") {
      let username = uniqueText("silent")
      try await $0.post(NewChatt(username: username, message: nil, audio: try TinyClip.clip()))
      let chatt = try chatt(by: username, in: try await $0.chatts())
      try require(chatt.message == nil, "an unexpected message")
    },
    Clause("text chatts are in getaudio too, without a clip") {
      let username = uniqueText("writer")
      try await $0.post(NewChatt(username: username, message: "only words"))
      let chatt = try chatt(by: username, in: try await $0.audio())
      try require(chatt.audio == nil && chatt.message == "only words", "another chatt")
    },
    Clause("both lists show the same id, time and message of a chatt") {
      let username = uniqueText("twice")
      try await $0.post(NewChatt(username: username, message: "x", audio: try TinyClip.clip()))
      let read = try chatt(by: username, in: try await $0.chatts())
      let heard = try chatt(by: username, in: try await $0.audio())
      try require(
        read.id == heard.id && read.timestamp == heard.timestamp && read.message == heard.message,
        "two chatts")
    },
  ]
}
