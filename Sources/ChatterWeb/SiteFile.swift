internal import Crypto
internal import HTTP
internal import System

/// A file of the web site, ready to be sent.
struct SiteFile: Sendable {
  let path: String
  let type: FieldValue
  /// The tag of the contents: a digest, so that all servers of a cluster have the same.
  let tag: EntityTag
  private let plain: [UInt8]
  private let gzip: [UInt8]

  /// Types of files that are sent without a coding: images are compressed already. The page fits
  /// into the first packets of a connection anyway, and a scanner cannot know that it has no
  /// secrets, which compression could reveal (BREACH, CVE-2013-3587).
  private static let uncompressed: Set<Substring> = ["html", "png"]

  /// Media types by file name extension. The encoding of scripts and styles is always UTF-8 here.
  private static let types: [Substring: FieldValue] = [
    "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "png": "image/png",
    "svg": "image/svg+xml; charset=utf-8",
    "webmanifest": "application/manifest+json",
  ]

  /// Creates the file with a name, which has its type, at a path.
  init(_ name: String, _ contents: [UInt8], path: String) {
    self.path = path
    let suffix = name.split(separator: ".").last ?? ""
    type = Self.types[suffix] ?? "application/octet-stream"
    tag = EntityTag(Self.digest(of: contents))
    plain = contents
    gzip = Self.uncompressed.contains(suffix) ? [] : DeflatedSegment.gzip(contents)
  }

  /// Returns the body in a coding, and the coding it has.
  func body(in coding: ContentCoding) -> (bytes: [UInt8], coding: ContentCoding) {
    coding == .gzip && !gzip.isEmpty && gzip.count < plain.count
      ? (gzip, .gzip) : (plain, .identity)
  }

  /// The first 128 bits of the SHA-256, in hexadecimal.
  static func digest(of contents: [UInt8]) -> String {
    guard let digest = SHA256.digest(of: contents) else {
      preconditionFailure("no memory for the digest of a file")
    }
    return digest.prefix(16).hexadecimal()
  }
}
