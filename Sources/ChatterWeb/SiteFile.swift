internal import Crypto
internal import HTTP
internal import System

/// A file of the web site, ready to be sent.
struct SiteFile: Sendable {
  let path: String
  let type: FieldValue
  /// The tag of the contents: a digest, so that all servers of a cluster have the same.
  let tag: EntityTag
  let plain: [UInt8]
  private let gzip: [UInt8]

  /// Whether compression makes the file smaller: images are compressed already.
  var isCompressible: Bool { !gzip.isEmpty }

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
    gzip = suffix == "png" ? [] : DeflatedSegment.gzip(contents)
  }

  /// The body in gzip; nil if that is not smaller.
  var gzipBody: [UInt8]? { isCompressible && gzip.count < plain.count ? gzip : nil }

  /// The first 128 bits of the SHA-256, in hexadecimal.
  static func digest(of contents: [UInt8]) -> String {
    guard let digest = SHA256.digest(of: contents) else {
      preconditionFailure("no memory for the digest of a file")
    }
    return digest.prefix(16).hexadecimal()
  }
}
