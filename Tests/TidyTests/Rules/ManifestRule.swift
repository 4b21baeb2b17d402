/// Requires the targets of the manifest to be in the order of their layers.
struct ManifestRule {
  /// The names of the targets of each layer, from the bottom.
  let floors: [[String]]

  func findings(manifest: String) -> [Finding] {
    var highest = 0
    var findings: [Finding] = []
    for name in Self.targets(in: manifest) {
      let tests = floors.count
      guard let floor = floors.firstIndex(where: { $0.contains(name) }) ?? Self.test(name, tests)
      else {
        findings.append(Finding("Package.swift", "\(name) is in no layer"))
        continue
      }
      if floor < highest { findings.append(Finding("Package.swift", "\(name) comes too late")) }
      highest = max(highest, floor)
    }
    return findings
  }

  /// Returns the top layer for tests, their shared code and their programs.
  private static func test(_ name: String, _ floor: Int) -> Int? {
    name.hasSuffix("Tests") || ["TestSupport", "URLSessionClient", "EngineProgram"].contains(name)
      ? floor : nil
  }

  /// The names of the targets that a manifest declares, in order.
  static func targets(in manifest: String) -> [String] {
    guard let start = manifest.firstRange(of: "targets: [\n") else { return [] }
    return manifest[start.upperBound...].split(separator: "name: \"").dropFirst().compactMap {
      $0.split(separator: "\"").first.map(String.init)
    }
  }
}
