/// The files of the directory `Site`, which SwiftPM embeds in the program under their names without
/// directories.
enum SiteFiles {
  static let all: [(name: String, contents: [UInt8])] = [
    ("index.html", PackageResources.index_html)
  ]
}
