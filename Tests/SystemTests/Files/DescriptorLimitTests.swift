import Glibc
import System
import TestSupport
import Testing

struct DescriptorLimitTests {
  @Test func raisesTheSoftLimitToTheHardLimit() async {
    // In its own process, since the limit applies to the whole process.
    await #expect(processExitsWith: .success) {
      endSoon()
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var limit = rlimit(rlim_cur: 64, rlim_max: 128)
      precondition(unsafe setrlimit(resource, &limit) == 0)
      precondition(DescriptorLimit.raise() == 128)
      precondition(unsafe getrlimit(resource, &limit) == 0)
      precondition(limit.rlim_cur == 128)
    }
  }
}
