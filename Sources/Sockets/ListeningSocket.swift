private import CLinux
internal import System

/// A bound TCP socket, which listens later (listen(2)). It is closed when its owners release it.
final class ListeningSocket: Sendable {
  /// The address, with the port that the kernel chose in place of port 0.
  let address: SocketAddress
  let descriptor: FileDescriptor
  /// Whether a service manager owns the socket too, and listens on it.
  private let isInherited: Bool

  /// Binds. Until `listen`, no other program can listen at the port, and connections are refused.
  ///
  /// `[::]` also accepts IPv4 connections (`IPV6_V6ONLY` off), and means `0.0.0.0` on a machine
  /// without IPv6.
  ///
  /// - Parameters:
  ///   - sharesPort: Whether other sockets of this user may listen there too (`SO_REUSEPORT`).
  ///   - makeSocket: Creates the descriptor of an address family.
  init(
    on requested: SocketAddress, sharesPort: Bool,
    makeSocket: (Int32) throws(Errno) -> Int32 = { family throws(Errno) in
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      return try systemCall { socket(family, kind, Int32(IPPROTO_TCP)) }
    }
  ) throws(SocketError) {
    do throws(Errno) {
      let (number, address) = try Self.make(for: requested, makeSocket)
      let descriptor = FileDescriptor(owning: number)
      // Makes a port available even if connections of an earlier process linger there (TIME_WAIT).
      try setOption(number, SOL_SOCKET, SO_REUSEADDR, 1)
      if sharesPort { try setOption(number, SOL_SOCKET, SO_REUSEPORT, 1) }
      if address.family == AF_INET6 { try setOption(number, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
      // Accepted sockets inherit it.
      try setOption(number, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, Listener.unsentBytesMax)
      _ = try systemCall { unsafe address.withSockaddr { unsafe bind(number, $0, $1) } }
      // If two sockets that do not listen both have this option, the kernel lets each of them bind
      // and listen.
      try setOption(number, SOL_SOCKET, SO_REUSEADDR, 0)
      let (_, bound) = unsafe try SocketAddress.filled { (pointer, length) throws(Errno) in
        try systemCall { unsafe getsockname(number, pointer, length) }
      }
      self.address = bound ?? address
      self.descriptor = descriptor
      isInherited = false
    } catch {
      throw SocketError(error, call: "bind", address: requested)
    }
  }

  /// Takes ownership of a descriptor that this process has inherited.
  ///
  /// Throws `notAListener` unless it is a listening TCP socket.
  init(inherited number: Int32) throws(SocketError) {
    guard clinux_adopt_listener(number) == 0 else { throw .notAListener(descriptor: number) }
    do throws(Errno) {
      let descriptor = FileDescriptor(owning: number)
      try setOption(number, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, Listener.unsentBytesMax)
      let (_, address) = unsafe try SocketAddress.filled { (pointer, length) throws(Errno) in
        try systemCall { unsafe getsockname(number, pointer, length) }
      }
      guard let address else { throw .addressFamilyNotSupported }
      self.address = address
      self.descriptor = descriptor
      isInherited = true
    } catch {
      throw SocketError(error, call: "getsockname")
    }
  }

  /// Starts to listen; an inherited socket does already.
  func listen() throws(SocketError) {
    guard !isInherited else { return }
    let number = descriptor.number
    do throws(Errno) {
      try setOption(number, SOL_SOCKET, SO_REUSEADDR, 1)
      _ = try systemCall { CLinux.listen(number, Listener.backlogMax) }
    } catch {
      throw SocketError(error, call: "listen", address: address)
    }
  }

  private static func make(
    for requested: SocketAddress, _ makeSocket: (Int32) throws(Errno) -> Int32
  ) throws(Errno) -> (Int32, SocketAddress) {
    do throws(Errno) {
      return (try makeSocket(requested.family), requested)
    } catch {
      guard error == .addressFamilyNotSupported, requested.family == AF_INET6,
        requested.isUnspecified
      else { throw error }
      return (try makeSocket(AF_INET), SocketAddress(.v4(0), port: requested.port))
    }
  }
}

func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) throws(Errno) {
  var value = value
  let size = socklen_t(MemoryLayout<Int32>.size)
  _ = try systemCall { unsafe setsockopt(descriptor, level, name, &value, size) }
}
