public import System

/// Why a socket could not be created, bound, listened on or accepted.
public enum SocketError: Error, Sendable, Equatable, CustomStringConvertible {
  case addressInUse(SocketAddress)
  case addressNotAvailable(SocketAddress)
  case permissionDenied(SocketAddress)
  /// No descriptor or memory is left for another socket. Closing other sockets resolves it.
  case exhausted(Errno)
  case unresolvable(host: String)
  /// A descriptor from the service manager is not a listening TCP socket.
  case notAListener(descriptor: Int32)
  case system(Errno, call: String)

  public var description: String {
    switch self {
    case .addressInUse(let address):
      "\(address) is in use: stop the program that listens there, or choose another port"
    case .addressNotAvailable(let address):
      "\(address) is not an address of this machine"
    case .permissionDenied(let address):
      "permission denied for \(address): ports below 1024 need root or CAP_NET_BIND_SERVICE"
    case .exhausted(let errno): "out of file descriptors or memory (\(errno))"
    case .unresolvable(let host): "cannot resolve host name \(host)"
    case .notAListener(let descriptor):
      "descriptor \(descriptor) of the service manager is not a listening TCP socket: set "
        + "ListenStream= to a port or an address with a port"
    case .system(let errno, let call): "\(call): \(errno)"
    }
  }

  init(_ errno: Errno, call: String, address: SocketAddress) {
    switch errno {
    case .addressInUse: self = .addressInUse(address)
    case .addressNotAvailable: self = .addressNotAvailable(address)
    case .permissionDenied, .notPermitted: self = .permissionDenied(address)
    case .addressFamilyNotSupported: self = .addressNotAvailable(address)
    case let errno where errno.isExhaustion: self = .exhausted(errno)
    default: self = .system(errno, call: call)
    }
  }

  /// Creates the error of a call that has no address.
  init(_ errno: Errno, call: String) {
    self = errno.isExhaustion ? .exhausted(errno) : .system(errno, call: call)
  }
}
