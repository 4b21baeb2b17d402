/// A target that `Package.swift` declares.
struct ManifestTarget {
  let name: String
  /// The directory of its files, such as `Sources/HTTP`.
  let directory: String
  /// The number in the heading above it, such as 2 in `// 2  Domain and protocols.`
  let layer: Int
  let dependencies: [String]

  /// The name by which Swift files import a target.
  static func module(_ name: String) -> String { name.replacing("-", with: "_") }

  private static let kinds = ["target", "executableTarget", "testTarget", "systemLibrary"]

  /// Reads the targets from the text of a manifest, in order.
  ///
  /// A declaration begins on a line of its own, names its dependencies in one array literal, and
  /// follows the heading of its layer.
  static func targets(in manifest: String) -> [ManifestTarget] {
    guard let list = manifest.firstRange(of: "\n  targets: [\n") else { return [] }
    var layer = -1
    var declarations: [(layer: Int, kind: String, text: Substring)] = []
    for line in manifest[list.upperBound...].split(separator: "\n") {
      if line.hasPrefix("  ]") { break }
      let text = line.drop(while: \.isWhitespace)
      if text.hasPrefix("// "), let number = text.dropFirst(3).firstRange(of: "  ") {
        layer = Int(text.dropFirst(3)[..<number.lowerBound]) ?? layer
      } else if let kind = kinds.first(where: { text.hasPrefix(".\($0)(") }) {
        declarations.append((layer, kind, text))
      } else if !declarations.isEmpty {
        declarations[declarations.count - 1].text += text
      }
    }
    return declarations.map { declaration in
      let name = strings(in: declaration.text, from: "name: ", to: ",)").first ?? ""
      let directory = declaration.kind == "testTarget" ? "Tests" : "Sources"
      let path = strings(in: declaration.text, from: "path: ", to: ",)").first
      return ManifestTarget(
        name: name, directory: path ?? "\(directory)/\(name)", layer: declaration.layer,
        dependencies: strings(in: declaration.text, from: "dependencies: [", to: "]"))
    }
  }

  /// Returns the string literals between a label and one of the closing characters.
  private static func strings(
    in text: Substring, from label: String, to ends: String
  ) -> [String] {
    guard let start = text.firstRange(of: label)?.upperBound else { return [] }
    let value = text[start...].prefix { !ends.contains($0) }
    return value.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}
