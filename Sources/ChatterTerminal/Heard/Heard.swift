import Chatter

/// The clips of a server that were heard, and the time after which the others are new: the rule of
/// the web page, which keeps its own list (`heard.js`).
struct Heard: Equatable, Sendable {
  /// Maximum number of clips. Clips that were posted before the ones kept are not new.
  static let clipsMax = 2000
  /// The number of chatts whose clips are new on the first visit: those of a first page.
  static let firstChattsMax = 50
  /// The part of a clip after which it counts as heard.
  static let part = 0.9

  /// The time of the last clip that is not new in any case; nil before the first visit.
  private(set) var since: Timestamp?
  /// When the clips that were heard had been posted.
  private(set) var clips: [ChattID: Timestamp] = [:]

  /// Whether a clip was heard, or is older than the first visit.
  func isKnown(_ id: ChattID, at time: Timestamp) -> Bool {
    clips[id] != nil || since.map { time <= $0 } == true
  }

  /// Whether a clip is new; before the first visit, none is.
  func isNew(_ id: ChattID, at time: Timestamp) -> Bool { since != nil && !isKnown(id, at: time) }

  /// Begins with the first visit: what is older than the first page of the list is not new.
  mutating func begin(_ newest: [Timestamp]) {
    guard since == nil, let first = newest.prefix(Self.firstChattsMax).min() else { return }
    since = Timestamp(clamping: first.microsecondsSince1970 - 1000)
  }

  mutating func mark(_ id: ChattID, at time: Timestamp) {
    clips[id] = time
    removeOld()
  }

  /// Adds what another program has stored.
  mutating func merge(_ other: Heard) {
    since = [since, other.since].compactMap(\.self).max()
    clips.merge(other.clips) { $1 }
    removeOld()
  }

  private mutating func removeOld() {
    if clips.count > Self.clipsMax {
      let times = clips.values.sorted(by: >)
      since = max(since ?? times[Self.clipsMax], times[Self.clipsMax])
    }
    guard let since else { return }
    clips = clips.filter { $0.value > since }
  }
}

extension Heard {
  private static let sinceWord = "since"

  /// Reads the lines of a file; lines that are not valid are ignored.
  init(_ bytes: [UInt8]) {
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let time = Timestamp(String(words[1])) else { continue }
      if words[0] == Self.sinceWord {
        since = time
      } else if let id = ChattID(String(words[0])) {
        clips[id] = time
      }
    }
    removeOld()
  }

  /// The lines of its file: the time of the last clip that is not new, then the clips that were
  /// heard, oldest first, each with the time of its post.
  var bytes: [UInt8] {
    let first = since.map { ["\(Self.sinceWord) \($0)"] } ?? []
    let rest = clips.sorted { ($0.value, $0.key.description) < ($1.value, $1.key.description) }
      .map { "\($0.key) \($0.value)" }
    return Array((first + rest).map { $0 + "\n" }.joined().utf8)
  }
}
