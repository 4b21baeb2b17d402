private import CLinux

/// An IPv4 or IPv6 address with a port (ip(7), ipv6(7)).
public struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
  /// The bits of the address; the first byte of its text is the most significant one.
  public enum Host: Sendable, Hashable {
    case v4(UInt32)
    case v6(IPv6Bits, scope: UInt32)
  }

  public let host: Host
  public let port: UInt16

  public init(_ host: Host, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Parses a numeric host such as `127.0.0.1`, `::1` or `fe80::1%3`. Returns nil for a name.
  public init?(numericHost: String, port: UInt16) {
    // A C string would end at the NUL.
    guard !numericHost.utf8.contains(0) else { return nil }
    let parts = numericHost.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    var v4 = in_addr()
    var v6 = in6_addr()
    if unsafe inet_pton(AF_INET, numericHost, &v4) == 1 {
      self.init(.v4(UInt32(bigEndian: v4.s_addr)), port: port)
    } else if let literal = parts.first, unsafe inet_pton(AF_INET6, String(literal), &v6) == 1 {
      guard let scope = parts.count == 2 ? Self.scope(String(parts[1])) : 0 else { return nil }
      let bits = unsafe UInt128(bigEndian: unsafeBitCast(v6, to: UInt128.self))
      self.init(.v6(IPv6Bits(bits), scope: scope), port: port)
    } else {
      return nil
    }
  }

  /// Returns the number of an interface, given by number or by name.
  private static func scope(_ text: String) -> UInt32? {
    if text.utf8.allSatisfy({ (48...57).contains($0) }) { return UInt32(text) }
    let index = unsafe if_nametoindex(text)
    return index == 0 ? nil : index
  }

  /// Returns the addresses of a host name or numeric host (getaddrinfo(3)).
  ///
  /// The call blocks, so it is only for the start of the program.
  public static func resolve(host: String, port: UInt16) throws(SocketError) -> [SocketAddress] {
    if let numeric = SocketAddress(numericHost: host, port: port) { return [numeric] }
    guard !host.utf8.contains(0) else { throw .unresolvable(host: host) }
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, nil, &hints, &list) == 0 else {
      throw .unresolvable(host: host)
    }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var entry = unsafe list
    while let info = unsafe entry {
      let found = unsafe SocketAddress(info.pointee.ai_addr)
      if let found, !addresses.contains(where: { $0.host == found.host }) {
        addresses.append(SocketAddress(found.host, port: port))
      }
      unsafe entry = info.pointee.ai_next
    }
    guard !addresses.isEmpty else { throw .unresolvable(host: host) }
    return addresses
  }

  /// The host alone, as getnameinfo(3) writes it. An IPv4 address that came through an IPv6 socket
  /// (`::ffff:a.b.c.d`) is written as IPv4.
  public var hostText: String {
    switch unmapped.host {
    case .v4(let bits):
      return [24, 16, 8, 0].map { "\(bits >> $0 & 0xFF)" }.joined(separator: ".")
    case .v6(let bits, let scope):
      var address = unsafe unsafeBitCast(bits.value.bigEndian, to: in6_addr.self)
      var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
      unsafe inet_ntop(AF_INET6, &address, &text, socklen_t(INET6_ADDRSTRLEN))
      let end = text.firstIndex(of: 0) ?? text.endIndex
      let literal = String(decoding: text[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
      return scope == 0 ? literal : "\(literal)%\(scope)"
    }
  }

  /// The host and the port, such as `127.0.0.1:8443` or `[::1]:8443`.
  public var description: String {
    let host = hostText
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// Whether this address means every address of the machine (`0.0.0.0`, `::`).
  public var isUnspecified: Bool { host == .v4(0) || host == .v6(0, scope: 0) }

  /// Whether only this machine can reach the address (127.0.0.0/8, `::1`).
  public var isLoopback: Bool {
    switch unmapped.host {
    case .v4(let bits): bits >> 24 == 127
    case .v6(let bits, _): bits == 1
    }
  }

  /// The IPv4 address if it came through an IPv6 socket (`::ffff:a.b.c.d`), otherwise this address.
  var unmapped: SocketAddress {
    guard case .v6(let bits, _) = host, bits.value >> 32 == 0xFFFF else { return self }
    return SocketAddress(.v4(UInt32(truncatingIfNeeded: bits.value)), port: port)
  }
}

/// The 128 bits of an IPv6 address, the first byte of its text most significant.
///
/// Two words: Swift 6.3 may place a stored `UInt128` in the frame of an async closure where it is
/// not aligned to 16 bytes, and crashes when it loads it.
public struct IPv6Bits: Sendable, Hashable, ExpressibleByIntegerLiteral {
  private let upper: UInt64
  private let lower: UInt64

  public init(_ value: UInt128) {
    upper = UInt64(value >> 64)
    lower = UInt64(truncatingIfNeeded: value)
  }

  public init(integerLiteral value: UInt64) { self.init(UInt128(value)) }

  public var value: UInt128 { UInt128(upper) << 64 | UInt128(lower) }
}
