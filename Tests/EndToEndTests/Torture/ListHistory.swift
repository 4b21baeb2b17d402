import EventLoop

/// The lists that were read, of one database, by whomever and from whichever server.
///
/// A list that is asked for after another one was read holds all of that one's rows, in the same
/// order: no row that was seen goes away again, and no two of them ever change places.
final class ListHistory: Sendable {
  private struct State {
    /// The longest list that has been read whole: of two, it holds the other.
    var longest: [String] = []
    var readCount = 0
    var findings: [String] = []
  }

  /// More of them would say the same.
  private static let findingsMax = 20

  private let state = Lock(State())

  var readCount: Int { state.withLock { $0.readCount } }
  /// What was wrong with the lists, in sentences; empty when nothing was.
  var findings: [String] { state.withLock { $0.findings } }

  /// What a list that is asked for now must hold.
  func begin() -> [String] { state.withLock { $0.longest } }

  /// Takes note of a list.
  ///
  /// - Parameters:
  ///   - rows: as they came, newest first.
  ///   - earlier: what `begin` returned before the list was asked for.
  ///   - source: where it came from, for the findings.
  func read(_ rows: [[String?]], after earlier: [String], from source: String) {
    let ids = rows.map { $0.count > 2 ? $0[2] ?? "" : "" }
    let finding = Self.finding(in: ids, after: earlier)
    state.withLock { state in
      state.readCount += 1
      if ids.count > state.longest.count { state.longest = ids }
      if let finding, state.findings.count < Self.findingsMax {
        state.findings.append("\(source), read \(state.readCount): \(finding)")
      }
    }
  }

  /// Forgets all lists, after the timeline was emptied.
  func clear() { state.withLock { $0.longest = [] } }

  private static func finding(in list: [String], after earlier: [String]) -> String? {
    var rest = list[...]
    for (index, id) in earlier.enumerated() {
      // Nearly always new rows stand in front and all others follow as they were.
      guard let place = rest.firstIndex(of: id) else {
        return list.contains(id)
          ? "row \(index) of \(earlier.count), \(id), has changed its place"
          : "row \(index) of \(earlier.count), \(id), has gone"
      }
      rest = rest[(place + 1)...]
    }
    return Set(list).count == list.count ? nil : "a row is there twice"
  }
}
