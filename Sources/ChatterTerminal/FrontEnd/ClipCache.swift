/// The clips that were played last, by their URLs.
struct ClipCache {
  /// Maximum total size in bytes.
  static let bytesMax = 32 << 20

  private var clips: [(url: String, bytes: [UInt8])] = []

  subscript(url: String) -> [UInt8]? { clips.first { $0.url == url }?.bytes }

  /// Adds a clip, and drops the oldest ones that do not fit beside it.
  mutating func add(_ bytes: [UInt8], for url: String) {
    remove(url)
    clips.append((url, bytes))
    while clips.reduce(0, { $0 + $1.bytes.count }) > Self.bytesMax { clips.removeFirst() }
  }

  mutating func remove(_ url: String) { clips.removeAll { $0.url == url } }
}
