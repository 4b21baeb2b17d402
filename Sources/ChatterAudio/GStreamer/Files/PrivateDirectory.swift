import Glibc

/// A temporary directory beside a file, for building the file's replacement. Only its owner may
/// access it, and its name cannot be guessed. It is deleted with this object.
final class PrivateDirectory: Sendable {
  let path: String
  private let names: [String]

  /// Creates the directory.
  ///
  /// - Parameter names: The names of the files that are deleted with it.
  init(beside file: String, for names: [String]) throws(AudioError) {
    var template = Array("\(OpenFile.directory(of: file))/.chatter-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw OpenFile.failure(file) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.names = names
  }

  deinit {
    for name in names { _ = unsafe unlink(self.path(of: name)) }
    _ = unsafe rmdir(path)
  }

  func path(of name: String) -> String { "\(path)/\(name)" }
}
