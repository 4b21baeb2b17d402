import Glibc
import TestSupport
import Testing

@testable import System

struct FileDescriptorTests {
  @Test func closesDescriptorsWithTheirOwner() async {
    // In its own process, so that the number is not reused in between.
    await #expect(processExitsWith: .success) {
      endSoon()
      let ends = try DescriptorPair.pipeEnds()
      do {
        let end = FileDescriptor(owning: ends[0])
        precondition(fcntl(end.number, F_GETFD) >= 0)
      }
      precondition(fcntl(ends[0], F_GETFD) == -1 && errno == EBADF)
      FileDescriptor(owning: ends[1]).disown()
      precondition(fcntl(ends[1], F_GETFD) >= 0)
    }
  }
}
