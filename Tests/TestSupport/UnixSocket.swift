public import Glibc

/// Creates a socket, and passes it to `bind` or `connect` with an address in the file system
/// (unix(7)); nil if a call fails.
public func unixSocket(
  _ type: __socket_type, at path: String,
  _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32? {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
  let number = socket(AF_UNIX, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  let status = unsafe withUnsafePointer(to: &address) {
    unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe call(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  if status != 0 { close(number) }
  return status == 0 ? number : nil
}
