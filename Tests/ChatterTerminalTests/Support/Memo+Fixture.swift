import Chatter

@testable import ChatterTerminal

extension Memo {
  /// Returns a memo with a title, recorded a number of seconds after 1970.
  static func fixture(_ title: String, at seconds: Int64 = 100) -> Memo {
    Memo(
      id: MemoID(created: Timestamp(clamping: seconds * 1_000_000)), title: title,
      duration: .seconds(5))
  }
}
