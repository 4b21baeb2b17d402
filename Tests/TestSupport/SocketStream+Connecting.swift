import Glibc
public import System

@testable public import Sockets

extension SocketStream {
  /// Connects to an address. Call this on the loop.
  public static func connect(
    to address: SocketAddress, on loop: EventLoop, until deadline: Deadline
  ) async throws(SocketError) -> sending SocketStream {
    do throws(Errno) {
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      let descriptor = FileDescriptor(
        owning: try systemCall { socket(address.family, kind, Int32(IPPROTO_TCP)) })
      let number = descriptor.number
      let status = unsafe address.withSockaddr { unsafe Glibc.connect(number, $0, $1) }
      guard status == 0 || errno == EINPROGRESS else { throw Errno(errno) }
      // After the call: a socket that is not yet connecting is reported as hung up.
      let stream = try SocketStream(descriptor, peer: address, on: loop)
      if status != 0 { try await stream.awaitConnection(until: deadline) }
      return stream
    } catch {
      throw SocketError(error, call: "connect", address: address)
    }
  }

  private func awaitConnection(until deadline: Deadline) async throws(Errno) {
    do throws(WaitError) {
      try await loop.wait(for: .write, on: registration, until: deadline)
    } catch {
      throw error == .timedOut ? .timedOut : .cancelled
    }
    var status: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    _ = unsafe getsockopt(number, SOL_SOCKET, SO_ERROR, &status, &size)
    guard status == 0 else { throw Errno(status) }
  }
}
