internal import HTTP
internal import Sockets

extension ClientAddress {
  /// Makes the address of a client from its socket's address, without the port.
  init(_ address: SocketAddress) {
    let key =
      switch address.host {
      case .v4(let bits): AddressKey(ipv4: .init { UInt8(bits >> (24 - 8 * $0) & 0xFF) })
      case .v6(let bits, _): AddressKey(ipv6: .init { UInt8(bits.value >> (120 - 8 * $0) & 0xFF) })
      }
    self.init(address.hostText, key: key)
  }
}
