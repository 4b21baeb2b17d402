import Foundation
import TestSupport

extension ServerProcess {
  /// The number of open descriptors, from proc(5).
  var descriptorCount: Int {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(program.processID)/fd").count
    }
  }
}
