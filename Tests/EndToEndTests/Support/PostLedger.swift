import Foundation
import System
import TestSupport

/// The posts, by message, and their results.
final class PostLedger: Sendable {
  private struct State {
    var sent: Set<String> = []
    var acknowledged: Set<String> = []
    /// The posts that the server reported as not stored.
    var refused: Set<String> = []
    /// The posts whose deletion was requested, and those of them that the server reported as gone.
    var deleting: Set<String> = []
    var deleted: Set<String> = []
    var unavailableCount = 0
    var surprises: [String] = []
    var isOver = false

    mutating func add(surprise: String) {
      if surprises.count < PostLedger.surprisesMax { surprises.append(surprise) }
    }
  }

  /// Limits the report, since further ones add no information.
  private static let surprisesMax = 20

  private let state = Lock(State())

  var acknowledgedCount: Int { state.withLock { $0.acknowledged.count } }
  var unavailableCount: Int { state.withLock { $0.unavailableCount } }
  /// Unexpected responses.
  var surprises: [String] { state.withLock { $0.surprises } }
  /// Whether the clients must stop.
  var isOver: Bool { state.withLock { $0.isOver } }

  func finish() { state.withLock { $0.isOver = true } }

  func sends(_ message: String) { _ = state.withLock { $0.sent.insert(message) } }

  /// Records a success that another client received.
  func acknowledged(_ message: String) {
    _ = state.withLock { $0.acknowledged.insert(message) }
  }

  /// Records a response.
  func received(_ message: String, _ response: TestResponse) {
    state.withLock { state in
      switch response.status {
      case 200, 201: state.acknowledged.insert(message)
      case 503 where response.field("Retry-After") != nil:
        state.unavailableCount += 1
        state.refused.insert(message)
      case 504: state.unavailableCount += 1
      default: state.add(surprise: "\(response.status) \(response.text)")
      }
    }
  }

  /// Records that the deletion of an acknowledged post is requested.
  func deletes(_ message: String) { _ = state.withLock { $0.deleting.insert(message) } }

  /// Records the response to a deletion.
  func deletionReceived(_ message: String, _ response: TestResponse) {
    state.withLock { state in
      switch response.status {
      case 204: state.deleted.insert(message)
      case 503, 504: state.unavailableCount += 1
      default: state.add(surprise: "a deletion: \(response.status) \(response.text)")
      }
    }
  }

  /// Records an unexpected event.
  func addSurprise(_ description: String) { state.withLock { $0.add(surprise: description) } }

  /// Removes all posts, after the timeline was emptied.
  func clear() {
    state.withLock { $0 = State() }
  }

  /// Returns messages about errors in the rows of getaudio; empty if there are none.
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
      if state.deleted.contains(message) { findings.append("\(message) was deleted and is there") }
      if row[4] != Self.audio(of: message) { findings.append("\(message) is half there") }
    }
    let lost = state.acknowledged.subtracting(seen).subtracting(state.deleting)
    return findings + lost.map { "\($0) was acknowledged and is lost" }
  }

  /// Returns the clip of a message in base64; nil if it has none.
  static func audio(of message: String) -> String? {
    guard message.hasSuffix("clip") else { return nil }
    // FNV-1a: the same message has the same clip.
    let seed = message.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return try? Clips.clip(of: seed).base64
  }
}
