import System

enum MemoError: Error, Equatable, CustomStringConvertible {
  case noHome
  /// The store has its maximum number of memos.
  case full
  case titleTooLong
  /// Another program may have deleted the memo.
  case deleted
  /// The bytes are not a clip; the text gives the reason.
  case notAClip(String)
  case file(String, FileError)

  var description: String {
    switch self {
    case .noHome: "no home directory for memos: set HOME or XDG_STATE_HOME"
    case .full: "there are \(MemoStore.countMax) memos: delete one first"
    case .titleTooLong:
      "the title is longer than \(MemoDescription.titleBytesMax) bytes: shorten it"
    case .deleted: "the memo has been deleted"
    case .notAClip(let reason): "not a clip: \(reason)"
    case .file(let path, let error): "\(path): \(error)"
    }
  }
}
