import TestSupport

/// A Swift file as the rules see it.
struct SourceFile: Sendable {
  /// From the project's root, as in `Sources/HTTP/Request.swift`.
  let path: String
  let lines: [String]
  /// The lines with comments and the text of string literals taken out; as many as `lines`.
  let code: [String]
  /// The comments of each line, with their slashes; as many as `lines`.
  let comments: [String]
  /// The lines of code, numbered from 1, each as its words: runs of letters, digits and `_`.
  let words: [(number: Int, words: [String])]

  init(path: String, text: String) {
    self.path = path
    lines = Self.lines(of: text)
    let parts = CodeBlanking.split(text)
    code = Self.lines(of: parts.code)
    comments = Self.lines(of: parts.comments)
    words = code.enumerated().map { ($0.offset + 1, Self.words(in: $0.element)) }
  }

  /// The first two parts of the path: `Sources/HTTP`.
  var target: String { path.split(separator: "/").prefix(2).joined(separator: "/") }

  /// The file's name without its ending.
  var name: String {
    let file = path.split(separator: "/").last ?? ""
    return String(file.hasSuffix(".swift") ? file.dropLast(6) : file)
  }

  static func words(in line: String) -> [String] {
    line.utf8.split(whereSeparator: { !isWordByte($0) }).map { String(Substring($0)) }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private static func lines(of text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }
}

extension SourceFile {
  static let sources = read(under: "Sources")
  static let tests = read(under: "Tests")

  private static func read(under directory: String) -> [SourceFile] {
    Repository.files(under: directory, ending: ".swift").map { path in
      SourceFile(path: path, text: (try? Repository.text(of: path)) ?? "")
    }
  }
}
