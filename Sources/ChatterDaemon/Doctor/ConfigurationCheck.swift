import CommandLine
import Program

/// The configuration file and the environment.
struct ConfigurationCheck: Sendable {
  /// The absolute path of the file; nil without one.
  var path: String?
  var status: FileStatus?
  /// Why the file cannot be read.
  var readFailure: FileError?
  var hasPassword = false
  /// Why the configuration is invalid.
  var error: CommandError?
  /// Warnings about variables of the environment.
  var warnings: [String] = []

  var faults: [Fault] {
    var faults: [Fault] = []
    if let path, let readFailure {
      faults.append(
        Fault(.configurationUnreadable, ["path": path, "reason": "\(path): \(readFailure)"]))
    } else if let error {
      let isKey = error.description.contains(": unknown key ")
      faults.append(
        Fault(
          isKey ? .configurationUnknownKey : .configurationInvalid,
          ["reason": error.description]))
    }
    if let path, let status, hasPassword, status.isReadableByAll {
      faults.append(
        Fault(.configurationExposed, ["path": path, "mode": status.modeText]))
    }
    return faults + warnings.map { Fault(.variableUnknown, ["reason": $0]) }
  }

  /// Whether a configuration file contains the password of a database.
  static func hasPassword(_ text: String) -> Bool {
    text.split(separator: "\n").contains { line in
      let line = line.drop(while: \.isWhitespace)
      guard line.hasPrefix("database") else { return false }
      if line.contains("password=") || line.contains("password =") { return true }
      guard let start = line.firstRange(of: "://")?.upperBound,
        let at = line[start...].firstIndex(of: "@")
      else { return false }
      return line[start..<at].contains(":")
    }
  }
}

extension ConfigurationCheck {
  /// Reads the file that the command line or the environment names.
  init(_ line: ParsedLine, _ environment: LaunchEnvironment) throws(CommandError) {
    var withoutFile = environment
    withoutFile.readFile = { _ throws(FileError) in [] }
    let values = try OptionValues(line, of: .chatterd, withoutFile)
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
