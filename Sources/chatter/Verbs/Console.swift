import Program

/// Where a verb writes; tests have one of their own.
@MainActor
protocol Console: AnyObject {
  /// What was asked for; false when the reader has gone.
  @discardableResult
  func write(_ text: String) -> Bool

  /// What is no answer: progress, and what went wrong.
  func note(_ text: String)

  /// How many columns progress may take on standard error; nil where no person sits at it.
  var progressColumns: Int? { get }
}

/// The standard streams.
@MainActor
final class StandardConsole: Console {
  @discardableResult
  func write(_ text: String) -> Bool { StandardStream.output.write(text) }

  /// What a server said may be in it.
  func note(_ text: String) {
    StandardStream.error.write(showsUnicode ? text : Printable.ascii(text))
  }

  private let showsUnicode: Bool
  let progressColumns: Int?

  init(_ surroundings: Surroundings) {
    // What is no terminal takes what it is given.
    showsUnicode = surroundings.showsUnicode || !surroundings.isErrorTerminal
    progressColumns = surroundings.isErrorTerminal && !surroundings.isDumbTerminal ? 60 : nil
  }
}
