import Foundation
import TestSupport

/// What the kernel says of a server (proc(5)).
extension ServerProcess {
  /// How many descriptors are open.
  var descriptorCount: Int {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(program.processID)/fd").count
    }
  }

  /// How much memory is resident; under a sanitizer, where it says nothing, always 0.
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
