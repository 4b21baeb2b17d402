public import Chatter

/// A change of the timeline that a client follows.
public enum TimelineChange: Sendable, Equatable {
  /// A chatt is new at the newer end, or was posted while others were.
  case added(Chatt)
  /// A chatt is gone: its author deleted it, or the server's retention did. It has only its id if
  /// `chatts` did not show it.
  case deleted(Chatt)
  /// Chatts are no longer shown, since too many others have arrived.
  case restarted

  /// Returns the changes from a list to a later one, deletions first, then what is new from the
  /// oldest on.
  ///
  /// A chatt that is missing was deleted only if the later list goes back as far. A chatt that is
  /// older than the former list is not new.
  public static func changes(from former: [Chatt], to later: [Chatt]) -> [TimelineChange] {
    let formerKeys = Set(former.map(Key.init))
    let laterKeys = Set(later.map(Key.init))
    guard former.isEmpty || later.isEmpty || !formerKeys.isDisjoint(with: laterKeys) else {
      return [.restarted] + later.reversed().map { .added($0) }
    }
    let end = later.lastIndex { formerKeys.contains(Key($0)) }.map { later.index(after: $0) }
    let goesFurther = (end ?? later.endIndex) < later.endIndex
    let lastKept = goesFurther ? nil : end.map { Key(later[$0 - 1]) }
    let formerEnd =
      lastKept.flatMap { key in former.lastIndex { Key($0) == key } }.map { $0 + 1 } ?? former.count
    let deleted = former[..<formerEnd].filter { !laterKeys.contains(Key($0)) }
    let added = later[..<(end ?? later.endIndex)].filter { !formerKeys.contains(Key($0)) }
    return deleted.map { .deleted($0) } + added.reversed().map { .added($0) }
  }

  /// What identifies a chatt: its id, or all its texts if the server sends no ids.
  private struct Key: Hashable {
    let id: ChattID?
    let texts: [String?]

    init(_ chatt: Chatt) {
      id = chatt.id
      texts = chatt.id == nil ? [chatt.timestamp, chatt.username, chatt.message] : []
    }
  }
}
