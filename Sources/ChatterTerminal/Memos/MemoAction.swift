/// The actions on memos that follow from a key or a command.
enum MemoAction: Equatable, Sendable {
  /// Reads the memos, and shows them.
  case open
  /// Keeps the recording as a memo.
  case save(title: String)
  case play(MemoID)
  /// Posts the clip of a memo with the written text.
  case post(MemoID)
  case rename(MemoID, title: String)
  case delete(MemoID)

  /// The memo; nil for all memos and for a new one.
  var id: MemoID? {
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
