/// Tests are where a reader of the sources looks for them: `Sources/HTTP/HTTP1/RequestParser.swift`
/// is tested by `Tests/HTTPTests/HTTP1/RequestParserTests.swift`, and one aspect of it by
/// `RequestParser+MemoryTests.swift` in the same directory.
///
/// A suite is named for a file or a type of its module. What suites share is in `Support`. Not
/// every source file has a suite of its own.
struct MirrorRule {
  func findings(sources: [SourceFile], tests: [SourceFile]) -> [Finding] {
    // For each module, the directories where a name is a file or a type.
    var modules: [String: [String: Set<String>]] = [:]
    for file in sources {
      let module = String(file.target.dropFirst("Sources/".count))
      let names = [file.name] + file.words.flatMap { Self.types(in: $0.words) }
      for name in names { modules[module, default: [:]][name, default: []].insert(file.place) }
    }
    return tests.compactMap { test in
      let module = String(test.target.dropFirst("Tests/".count).dropLast("Tests".count))
      guard let names = modules[module], test.target.hasSuffix("Tests"), test.place != "Support",
        !test.place.hasPrefix("Support/"), !test.place.hasSuffix("/Support")
      else { return nil }
      guard let kind = ["Tests", "Measurements"].first(where: test.name.hasSuffix) else {
        return Finding(test.path, "holds no tests, by its name: move it to a directory Support")
      }
      let subject = String(test.name.dropLast(kind.count))
      let type = String(subject.prefix { $0 != "+" })
      guard let places = names[subject] ?? names[type] else {
        return Finding(test.path, "\(module) has no file or type \(type)")
      }
      guard !places.contains(test.place) else { return nil }
      let wanted = places.sorted().map { "Tests/\(module)Tests/\($0)" }.joined(separator: " or ")
      return Finding(test.path, "belongs to \(wanted)")
    }
  }

  /// The types that a line declares or extends.
  private static func types(in words: [String]) -> [String] {
    let kinds: Set = ["struct", "class", "enum", "actor", "protocol", "typealias", "extension"]
    return zip(words, words.dropFirst()).filter { kinds.contains($0.0) }.map(\.1)
  }
}

extension SourceFile {
  /// The directory below the target's: `HTTP1` for `Sources/HTTP/HTTP1/RequestParser.swift`.
  fileprivate var place: String {
    path.split(separator: "/").dropFirst(2).dropLast().joined(separator: "/")
  }
}
