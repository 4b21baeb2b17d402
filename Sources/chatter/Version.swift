/// The version of the program, said in one place.
enum Version {
  /// Semantic version (semver.org), without a leading `v`.
  static let text = "0.1.0"
}
