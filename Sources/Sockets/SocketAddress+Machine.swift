private import CLinux

extension SocketAddress {
  /// Returns the addresses of this machine's interfaces that are up (getifaddrs(3)).
  ///
  /// Link-local IPv6 addresses are left out, since no certificate can be used with them.
  public static func ofThisMachine() -> [SocketAddress] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return [] }
    defer { unsafe freeifaddrs(list) }
    var addresses: [SocketAddress] = []
    var entry = unsafe list
    while let interface = unsafe entry {
      unsafe entry = interface.pointee.ifa_next
      guard unsafe interface.pointee.ifa_flags & UInt32(IFF_UP) != 0,
        let address = unsafe SocketAddress(interface.pointee.ifa_addr), !address.isLinkLocal,
        !addresses.contains(address)
      else { continue }
      addresses.append(address)
    }
    return addresses
  }

  /// Whether this address is in `fe80::/10`.
  private var isLinkLocal: Bool {
    if case .v6(let bits, _) = host { bits.value >> 118 == 0xFE80 >> 6 } else { false }
  }
}
