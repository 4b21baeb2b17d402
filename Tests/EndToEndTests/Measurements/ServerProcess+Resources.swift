import Foundation
import TestSupport

/// The resources of a server, from proc(5).
extension ServerProcess {
  /// The processor time that it has used.
  var processorTime: Duration {
    get throws {
      let text = try String(contentsOfFile: "/proc/\(program.processID)/stat", encoding: .utf8)
      // The second field is a name in parentheses; after it, these are the 12th and 13th fields.
      let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
      guard fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13]) else {
        throw WireError(description: "no times in /proc/…/stat")
      }
      return .seconds(user + system) / sysconf(Int32(_SC_CLK_TCK))
    }
  }

  /// The resident memory in bytes; 0 under a sanitizer, where it is meaningless.
  var residentBytes: Int {
    get throws {
      guard !Sanitizer.isOn else { return 0 }
      let path = "/proc/\(program.processID)/status"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
        let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
      else { throw WireError(description: "no VmRSS in \(path)") }
      return kibibytes << 10
    }
  }
}
