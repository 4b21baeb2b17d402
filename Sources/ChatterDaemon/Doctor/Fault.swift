/// How serious a fault is.
enum FaultSeverity: String, CaseIterable, Sendable {
  /// The server cannot start, or clients refuse it.
  case error
  /// The server works, but may lose data, fail later or refuse more than it should.
  case warning
  /// Nothing is wrong now.
  case notice
}

/// A fault that was found on this machine.
struct Fault: Sendable, Equatable {
  let kind: FaultKind
  /// What is wrong, with the values found; printable.
  let problem: String
  /// A command to copy or an option to change; values in it are quoted for a shell.
  let cure: String

  /// - Parameter values: The values for the names between asterisks.
  init(_ kind: FaultKind, _ values: [String: String] = [:]) {
    self.init(kind, values, text: kind.text)
  }

  init(_ kind: FaultKind, _ values: [String: String], text: FaultText) {
    self.kind = kind
    problem = Self.filled(text.problem, values) { $0 }
    cure = Self.filled(text.cure, values) { ShellWord.quoted($0) }
  }

  var severity: FaultSeverity { kind.severity }

  /// Returns a text with its names replaced; values are not searched for further names.
  private static func filled(
    _ text: String, _ values: [String: String], _ form: (String) -> String
  ) -> String {
    text.replacing(/\\([|*])|\*(\w+)\*/) { match in
      if let character = match.1 { return String(character) }
      let name = String(match.2 ?? "")
      return values[name].map { form(printable($0)) } ?? "{\(name)}"
    }
  }

  /// Maximum length of a value in bytes: that of a path (PATH_MAX).
  private static let valueBytesMax = 4096

  /// Escapes what a terminal does not show as itself. Quotes and backslashes are harmless here, and
  /// the texts of errors contain them.
  private static func printable(_ text: String) -> String {
    LogFormat.printable(text, bytesMax: valueBytesMax)
      .replacing("\\\\", with: "\\").replacing("\\\"", with: "\"")
  }
}

/// Collects the faults of a check, each under its condition.
@resultBuilder
enum FaultList {
  static func buildExpression(_ fault: Fault) -> [Fault] { [fault] }
  static func buildExpression(_ faults: [Fault]) -> [Fault] { faults }
  static func buildBlock(_ parts: [Fault]...) -> [Fault] { parts.flatMap(\.self) }
  static func buildOptional(_ part: [Fault]?) -> [Fault] { part ?? [] }
  static func buildEither(first part: [Fault]) -> [Fault] { part }
  static func buildEither(second part: [Fault]) -> [Fault] { part }
  static func buildArray(_ parts: [[Fault]]) -> [Fault] { parts.flatMap(\.self) }
}
