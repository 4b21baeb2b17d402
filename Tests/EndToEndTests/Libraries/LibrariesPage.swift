/// The manifest and the programs of `docs/use/libraries.md`.
struct LibrariesPage {
  /// The Swift blocks of the page, in order, each with a new line at its end.
  let blocks: [String]

  init(_ text: String) {
    blocks = text.split(separator: "\n```swift\n").dropFirst().compactMap { rest in
      rest.split(separator: "\n```\n", maxSplits: 1, omittingEmptySubsequences: false).first
        .map { $0 + "\n" }
    }
  }

  /// The example of `Package.swift`.
  var manifest: String? { blocks.first { $0.hasPrefix("// swift-tools-version") } }

  /// The other blocks.
  var programs: [String] { blocks.filter { $0 != manifest } }
}
