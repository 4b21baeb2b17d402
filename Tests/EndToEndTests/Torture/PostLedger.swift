import Foundation
import Sockets
import TestSupport

/// What was posted, by its message, and what became of it.
final class PostLedger: Sendable {
  private struct State {
    var sent: Set<String> = []
    var acknowledged: Set<String> = []
    /// Those of which the server said that nothing was stored.
    var refused: Set<String> = []
    var unavailableCount = 0
    var surprises: [String] = []
    var isOver = false

    mutating func add(surprise: String) {
      if surprises.count < PostLedger.surprisesMax { surprises.append(surprise) }
    }
  }

  /// More of them would say the same.
  private static let surprisesMax = 20

  private let state = Lock(State())

  var acknowledgedCount: Int { state.withLock { $0.acknowledged.count } }
  var unavailableCount: Int { state.withLock { $0.unavailableCount } }
  /// Answers that there must not be.
  var surprises: [String] { state.withLock { $0.surprises } }
  /// Whether the clients are to stop.
  var isOver: Bool { state.withLock { $0.isOver } }

  func finish() { state.withLock { $0.isOver = true } }

  func sends(_ message: String) { _ = state.withLock { $0.sent.insert(message) } }

  /// Takes note of a success that another client has seen.
  func acknowledged(_ message: String) {
    _ = state.withLock { $0.acknowledged.insert(message) }
  }

  /// Takes note of an answer.
  func received(_ message: String, _ response: TestResponse) {
    state.withLock { state in
      switch response.status {
      case 200: state.acknowledged.insert(message)
      case 503 where response.field("Retry-After") != nil:
        state.unavailableCount += 1
        state.refused.insert(message)
      case 504: state.unavailableCount += 1
      default: state.add(surprise: "\(response.status) \(response.text)")
      }
    }
  }

  /// Takes note of what there must not be.
  func addSurprise(_ description: String) { state.withLock { $0.add(surprise: description) } }

  /// Forgets all posts, after the timeline was emptied.
  func clear() {
    state.withLock { $0 = State() }
  }

  /// What is wrong with the rows of getaudio, in sentences; empty when nothing is.
  func findings(in rows: [[String?]]) -> [String] {
    let state = state.withLock { $0 }
    var seen: Set<String> = []
    var findings: [String] = []
    for row in rows {
      guard row.count == 5, let message = row[1] else {
        findings.append("a row of \(row.count) elements")
        continue
      }
      if !seen.insert(message).inserted { findings.append("\(message) is there twice") }
      if !state.sent.contains(message) { findings.append("\(message) was never sent") }
      if state.refused.contains(message) { findings.append("\(message) was stored and denied") }
      if row[4] != Self.audio(of: message) { findings.append("\(message) is half there") }
    }
    let lost = state.acknowledged.subtracting(seen)
    return findings + lost.map { "\($0) was acknowledged and is lost" }
  }

  /// The clip of a message in base64, nil for one without.
  static func audio(of message: String) -> String? {
    guard message.hasSuffix("clip") else { return nil }
    // FNV-1a: the same message has the same clip.
    let seed = message.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return try? Clips.clip(of: seed).base64
  }
}
