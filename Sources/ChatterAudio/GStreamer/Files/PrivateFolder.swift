import Glibc

/// A folder beside a file for what is made in its place: nobody else has a right in it, and its
/// name cannot be guessed. It goes with its object.
final class PrivateFolder: Sendable {
  let path: String
  private let names: [String]

  /// Makes the folder.
  ///
  /// - Parameter names: of the files that go with it.
  init(beside file: String, for names: [String]) throws(AudioError) {
    var template = Array("\(OpenFile.folder(of: file))/.chatter-XXXXXX".utf8CString)
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
