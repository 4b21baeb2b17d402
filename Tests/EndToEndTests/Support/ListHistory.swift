import System

/// The lists of one database that any client has read from any server.
///
/// A list that is requested after another one was read must contain all rows of that one, in the
/// same order, except rows that may have been deleted.
final class ListHistory: Sendable {
  private struct State {
    /// The longest list read so far; it contains all others.
    var longest: [String] = []
    var deleting: Set<String> = []
    var readCount = 0
    var findings: [String] = []
  }

  /// Limits the report, since further ones add no information.
  private static let findingsMax = 20

  private let state = Lock(State())

  var readCount: Int { state.withLock { $0.readCount } }
  /// Messages about errors in the lists; empty if there are none.
  var findings: [String] { state.withLock { $0.findings } }

  /// Returns the rows that a list requested now must contain.
  func begin() -> [String] { state.withLock { $0.longest } }

  /// Records that the deletion of a row is about to be requested.
  func deletes(_ id: String) { _ = state.withLock { $0.deleting.insert(id) } }

  /// Records a list.
  ///
  /// - Parameters:
  ///   - rows: The rows as received, newest first.
  ///   - earlier: The result of `begin` before the request.
  ///   - source: The origin of the list, for the findings.
  func read(_ rows: [[String?]], after earlier: [String], from source: String) {
    let ids = rows.map { $0.count > 2 ? $0[2] ?? "" : "" }
    let deleting = state.withLock(\.deleting)
    let finding = Self.finding(in: ids, after: earlier.filter { !deleting.contains($0) })
    state.withLock { state in
      state.readCount += 1
      if ids.count > state.longest.count { state.longest = ids }
      if let finding, state.findings.count < Self.findingsMax {
        state.findings.append("\(source), read \(state.readCount): \(finding)")
      }
    }
  }

  /// Removes all lists, after the timeline was emptied.
  func clear() { state.withLock { $0.longest = [] } }

  private static func finding(in list: [String], after earlier: [String]) -> String? {
    var rest = list[...]
    for (index, id) in earlier.enumerated() {
      // Usually the new rows come first, and the others follow unchanged.
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
