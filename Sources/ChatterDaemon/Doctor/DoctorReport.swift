import Chatter
import CommandLine

/// What `chatterd doctor` prints.
struct DoctorReport: Sendable, Equatable {
  /// The faults, the worst first.
  let faults: [Fault]
  /// What was examined, in short.
  let examined: [String]

  init(_ faults: [Fault], examined: [String]) {
    var unique: [Fault] = []
    for fault in faults where !unique.contains(fault) { unique.append(fault) }
    self.faults = unique.worstFirst
    self.examined = examined
  }

  /// The exit code: success with notices only.
  var exitCode: ExitCode {
    switch faults.worst {
    case .error: .doctorErrors
    case .warning: .doctorWarnings
    case .notice, nil: .success
    }
  }

  /// One block for each fault, and their count.
  var text: String {
    let blocks = faults.map { fault in
      (["\(fault.severity.rawValue): \(fault.kind.name)"]
        + CommandTable.wrapped(fault.problem, indent: 2)
        // One line, so that a command in it can be copied.
        + ["  Cure: " + fault.cure]).joined(separator: "\n") + "\n"
    }
    let examined = CommandTable.wrapped("Examined: " + self.examined.joined(separator: ", "))
    return (blocks + [(examined + [count]).joined(separator: "\n") + "\n"])
      .joined(separator: "\n")
  }

  /// `1 error, 2 warnings, no notices`, or `no faults found`.
  private var count: String {
    guard !faults.isEmpty else { return "no faults found" }
    return FaultSeverity.allCases.map { severity in
      let count = faults.count { $0.severity == severity }
      return "\(count == 0 ? "no" : "\(count)") \(severity.rawValue)\(count == 1 ? "" : "s")"
    }.joined(separator: ", ")
  }

  /// One JSON object: `version`, `examined` and `findings`, each with `name`, `severity`, `problem`
  /// and `cure`.
  var json: String {
    let findings = faults.map { fault in
      Self.object([
        ("name", Self.quoted(fault.kind.name)), ("severity", Self.quoted(fault.severity.rawValue)),
        ("problem", Self.quoted(fault.problem)), ("cure", Self.quoted(fault.cure)),
      ])
    }
    return Self.object([
      ("version", Self.quoted(CommandTable.version)),
      ("examined", Self.array(examined.map(Self.quoted))), ("findings", Self.array(findings)),
    ]) + "\n"
  }

  private static func object(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { "\(quoted($0.name)):\($0.value)" }.joined(separator: ",") + "}"
  }

  private static func array(_ values: [String]) -> String {
    "[" + values.joined(separator: ",") + "]"
  }

  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    LogFormat.json.append(text, to: &bytes, bytesMax: 4096)
    return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
  }
}
