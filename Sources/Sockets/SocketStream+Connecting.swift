private import CLinux
public import EventLoop

extension SocketStream {
  /// Connects to an address. Call this on the loop.
  public static func connect(
    to address: SocketAddress, on loop: EventLoop, until deadline: Deadline
  )
    async throws(SocketError) -> sending SocketStream
  {
    let stream: SocketStream
    var isConnected = true
    do throws(Errno) {
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      let descriptor = FileDescriptor(
        owning: try systemCall { socket(address.family, kind, Int32(IPPROTO_TCP)) })
      let number = descriptor.number
      // An interrupted connect continues by itself, so it is not repeated (connect(2)).
      if unsafe address.withSockaddr({ unsafe CLinux.connect(number, $0, $1) }) != 0 {
        let errno = Errno(clinux_errno())
        guard errno == .inProgress || errno == .interrupted else { throw errno }
        isConnected = false
      }
      // After the call: a socket that is not yet connecting is reported as hung up.
      stream = try SocketStream(descriptor, peer: address, on: loop)
    } catch {
      throw SocketError(error, call: "connect", address: address)
    }
    if !isConnected { try await stream.awaitConnection(to: address, until: deadline) }
    return stream
  }

  private func awaitConnection(
    to address: SocketAddress, until deadline: Deadline
  ) async throws(SocketError) {
    do throws(WaitError) {
      try await loop.wait(for: .write, on: registration, until: deadline)
    } catch {
      throw error == .timedOut ? .timedOut : .cancelled
    }
    var status: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    _ = unsafe getsockopt(number, SOL_SOCKET, SO_ERROR, &status, &size)
    guard status == 0 else {
      throw SocketError(Errno(status), call: "connect", address: address)
    }
  }
}
