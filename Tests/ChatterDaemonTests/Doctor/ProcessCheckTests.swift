import Testing

@testable import ChatterDaemon

struct ProcessCheckTests {
  private static let healthy: ProcessCheck = {
    var check = ProcessCheck(connectionsMax: 1000)
    (check.descriptors, check.memoryBound) = (2000, 1 << 30)
    check.locale = ("LANG", "en_US.UTF-8", true)
    return check
  }()

  static let samples = FaultSample.variants(
    of: healthy,
    [
      (.descriptorsTooFew, { $0.descriptors = 1024 }),
      (.memoryLimitLow, { $0.memoryLimit = .init(source: "ulimit -v", value: 1 << 20) }),
      (.localeMissing, { $0.locale = ("LANG", "de_DE.UTF-8", false) }),
    ], faults: \.faults)

  @Test func findsNothingWithEnough() {
    #expect(Self.healthy.faults == [])
  }

  @Test func readsTheLimitsOfItsControlGroups() {
    let files = [
      "/sys/fs/cgroup/memory.max": "max\n", "/sys/fs/cgroup/a/memory.max": "1000\n",
      "/sys/fs/cgroup/a/b/memory.max": "2000\n",
    ]
    let limits = ProcessCheck.memoryLimits(ofGroup: "1:name=systemd:/x\n0::/a/b\n") { files[$0] }
    #expect(
      limits == [
        .init(source: "/sys/fs/cgroup/a/b/memory.max", value: 2000),
        .init(source: "/sys/fs/cgroup/a/memory.max", value: 1000),
      ])
    #expect(ProcessCheck.memoryLimits(ofGroup: "4:memory:/a\n") { files[$0] } == [])
  }

  @Test func findsTheLocaleC() throws {
    let check = ProcessCheck(try serve("--connections-max 10"), ["LANG": "C"])
    #expect(check.locale?.isInstalled == true)
  }
}
