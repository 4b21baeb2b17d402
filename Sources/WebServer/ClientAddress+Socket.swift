internal import HTTP
internal import Sockets

extension ClientAddress {
  /// Makes the address of a client from its socket's address, without the port.
  init(_ address: SocketAddress) {
    let key =
      switch address.host {
      case .v4(let bytes): AddressKey(ipv4: bytes)
      case .v6(let bytes, _): AddressKey(ipv6: bytes)
      }
    self.init(address.hostText, key: key)
  }
}
