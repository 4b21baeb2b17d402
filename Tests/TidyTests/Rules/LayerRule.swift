/// A target depends only on targets of lower layers, and the manifest lists the lowest layer first.
struct LayerRule {
  /// The dependencies inside a layer that are allowed.
  let exceptions: [String: Set<String>]

  func findings(in targets: [ManifestTarget]) -> [Finding] {
    let layers = Dictionary(targets.map { ($0.name, $0.layer) }) { first, _ in first }
    let tests = targets.map(\.layer).max()
    var findings: [Finding] = []
    for (target, next) in zip(targets, targets.dropFirst()) where next.layer < target.layer {
      findings.append(Finding(Self.path, "\(next.name) is below the heading of another layer"))
    }
    for target in targets where target.layer != tests {
      for dependency in target.dependencies {
        let isLower = layers[dependency].map { $0 < target.layer } ?? false
        if !isLower, exceptions[target.name]?.contains(dependency) != true {
          findings.append(
            Finding(Self.path, "\(target.name) depends on \(dependency), which is not below it"))
        }
      }
    }
    return findings
  }

  private static let path = "Package.swift"
}
