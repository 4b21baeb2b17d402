import Glibc
import Testing

@testable import System

struct SystemCallTests {
  @Test(arguments: [EAFNOSUPPORT, EAGAIN, EPIPE, ENOTCONN, ENOPROTOOPT, EPERM, EINVAL])
  func throwsTheErrnoOfAFailedCall(number: Int32) {
    #expect(throws: Errno(number)) {
      _ = try systemCall {
        errno = number
        return -1
      }
    }
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
