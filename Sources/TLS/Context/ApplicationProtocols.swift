/// Protocol names for ALPN, most wanted first (RFC 7301), such as `h2` and `http/1.1`.
public struct ApplicationProtocols: Sendable, Equatable, ExpressibleByArrayLiteral {
  /// How many names a list may have.
  static let countMax = 16

  /// The names, most wanted first.
  public let names: [String]

  /// The names must be 1 to 255 bytes and at most 16: they are constants of a program, so
  /// anything else is a programming error and traps.
  public init(_ names: [String]) {
    precondition(names.count <= Self.countMax, "too many application protocols")
    precondition(
      names.allSatisfy { (1...255).contains($0.utf8.count) },
      "an application protocol's name has 1 to 255 bytes")
    self.names = names
  }

  /// The same as `init(_:)`.
  public init(arrayLiteral elements: String...) { self.init(elements) }

  /// Each name after a byte that counts it (RFC 7301 section 3.1).
  var wireBytes: [UInt8] {
    names.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
  }

  /// What a server answers to a client's list.
  enum Selection: Equatable {
    /// The server has no names: it leaves the extension unanswered.
    case notConfigured
    /// RFC 7301 section 3.2: the answer SHALL be a fatal no_application_protocol alert.
    case noOverlap
    /// Where the name stands in the client's list, without its count.
    case selected(Range<Int>)
  }

  /// Chooses the server's most wanted name among those in a client's list in wire form.
  func selection(from offered: [UInt8]) -> Selection {
    if names.isEmpty { return .notConfigured }
    var best: (rank: Int, place: Range<Int>)?
    var offset = 0
    while offset < offered.count {
      let start = offset + 1
      let end = start + Int(offered[offset])
      guard end <= offered.count else { break }
      let rank = names.firstIndex { offered[start..<end].elementsEqual($0.utf8) }
      if let rank, rank < best?.rank ?? names.count { best = (rank, start..<end) }
      offset = end
    }
    return best.map { .selected($0.place) } ?? .noOverlap
  }
}
