import Glibc
import Sockets
import Testing

@Suite("The limit of descriptors (needs nothing)")
struct DescriptorLimitTests {
  @Test("it is raised to what the system allows, and told")
  func raising() async {
    // Alone in a process, since the limit is the whole process's.
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
