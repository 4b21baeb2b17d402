import Glibc
import System

@testable public import Sockets

extension SocketStream {
  /// Drops everything that arrives from now on, as a broken network does: the kernel drops it
  /// before TCP processes it, so that nothing is acknowledged (socket(7), SO_ATTACH_FILTER).
  public func dropIncomingSegments() throws {
    // BPF_RET | BPF_K with 0: accept no byte of the segment.
    var instruction: UInt64 = 0x06
    let number = registration.descriptor
    let status = unsafe withUnsafePointer(to: &instruction) {
      // `struct sock_fprog` of linux/filter.h: the number of instructions, and a pointer to them.
      var program = [UInt(1), UInt(bitPattern: $0)]
      let size = socklen_t(2 * MemoryLayout<UInt>.size)
      return unsafe setsockopt(number, SOL_SOCKET, SO_ATTACH_FILTER, &program, size)
    }
    guard status == 0 else { throw NeedError(description: "setsockopt: errno \(errno)") }
  }

  /// Receives incoming segments again, including TCP's retransmissions (SO_DETACH_FILTER).
  public func takeIncomingSegments() throws {
    var unused: Int32 = 0
    let size = socklen_t(MemoryLayout<Int32>.size)
    let status = unsafe setsockopt(
      registration.descriptor, SOL_SOCKET, SO_DETACH_FILTER, &unused, size)
    guard status == 0 else { throw NeedError(description: "setsockopt: errno \(errno)") }
  }
}
