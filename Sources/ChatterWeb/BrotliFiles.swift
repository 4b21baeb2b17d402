internal import HTTP
internal import System

/// The files of a site in Brotli. They take a third of a second of one processor, so a thread makes
/// them once a browser asks for one; until then, it is sent in gzip.
final class BrotliFiles: Sendable {
  private let files: [SiteFile]
  private let state = Lock<(hasBegun: Bool, bodies: [String: [UInt8]])>((false, [:]))

  init(_ files: [SiteFile]) { self.files = files }

  /// Returns the file at a path in Brotli; nil if it is not ready, or not smaller.
  func body(of path: String) -> [UInt8]? {
    let (begins, body) = state.withLock { state in
      defer { state.hasBegun = true }
      return (!state.hasBegun, state.bodies[path])
    }
    if begins { try? SystemThread.start("brotli", signals: .blocked) { self.compress() } }
    return body
  }

  func compress() {
    for file in files where file.isCompressible {
      guard let coded = Brotli.compress(file.plain), coded.count < file.plain.count else {
        continue
      }
      state.withLock { $0.bodies[file.path] = coded }
    }
  }
}
