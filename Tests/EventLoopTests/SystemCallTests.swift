import Glibc
import Testing

@testable import EventLoop

struct SystemCallTests {
  /// A call that the kernel refuses with an error.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let errno: Errno
    let call: @Sendable () throws -> Void

    init(_ name: String, _ errno: Errno, _ call: @escaping @Sendable () throws -> Void) {
      testDescription = name
      self.errno = errno
      self.call = call
    }
  }

  static let refusals: [Refusal] = [
    Refusal("EAFNOSUPPORT", .addressFamilyNotSupported) {
      _ = try systemCall { socket(9999, Int32(SOCK_STREAM.rawValue), 0) }
    },
    Refusal("EAGAIN", .wouldBlock) {
      let pair = try DescriptorPair.sockets()
      var byte: UInt8 = 0
      _ = try systemCall { unsafe recv(pair.near.number, &byte, 1, 0) }
    },
    Refusal("EPIPE", .brokenPipe) {
      let pair = try DescriptorPair.sockets()
      shutdown(pair.near.number, Int32(SHUT_WR))
      _ = try systemCall { unsafe send(pair.near.number, "a", 1, Int32(MSG_NOSIGNAL)) }
    },
    Refusal("ENOTCONN", .notConnected) {
      let unconnected = FileDescriptor(owning: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
      _ = try systemCall { shutdown(unconnected.number, Int32(SHUT_WR)) }
    },
    Refusal("ENOPROTOOPT", Errno(ENOPROTOOPT)) {
      let unconnected = FileDescriptor(owning: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
      var value: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      _ = try systemCall {
        unsafe setsockopt(unconnected.number, SOL_SOCKET, 9999, &value, size)
      }
    },
    Refusal("EPERM", .notPermitted) {
      let file = regularFile()
      try Epoll().add(file.number, for: .edges, token: 1)
    },
    Refusal("EINVAL", Errno(EINVAL)) {
      let pair = try DescriptorPair.sockets()
      _ = try systemCall { shutdown(pair.near.number, 99) }
    },
  ]

  @Test(arguments: refusals)
  func throwsTheErrnoOfTheKernel(_ refusal: Refusal) {
    #expect(throws: refusal.errno) { try refusal.call() }
  }

  @Test func repeatsInterruptedCalls() throws {
    var calls = 0
    let result = try systemCall {
      calls += 1
      guard calls < 4 else { return 42 }
      errno = EINTR
      return -1
    }
    #expect(result == 42)
    #expect(calls == 4)
  }

  @Test func makesSuccessfulCallsOnceWhateverErrnoIs() throws {
    var calls = 0
    errno = EINTR
    let result = try systemCall {
      calls += 1
      return 0
    }
    #expect(result == 0)
    #expect(calls == 1)
  }

  @Test func trapsOnErrnosThatOnlyABugCauses() async {
    await #expect(processExitsWith: .failure) { _ = try systemCall { shutdown(1_000_000, 0) } }
    await #expect(processExitsWith: .failure) {
      let file = regularFile().number
      _ = try systemCall { shutdown(file, 0) }
    }
    await #expect(processExitsWith: .failure) {
      _ = try systemCall {
        errno = EFAULT
        return -1
      }
    }
  }

  @Test(
    arguments: [
      (EMFILE, true), (ENFILE, true), (ENOBUFS, true), (ENOMEM, true), (ENOSPC, true),
      (EAGAIN, true), (EPERM, false), (EADDRINUSE, false), (EINVAL, false),
    ])
  func classifiesExhaustion(number: Int32, isExhaustion: Bool) {
    #expect(Errno(number).isExhaustion == isExhaustion)
  }

  @Test func describesErrnosInTheSystemsWords() {
    #expect(Errno.connectionRefused.description == "Connection refused")
    #expect(Errno(12_345).description.contains("12345"))
  }
}
