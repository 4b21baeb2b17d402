internal import CLinux
internal import System

/// Conversion of an address to and from the C structs of socket(7).
extension SocketAddress {
  var family: Int32 {
    switch host {
    case .v4: AF_INET
    case .v6: AF_INET6
    }
  }

  /// Passes the address to `body` as the `sockaddr` that bind(2) and connect(2) take.
  func withSockaddr<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var storage = sockaddr_storage()
    let length = fill(&storage)
    return unsafe withUnsafePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe body(address, length)
      }
    }
  }

  private func fill(_ storage: inout sockaddr_storage) -> socklen_t {
    unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      switch host {
      case .v4(let bits):
        unsafe pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
          unsafe address.pointee.sin_family = sa_family_t(AF_INET)
          unsafe address.pointee.sin_port = port.bigEndian
          unsafe address.pointee.sin_addr.s_addr = bits.bigEndian
        }
        return socklen_t(MemoryLayout<sockaddr_in>.size)
      case .v6(let bits, let scope):
        unsafe pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
          unsafe address.pointee.sin6_family = sa_family_t(AF_INET6)
          unsafe address.pointee.sin6_port = port.bigEndian
          unsafe address.pointee.sin6_addr = unsafeBitCast(
            bits.value.bigEndian, to: in6_addr.self)
          unsafe address.pointee.sin6_scope_id = scope
        }
        return socklen_t(MemoryLayout<sockaddr_in6>.size)
      }
    }
  }

  /// Reads an address that the kernel has filled in. Returns nil for a family other than IPv4 and
  /// IPv6.
  init?(_ address: UnsafePointer<sockaddr>?) {
    guard let address = unsafe address else { return nil }
    switch Int32(unsafe address.pointee.sa_family) {
    case AF_INET:
      let v4 = unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)
      self.init(
        .v4(UInt32(bigEndian: v4.sin_addr.s_addr)), port: UInt16(bigEndian: v4.sin_port))
    case AF_INET6:
      let v6 = unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self)
      let bits = unsafe UInt128(bigEndian: unsafeBitCast(v6.sin6_addr, to: UInt128.self))
      self.init(
        .v6(IPv6Bits(bits), scope: v6.sin6_scope_id), port: UInt16(bigEndian: v6.sin6_port))
    default: return nil
    }
  }

  /// Returns the result of a call such as getsockname(2) or accept4(2), and the address that it
  /// fills in.
  static func filled<Result>(
    by call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) throws(Errno) ->
      Result
  ) throws(Errno) -> (Result, SocketAddress?) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return try unsafe withUnsafeMutablePointer(to: &storage) { pointer throws(Errno) in
      try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        address throws(Errno) in
        let result = try unsafe call(address, &length)
        return (result, unsafe SocketAddress(UnsafePointer(address)))
      }
    }
  }
}
