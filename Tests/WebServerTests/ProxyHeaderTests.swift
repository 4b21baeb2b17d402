import Sockets
import System
import TestSupport
import Testing

@testable import WebServer

struct ProxyHeaderTests {
  /// A header of version 2 with these bytes for command, family and protocol, and this rest.
  static func binary(
    _ command: UInt8, _ family: UInt8, _ rest: [UInt8], announced: Int? = nil
  ) -> [UInt8] {
    let count = announced ?? rest.count
    return ProxyHeader.signature
      + [command, family, UInt8(count >> 8), UInt8(truncatingIfNeeded: count)] + rest
  }

  /// A header of version 2 for TCP over IPv4.
  static func binary(_ rest: [UInt8], announced: Int? = nil) -> [UInt8] {
    binary(0x21, 0x11, rest, announced: announced)
  }

  static let ipv4: [UInt8] = [192, 0, 2, 1, 198, 51, 100, 7, 0xDC, 0x04, 0x01, 0xBB]
  static let ipv6: [UInt8] =
    [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [9]
    + [UInt8](repeating: 0, count: 15) + [1, 0xDC, 0x04, 0x01, 0xBB]

  static func text(_ line: String) -> [UInt8] { Array(line.utf8) }

  static let longestText =
    "PROXY UNKNOWN " + String(repeating: "f", count: ProxyHeader.textBytesMax - 16) + "\r\n"

  /// Headers, and the clients that they name.
  static let headers: [(header: [UInt8], client: String?)] = [
    (text("PROXY TCP4 192.0.2.1 198.51.100.7 56324 443\r\n"), "192.0.2.1:56324"),
    (text("PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n"), "255.255.255.255:65535"),
    (text("PROXY TCP4 0.0.0.0 0.0.0.0 0 0\r\n"), "0.0.0.0:0"),
    (text("PROXY TCP6 2001:db8::9 ::1 56324 443\r\n"), "[2001:db8::9]:56324"),
    (text("PROXY TCP6 2001:DB8:0:0:0:0:0:9 ::1 1 443\r\n"), "[2001:db8::9]:1"),
    (text("PROXY UNKNOWN\r\n"), nil),
    (text("PROXY UNKNOWN ffff::1 whatever\r\n"), nil),
    (text(longestText), nil),
    (binary(ipv4), "192.0.2.1:56324"),
    (binary(ipv4 + [0x04, 0, 3, 1, 2, 3]), "192.0.2.1:56324"),
    (
      binary(ipv4 + [UInt8](repeating: 7, count: ProxyHeader.bytesMax - 28)), "192.0.2.1:56324"
    ),
    (binary(0x21, 0x21, ipv6), "[2001:db8::9]:56324"),
    (binary(0x20, 0x00, []), nil),
    (binary(0x20, 0x11, ipv4), nil),
    (binary(0x20, 0xFF, [1, 2, 3]), nil),
    (binary(0x21, 0x00, []), nil),
    (binary(0x21, 0x00, [1, 2, 3]), nil),
    (binary(0x21, 0x12, ipv4), nil),
    (binary(0x21, 0x31, [UInt8](repeating: 0, count: 216)), nil),
  ]

  @Test(.needs(.time), arguments: headers.indices)
  func parsesTheClientWhateverFollowsTheHeader(index: Int) throws {
    let (header, client) = Self.headers[index]
    for rest in [[], [0x16], Self.text("PROXY TCP4"), [UInt8](repeating: 0x0A, count: 3000)] {
      let parsed = try #require(try ProxyHeader.parse(header + rest))
      #expect(parsed.client?.description == client)
      #expect(parsed.byteCount == header.count)
    }
  }

  @Test(arguments: headers.indices)
  func needsMoreBytesForEveryPrefix(index: Int) throws {
    let header = Self.headers[index].header
    for count in header.indices {
      #expect(try ProxyHeader.parse(Array(header[..<count])) == nil, "\(count) bytes")
    }
  }

  static let broken: [(bytes: [UInt8], error: ProxyHeaderError)] = [
    ([0x16, 0x03, 0x01], .missing), (text("G"), .missing), (text("PROXX"), .missing),
    (text("PROXY\r\n"), .missing), (text("proxy TCP4"), .missing), ([0x0D, 0x0D], .missing),
    (text(" PROXY"), .missing), ([0], .missing),
    (text("PROXY \r\n"), .unknown), (text("PROXY TCP5 1.1.1.1 1.1.1.1 1 1\r\n"), .unknown),
    (text("PROXY UDP4 1.1.1.1 1.1.1.1 1 1\r\n"), .unknown),
    (text("PROXY  TCP4 1.1.1.1 1.1.1.1 1 1\r\n"), .unknown),
    (text("PROXY UNKNOWN\n"), .malformed), (text("PROXY UNKNOWN\r\r\n"), .malformed),
    (text("PROXY UNKNOWN \r x\r\n"), .malformed),
    (text("PROXY TCP4\r\n"), .malformed), (text("PROXY TCP4 1.1.1.1 1.1.1.1 1\r\n"), .malformed),
    (text("PROXY TCP4 1.1.1.1 1.1.1.1 1 1 \r\n"), .malformed),
    (text("PROXY TCP4  1.1.1.1 1.1.1.1 1 1\r\n"), .malformed),
    (text("PROXY TCP4 1.1.1.1 1.1.1.1 1 65536\r\n"), .malformed),
    (text("PROXY TCP4 1.1.1.1 1.1.1.1 01 1\r\n"), .malformed),
    (text("PROXY TCP4 1.1.1.1 1.1.1.1 +1 1\r\n"), .malformed),
    (text("PROXY TCP4 1.1.1.1 1.1.1.1 -1 1\r\n"), .malformed),
    (text("PROXY TCP4 1.1.1.1 1.1.1.1  1\r\n"), .malformed),
    (text("PROXY TCP4 01.1.1.1 1.1.1.1 1 1\r\n"), .malformed),
    (text("PROXY TCP4 1.1.1 1.1.1.1 1 1\r\n"), .malformed),
    (text("PROXY TCP4 1.1.1.1 1.1.1.256 1 1\r\n"), .malformed),
    (text("PROXY TCP4 ::1 ::1 1 1\r\n"), .malformed),
    (text("PROXY TCP6 1.1.1.1 1.1.1.1 1 1\r\n"), .malformed),
    (text("PROXY TCP6 ::1 1.1.1.1 1 1\r\n"), .malformed),
    (text("PROXY TCP6 fe80::1%1 ::1 1 1\r\n"), .malformed),
    (text("PROXY TCP4 host 1.1.1.1 1 1\r\n"), .malformed),
    (text("PROXY " + String(repeating: "x", count: 101)), .tooLong),
    (text("PROXY UNKNOWN " + String(repeating: "f", count: 92) + "\r\n"), .tooLong),
    (binary(0x11, 0x11, ipv4), .unknown), (binary(0x31, 0x11, ipv4), .unknown),
    (binary(0x22, 0x11, ipv4), .unknown), (binary(0x21, 0x41, ipv4), .unknown),
    (binary(0x21, 0x13, ipv4), .unknown),
    (binary(0x21, 0x11, Array(ipv4.dropLast())), .malformed),
    (binary(0x21, 0x21, ipv4), .malformed), (binary(0x21, 0x11, []), .malformed),
    (binary(ipv4, announced: ProxyHeader.bytesMax - 15), .tooLong),
    (binary(0x20, 0x00, [], announced: 65_535), .tooLong),
  ]

  @Test(.needs(.time), arguments: broken.indices)
  func rejectsEverythingElseAsEarlyAsPossible(index: Int) {
    let (bytes, error) = Self.broken[index]
    #expect(throws: error) { try ProxyHeader.parse(bytes) }
    #expect(throws: error) { try ProxyHeader.parse(bytes + [UInt8](repeating: 0, count: 3000)) }
  }

  @Test(.needs(.time)) func neverConsumesMoreThanThereIsAfterAChangedByte() {
    for (header, _) in Self.headers where header.count < 300 {
      for index in header.indices {
        for byte in 0...255 as ClosedRange<UInt8> {
          var bytes = header
          bytes[index] = byte
          guard let parsed = try? ProxyHeader.parse(bytes) else { continue }
          #expect(parsed.byteCount <= bytes.count)
        }
      }
    }
  }

  @Test func survivesRandomBytes() {
    var generator = SystemRandomNumberGenerator()
    for start in [[], ProxyHeader.signature, Self.text("PROXY "), Self.text("PROXY TCP6 ")] {
      for _ in 0..<2_000 {
        let count = Int.random(in: 0...200, using: &generator)
        let bytes = start + (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        if let parsed = try? ProxyHeader.parse(bytes) {
          #expect(parsed.byteCount <= bytes.count)
        }
      }
    }
  }
}
