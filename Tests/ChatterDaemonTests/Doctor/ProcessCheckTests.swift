import Testing

@testable import ChatterDaemon

struct ProcessCheckTests {
  private static let healthy: ProcessCheck = {
    var check = ProcessCheck(connectionsMax: 1000)
    (check.descriptors, check.memoryBound, check.memoryTotal) = (2000, 1 << 30, 2 << 30)
    check.locale = ("LANG", "en_US.UTF-8", true)
    return check
  }()

  static let samples = FaultSample.variants(
    of: healthy,
    [
      (.descriptorsTooFew, { $0.descriptors = 1024 }),
      (.memoryLimitLow, { $0.memoryLimit = .init(source: "ulimit -v", value: 1 << 20) }),
      (.memoryScarce, { $0.memoryTotal = 1 << 20 }),
      (.processesTooFew, { $0.processes = .init(source: "ulimit -u", value: 20) }),
      (.localeMissing, { $0.locale = ("LANG", "de_DE.UTF-8", false) }),
      (.localeNotUTF8, { $0.locale = ("LC_ALL", "de_DE.ISO-8859-1", true) }),
      (.checkFailed, { $0.failure = "/proc/meminfo" }),
    ], faults: \.faults)

  @Test func findsNothingWithEnough() {
    #expect(Self.healthy.faults == [])
    var check = Self.healthy
    for name in ["C", "POSIX", "C.utf8", "de_DE.UTF-8@euro"] {
      check.locale = ("LANG", name, true)
      #expect(check.faults == [], "\(name)")
    }
  }

  @Test func takesTheLowestLimitOfItsControlGroups() {
    let files = [
      "/sys/fs/cgroup/memory.max": "max\n", "/sys/fs/cgroup/a/memory.max": "1000\n",
      "/sys/fs/cgroup/a/b/memory.max": "2000\n", "/sys/fs/cgroup/a/b/pids.max": "30\n",
    ]
    let limits = ProcessCheck.cgroups("1:name=systemd:/x\n0::/a/b\n") { files[$0] }
    #expect(limits.memory == .init(source: "/sys/fs/cgroup/a/memory.max", value: 1000))
    #expect(limits.processes == .init(source: "/sys/fs/cgroup/a/b/pids.max", value: 30))
    let none = ProcessCheck.cgroups("4:memory:/a\n") { files[$0] }
    #expect(none.memory == nil && none.processes == nil)
  }

  @Test func readsTheMemoryOfTheMachine() throws {
    #expect(ProcessCheck.memoryTotal("MemTotal:  16384 kB\nMemFree: 1 kB") == 16384 << 10)
    #expect(ProcessCheck.memoryTotal("") == nil)
    let check = ProcessCheck(try serve("--connections-max 10"), ["LANG": "C"])
    #expect(try #require(check.memoryTotal) > 1 << 20)
    #expect(check.failure == nil && check.locale?.isInstalled == true)
  }
}
