import Arguments
import System

/// The configuration file and the environment.
struct ConfigurationCheck: Sendable {
  /// The absolute path of the file; nil without one.
  var path: String?
  var status: FileStatus?
  var readFailure: FileError?
  var hasPassword = false
  var error: CommandError?
  var warnings: [String] = []

  @FaultList var faults: [Fault] {
    if let path, let readFailure {
      Fault(.configurationUnreadable, ["path": path, "reason": "\(path): \(readFailure)"])
    } else if let error {
      let isKey = error.description.contains(": unknown key ")
      Fault(
        isKey ? .configurationUnknownKey : .configurationInvalid, ["reason": error.description])
    }
    if let path, let status, hasPassword, status.isReadableByAll {
      Fault(.configurationExposed, ["path": path, "mode": status.modeText])
    }
    warnings.map { Fault(.variableUnknown, ["reason": $0]) }
  }

  /// Whether a configuration file contains the password of a database.
  static func hasPassword(_ text: String) -> Bool {
    text.split(separator: "\n").contains { line in
      line.drop(while: \.isWhitespace).hasPrefix("database")
        && line.contains(/password ?=|:\/\/[^@]*:[^@]*@/)
    }
  }
}

extension ConfigurationCheck {
  /// Returns the values of the command line and the environment, without those of the file.
  static func values(
    _ line: ParsedLine, _ environment: LaunchEnvironment
  ) throws(CommandError) -> OptionValues {
    var withoutFile = environment
    withoutFile.readFile = { _ throws(FileError) in [] }
    return try OptionValues(line, of: .chatterd, withoutFile)
  }

  /// Reads the file that the command line or the environment names.
  init(_ line: ParsedLine, _ environment: LaunchEnvironment) throws(CommandError) {
    let values = try Self.values(line, environment)
    warnings = values.warnings
    guard let path = try values.path(.config) else { return }
    self.path = path
    status = try? FileStatus(of: path)
    do throws(FileError) {
      hasPassword = Self.hasPassword(
        String(decoding: try environment.readFile(path), as: UTF8.self))
    } catch {
      readFailure = error
    }
  }
}
