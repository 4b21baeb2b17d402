/// Rejects names of files and types that say nothing, such as Utils.
struct NameRule {
  private static let empty: Set = [
    "util", "utils", "utility", "utilities", "helper", "helpers", "manager", "common", "core",
    "base", "misc",
  ]

  func findings(in files: [SourceFile]) -> [Finding] {
    files.flatMap { file -> [Finding] in
      var findings: [Finding] = []
      if let word = Self.emptyWord(in: file.name) {
        findings.append(Finding(file.path, "'\(word)' says nothing about what the file holds"))
      }
      for (number, words) in file.words {
        for (kind, name) in zip(words, words.dropFirst()) where Self.kinds.contains(kind) {
          if let word = Self.emptyWord(in: name) {
            findings.append(Finding(file.path, line: number, "'\(word)' in \(name) says nothing"))
          }
        }
      }
      return findings
    }
  }

  private static let kinds: Set = [
    "struct", "class", "enum", "actor", "protocol", "typealias", "extension",
  ]

  /// The first word of a name in camel case that is on the list; digits belong to their word.
  static func emptyWord(in name: String) -> String? {
    var words: [String] = [""]
    for character in name {
      if character.isUppercase || !(character.isLetter || character.isNumber) { words.append("") }
      if character.isLetter || character.isNumber { words[words.count - 1].append(character) }
    }
    return words.first { empty.contains($0.lowercased()) }
  }
}
