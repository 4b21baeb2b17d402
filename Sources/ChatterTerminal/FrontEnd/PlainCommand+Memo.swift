import Program

extension PlainCommand {
  /// The commands that begin with `memo`.
  enum MemoCommand: Equatable, Sendable {
    case list
    /// Keeps the recording as a memo; the title may be empty.
    case save(title: String)
    /// Uses the memo with this number.
    case use(Int, UnsentUse)
    case rename(Int, title: String)
  }

  /// Parses the words after `memo`.
  static func memo(_ words: [String]) -> PlainCommand {
    guard let verb = words.first?.lowercased() else { return .memo(.list) }
    let rest = words.dropFirst()
    if verb == "save" { return .memo(.save(title: rest.joined(separator: " "))) }
    let number = rest.first.flatMap { Decimals.integer($0) }
    if verb == "rename" {
      guard let number, rest.count > 1 else { return .wrong("memo rename 1 TITLE") }
      return .memo(.rename(number, title: rest.dropFirst().joined(separator: " ")))
    }
    guard let use = UnsentUse(rawValue: verb), let number, rest.count == 1 else {
      return .wrong("memo play 1")
    }
    return .memo(.use(number, use))
  }
}
