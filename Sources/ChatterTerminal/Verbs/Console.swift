import System

/// The output of a verb; tests have their own implementation.
@MainActor
protocol Console: AnyObject {
  /// Writes the verb's output; false if it could not be written, and no later output will be.
  @discardableResult
  func write(_ text: String) -> Bool

  /// Writes bytes as the verb's output, unchanged; false as for ``write(_:)``.
  @discardableResult
  func write(bytes: [UInt8]) -> Bool

  /// Writes progress or an error, which are not part of the output.
  func report(_ text: String)

  /// Whether the output may contain characters beyond ASCII.
  var writesUnicode: Bool { get }

  /// The symbols for reports.
  var glyphs: Glyphs { get }

  var hasReader: Bool { get }

  /// The number of columns for progress on standard error; nil if it is not interactive.
  var progressColumns: Int? { get }
}

extension Console {
  /// Writes a JSON object as a line; without UTF-8 other characters become escapes.
  @discardableResult
  func write(json text: String) -> Bool {
    write(Printable.json(text, isUnicode: writesUnicode) + "\n")
  }

  /// Asks a question until the reply is yes or no; false also at the end of the input.
  func asks(_ question: String, _ readReply: () -> String?) -> Bool {
    report("\(question) (yes/no) ")
    while true {
      switch readReply()?.lowercased() {
      case "yes": return true
      case "no": return false
      case nil:
        report("\n")
        return false
      default: report("Type yes or no: ")
      }
    }
  }

  private static var readerInterval: Duration { .milliseconds(500) }

  /// Waits; false if the reader is gone, or the task is cancelled.
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

@MainActor
final class Shared<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// The standard streams, in ASCII for a terminal that does not show UTF-8.
@MainActor
final class StandardConsole: Console {
  static let progressColumnsMax = 60

  let writesUnicode: Bool
  let glyphs: Glyphs
  private let reportsUnicode: Bool
  private let showsProgress: Bool
  private(set) var outputFailure: FileError?

  init(_ environment: LaunchEnvironment) {
    // A file or a pipe can hold any text.
    writesUnicode = environment.showsUnicode || !environment.isOutputTerminal
    reportsUnicode = environment.showsUnicode || !environment.isErrorTerminal
    glyphs = Glyphs(isUnicode: environment.showsUnicode)
    showsProgress = environment.isErrorTerminal && !environment.isDumbTerminal
  }

  @discardableResult
  func write(_ text: String) -> Bool {
    write(bytes: Array((writesUnicode ? text : Printable.ascii(text)).utf8))
  }

  @discardableResult
  func write(bytes: [UInt8]) -> Bool {
    guard outputFailure == nil else { return false }
    outputFailure = StandardStream.output.failure(writing: bytes)
    return outputFailure == nil
  }

  func report(_ text: String) {
    StandardStream.error.write(reportsUnicode ? text : Printable.ascii(text))
  }

  var hasReader: Bool {
    if !StandardStream.output.hasReader { outputFailure = outputFailure ?? .readerGone }
    return outputFailure == nil
  }

  /// The last column stays free: some terminals start a new line when it is filled.
  var progressColumns: Int? {
    guard showsProgress else { return nil }
    let columns = StandardStream.error.columnCount.map { $0 - 1 } ?? Self.progressColumnsMax
    return columns > 0 ? min(columns, Self.progressColumnsMax) : nil
  }
}
