private import Glibc

/// Holds the content of answers against what it must be, while it comes.
public struct ContentCheck: Sendable {
  public enum Expectation: Sendable, Equatable {
    /// Exactly these bytes.
    case bytes([UInt8])
    /// A gzip member that holds exactly these bytes.
    case gzip([UInt8])
    /// A list of chatts, which is to hold `mark` once there is one.
    case list
  }

  /// A piece of the chatt that this connection has posted last: a list without it is wrong, for
  /// who has posted reads his own words.
  public var mark: [UInt8] = []

  private let expectation: Expectation
  private var collected: [UInt8] = []
  /// A member that was inflated and found right: one that equals it is right too.
  private var rightMember: [UInt8] = []
  private var received = 0
  private var isWrong = false

  public init(_ expectation: Expectation) {
    self.expectation = expectation
  }

  /// Begins a new answer.
  public mutating func begin() {
    collected.removeAll(keepingCapacity: true)
    received = 0
    isWrong = false
  }

  public mutating func receive(_ piece: ArraySlice<UInt8>) {
    defer { received += piece.count }
    guard case .bytes(let expected) = expectation else {
      collected.append(contentsOf: piece)
      return
    }
    guard !isWrong, received + piece.count <= expected.count else {
      isWrong = true
      return
    }
    isWrong = !Self.equal(piece, expected[received..<received + piece.count])
  }

  /// Judges the answer that has come whole.
  public mutating func finish() throws(ResponseError) {
    switch expectation {
    case .bytes(let expected):
      if isWrong || received != expected.count { throw .wrongContent("other bytes") }
    case .gzip(let expected):
      if collected.count == rightMember.count, Self.equal(collected[...], rightMember[...]) {
        return
      }
      guard let plain = GzipMember.inflate(collected, bytesMax: expected.count) else {
        throw .wrongContent("not one gzip member of the right size")
      }
      guard plain == expected else { throw .wrongContent("other bytes in the gzip member") }
      rightMember = collected
    case .list:
      guard collected.starts(with: "[[\"".utf8), collected.suffix(3).elementsEqual("\"]]".utf8)
      else { throw .wrongContent("not a list") }
      guard mark.isEmpty || Self.contains(mark, in: collected) else {
        throw .wrongContent("a chatt that was acknowledged is missing")
      }
    }
  }

  private static func equal(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    unsafe left.withUnsafeBytes { left in
      unsafe right.withUnsafeBytes { right in
        unsafe left.count == right.count
          && (left.isEmpty || memcmp(left.baseAddress!, right.baseAddress!, left.count) == 0)
      }
    }
  }

  /// Marks begin with a byte that is rare, so that memchr(3) finds each at once.
  static func contains(_ mark: [UInt8], in text: [UInt8]) -> Bool {
    unsafe text.withUnsafeBytes { text in
      unsafe mark.withUnsafeBytes { mark in
        guard let first = unsafe mark.first, var place = text.baseAddress else {
          return unsafe mark.isEmpty
        }
        let end = unsafe place + text.count
        while unsafe end - place >= mark.count,
          let found = unsafe memchr(place, Int32(first), end - place - mark.count + 1)
        {
          if unsafe memcmp(found, mark.baseAddress!, mark.count) == 0 { return true }
          unsafe place = UnsafeRawPointer(found) + 1
        }
        return false
      }
    }
  }
}
