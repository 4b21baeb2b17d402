private import CLinux

/// An IPv4 or IPv6 address with a port (ip(7), ipv6(7)).
public struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
  /// The bytes of the address in network order.
  public enum Host: Sendable, Hashable {
    case v4([4 of UInt8])
    case v6([16 of UInt8], scope: UInt32)

    public static func == (left: Host, right: Host) -> Bool { left.bytes == right.bytes }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    /// The bytes of the address, followed for IPv6 by those of its scope.
    public var bytes: [UInt8] {
      switch self {
      case .v4(let bytes): bytes.indices.map { bytes[$0] }
      case .v6(let bytes, let scope):
        bytes.indices.map { bytes[$0] }
          + (0..<4).map { UInt8(truncatingIfNeeded: scope >> (8 * UInt32($0))) }
      }
    }
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
      self.init(.v4(unsafe unsafeBitCast(v4, to: [4 of UInt8].self)), port: port)
    } else if let literal = parts.first, unsafe inet_pton(AF_INET6, String(literal), &v6) == 1 {
      guard let scope = parts.count == 2 ? Self.scope(String(parts[1])) : 0 else { return nil }
      self.init(.v6(unsafe unsafeBitCast(v6, to: [16 of UInt8].self), scope: scope), port: port)
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

  /// Returns 127.0.0.1 with a port; port 0 means any free port.
  public static func loopback(port: UInt16 = 0) -> SocketAddress {
    SocketAddress(.v4([127, 0, 0, 1]), port: port)
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
    switch host {
    case .v4(let bytes):
      return bytes.indices.map { String(bytes[$0]) }.joined(separator: ".")
    case .v6(let bytes, let scope):
      if let v4 = mappedV4 { return SocketAddress(.v4(v4), port: 0).hostText }
      var address = unsafe unsafeBitCast(bytes, to: in6_addr.self)
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
  public var isUnspecified: Bool { host.bytes.allSatisfy { $0 == 0 } }

  /// Whether only this machine can reach the address (127.0.0.0/8, `::1`).
  public var isLoopback: Bool {
    switch host {
    case .v4(let bytes): bytes[0] == 127
    case .v6(let bytes, _):
      mappedV4.map { $0[0] == 127 }
        ?? (bytes[15] == 1 && bytes.indices.dropLast().allSatisfy { bytes[$0] == 0 })
    }
  }

  /// The IPv4 address if it came through an IPv6 socket (`::ffff:a.b.c.d`), otherwise this address.
  var unmapped: SocketAddress {
    mappedV4.map { SocketAddress(.v4($0), port: port) } ?? self
  }

  private var mappedV4: [4 of UInt8]? {
    guard case .v6(let bytes, _) = host, bytes[10] == 0xff, bytes[11] == 0xff,
      (0..<10).allSatisfy({ bytes[$0] == 0 })
    else { return nil }
    return [bytes[12], bytes[13], bytes[14], bytes[15]]
  }
}
