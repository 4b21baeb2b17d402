private import Glibc

/// Compares the bodies of responses with the expected ones, as they are received.
public struct BodyCheck: Sendable {
  public enum Expectation: Sendable, Equatable {
    /// Exactly these bytes.
    case bytes([UInt8])
    /// A gzip member that holds exactly these bytes.
    case gzip([UInt8])
    /// A list of chatts, which must contain `token` if that is not empty.
    case list
  }

  /// A unique part of the chatt that this connection posted last. A list without it is wrong: clients
  /// read their own posts.
  public var token: [UInt8] = []

  private let expectation: Expectation
  private var collected: [UInt8] = []
  /// A member that was inflated and is correct: an equal one is correct too.
  private var rightMember: [UInt8] = []
  private var received = 0
  private var isWrong = false

  public init(_ expectation: Expectation) {
    self.expectation = expectation
  }

  /// Starts a new response.
  public mutating func begin() {
    collected.removeAll(keepingCapacity: true)
    received = 0
    isWrong = false
  }

  public mutating func receive(_ chunk: ArraySlice<UInt8>) {
    defer { received += chunk.count }
    guard case .bytes(let expected) = expectation else {
      collected.append(contentsOf: chunk)
      return
    }
    guard !isWrong, received + chunk.count <= expected.count else {
      isWrong = true
      return
    }
    isWrong = !Self.equal(chunk, expected[received..<received + chunk.count])
  }

  /// Checks the complete response.
  public mutating func finish() throws(ResponseError) {
    switch expectation {
    case .bytes(let expected):
      if isWrong || received != expected.count { throw .wrongBody("other bytes") }
    case .gzip(let expected):
      if collected.count == rightMember.count, Self.equal(collected[...], rightMember[...]) {
        return
      }
      guard let plain = GzipMember.inflate(collected, bytesMax: expected.count) else {
        throw .wrongBody("not one gzip member of the right size")
      }
      guard plain == expected else { throw .wrongBody("other bytes in the gzip member") }
      rightMember = collected
    case .list:
      guard collected.starts(with: "[[\"".utf8), collected.suffix(3).elementsEqual("\"]]".utf8)
      else { throw .wrongBody("not a list") }
      guard token.isEmpty || Self.contains(token, in: collected) else {
        throw .wrongBody("a chatt that was acknowledged is missing")
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

  /// Whether a text contains a token. Tokens begin with a rare byte, so that memchr(3) is fast.
  static func contains(_ token: [UInt8], in text: [UInt8]) -> Bool {
    unsafe text.withUnsafeBytes { text in
      unsafe token.withUnsafeBytes { token in
        guard let first = unsafe token.first, var place = text.baseAddress else {
          return unsafe token.isEmpty
        }
        let end = unsafe place + text.count
        while unsafe end - place >= token.count,
          let found = unsafe memchr(place, Int32(first), end - place - token.count + 1)
        {
          if unsafe memcmp(found, token.baseAddress!, token.count) == 0 { return true }
          unsafe place = UnsafeRawPointer(found) + 1
        }
        return false
      }
    }
  }
}
