import Program

/// Where a verb writes; tests have one of their own.
@MainActor
protocol Console: AnyObject {
  /// What was asked for; false when it was not taken, and nothing more will be.
  @discardableResult
  func write(_ text: String) -> Bool

  /// What is no answer: progress, and what went wrong.
  func note(_ text: String)

  /// Whether what is written may be UTF-8 beyond ASCII.
  var writesUnicode: Bool { get }

  /// Whether somebody may still read what is written.
  var hasReader: Bool { get }

  /// How many columns progress may take on standard error now; nil where no person sits at it.
  var progressColumns: Int? { get }
}

extension Console {
  /// Writes an object of JSON as a line: where UTF-8 is not shown, its escapes say the same.
  @discardableResult
  func write(json text: String) -> Bool {
    write(Printable.json(text, isUnicode: writesUnicode) + "\n")
  }

  /// How soon a verb that waits notices that its reader has gone.
  private static var readerInterval: Duration { .milliseconds(500) }

  /// Waits; false when the reader has gone meanwhile, or the task is cancelled.
  func wait(for time: Duration) async -> Bool {
    let end = ContinuousClock.now + time
    repeat {
      guard hasReader else { return false }
      let rest = ContinuousClock.now.duration(to: end)
      if rest <= .zero { return true }
      let step = min(rest, Self.readerInterval)
      guard (try? await Task.sleep(for: step)) != nil else { return false }
    } while true
  }
}

/// The standard streams. What others have said may be in all that is written: a terminal that does
/// not show UTF-8 gets no byte beyond ASCII from here, whatever a verb writes.
@MainActor
final class StandardConsole: Console {
  /// What a line of progress takes where there is room.
  static let progressColumnsMax = 60

  let writesUnicode: Bool
  private let notesUnicode: Bool
  private let showsProgress: Bool
  /// Why standard output did not take something, the first time.
  private(set) var outputFailure: FileError?

  init(_ surroundings: Surroundings) {
    // What is no terminal takes what it is given.
    writesUnicode = surroundings.showsUnicode || !surroundings.isOutputTerminal
    notesUnicode = surroundings.showsUnicode || !surroundings.isErrorTerminal
    showsProgress = surroundings.isErrorTerminal && !surroundings.isDumbTerminal
  }

  @discardableResult
  func write(_ text: String) -> Bool {
    guard outputFailure == nil else { return false }
    outputFailure = StandardStream.output.failure(
      writing: writesUnicode ? text : Printable.ascii(text))
    return outputFailure == nil
  }

  func note(_ text: String) {
    StandardStream.error.write(notesUnicode ? text : Printable.ascii(text))
  }

  var hasReader: Bool {
    if !StandardStream.output.hasReader { outputFailure = outputFailure ?? .readerGone }
    return outputFailure == nil
  }

  /// The last column stays free: a terminal may begin a new line when it is filled.
  var progressColumns: Int? {
    guard showsProgress else { return nil }
    let columns = StandardStream.error.columnCount.map { $0 - 1 } ?? Self.progressColumnsMax
    return columns > 0 ? min(columns, Self.progressColumnsMax) : nil
  }
}
