/// Protocol names for ALPN, such as `h2` and `http/1.1`, in order of preference (RFC 7301).
public struct ApplicationProtocols: Sendable, Equatable, ExpressibleByArrayLiteral {
  /// The names, most preferred first.
  public let names: [String]

  /// Creates a list of names of 1 to 255 bytes each.
  ///
  /// The names are constants of a program, so anything else is a programming error and traps.
  public init(_ names: [String]) {
    precondition(
      names.allSatisfy { (1...255).contains($0.utf8.count) },
      "an application protocol's name must have 1 to 255 bytes")
    self.names = names
  }

  /// The same as `init(_:)`.
  public init(arrayLiteral elements: String...) { self.init(elements) }

  /// The result of a server's choice from a client's list.
  enum Selection: Equatable {
    /// The server has no names, so it does not respond to the extension.
    case notConfigured
    /// No name in common. The server must send a fatal no_application_protocol alert (RFC 7301
    /// section 3.2).
    case noOverlap
    /// The range of the chosen name in the client's list, without its length byte.
    case selected(Range<Int>)
  }

  /// Chooses the name that the server prefers most from a client's list in wire form.
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
