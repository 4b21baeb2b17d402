/// The actions on memos, which a key names by their ids, and a command by their numbers.
enum MemoAction<ID: Equatable & Sendable>: Equatable, Sendable {
  /// Reads the memos, and shows them.
  case open
  case save(title: String)
  case play(ID)
  /// Posts the clip of a memo with the written text.
  case post(ID)
  case rename(ID, title: String)
  case delete(ID)

  /// The memo; nil for all memos and for a new one.
  var id: ID? {
    switch self {
    case .open, .save: nil
    case .play(let id), .post(let id), .rename(let id, _), .delete(let id): id
    }
  }

  /// Returns the message about an action that failed.
  func failure(_ error: MemoError) -> String {
    switch self {
    case .open: "Cannot list the memos: \(error)"
    case .save: "Cannot keep the recording as a memo: \(error); it is still in the recorder"
    case .play: "Cannot play the memo: \(error)"
    case .post: "Cannot post the memo: \(error)"
    case .rename: "Cannot rename the memo: \(error)"
    case .delete: "Cannot delete the memo: \(error)"
    }
  }
}
