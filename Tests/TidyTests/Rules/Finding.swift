/// One place that breaks a rule of the house.
struct Finding: Equatable, CustomStringConvertible {
  let path: String
  /// Counted from 1; 0 when it is about the whole file.
  let line: Int
  let message: String

  init(_ path: String, line: Int = 0, _ message: String) {
    (self.path, self.line, self.message) = (path, line, message)
  }

  var description: String { line == 0 ? "\(path): \(message)" : "\(path):\(line): \(message)" }
}
