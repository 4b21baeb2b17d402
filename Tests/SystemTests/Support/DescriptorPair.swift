import Glibc
import Testing

@testable import System

/// Two connected non-blocking descriptors: `put` writes to `far`, and `get` reads from `near`.
final class DescriptorPair: Sendable {
  let near: FileDescriptor
  let far: FileDescriptor

  private init(_ numbers: [Int32]) {
    near = FileDescriptor(owning: numbers[0])
    far = FileDescriptor(owning: numbers[1])
    for number in numbers { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
  }

  /// Both ends can be read and written (socketpair(2)).
  static func sockets() throws -> DescriptorPair {
    var numbers: [Int32] = [0, 0]
    try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &numbers) == 0)
    return DescriptorPair(numbers)
  }

  /// One direction (pipe(2)).
  static func pipe() throws -> DescriptorPair { DescriptorPair(try pipeEnds()) }

  /// The two ends of a pipe, without an owner.
  static func pipeEnds() throws -> [Int32] {
    var numbers: [Int32] = [0, 0]
    try #require(unsafe Glibc.pipe(&numbers) == 0)
    return numbers
  }

  func put() {
    var byte: UInt8 = 120
    #expect(unsafe write(far.number, &byte, 1) == 1)
  }

  /// Writes to `near` until it would block.
  func fill() {
    let bytes = [UInt8](repeating: 0, count: 65_536)
    while unsafe write(near.number, bytes, bytes.count) > 0 {}
  }

  @discardableResult
  func get() -> Int {
    var byte: UInt8 = 0
    return unsafe read(near.number, &byte, 1)
  }
}

/// A descriptor that epoll refuses, since a file is always ready.
func regularFile() -> FileDescriptor {
  FileDescriptor(owning: unsafe open("/proc/self/status", O_RDONLY))
}
