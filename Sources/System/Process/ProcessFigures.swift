private import CLinux
private import Glibc

/// What this process uses, as the kernel counts it (proc(5)).
public struct ProcessFigures: Sendable, Equatable {
  /// User and system time since the start, in seconds.
  public let cpuSeconds: Double
  public let residentBytes: Int
  public let virtualBytes: Int
  /// The start of the process, in seconds since 1970.
  public let startSeconds: Double
  public let openDescriptors: Int
  public let descriptorsMax: Int

  /// Reads the figures; nil without `/proc`.
  public static func read() -> ProcessFigures? {
    guard let stat = WholeFile.systemText("/proc/self/stat") else { return nil }
    var limit = rlimit()
    _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return ProcessFigures(
      stat: stat, bootTime: seconds(CLOCK_REALTIME) - seconds(CLOCK_BOOTTIME),
      ticksPerSecond: Double(sysconf(Int32(_SC_CLK_TCK))),
      pageBytes: sysconf(Int32(_SC_PAGESIZE)),
      // Without ".", ".." and the descriptor of this reading.
      openDescriptors: max(0, ((try? WholeFile.names(in: "/proc/self/fd"))?.count ?? 0) - 1),
      descriptorsMax: Int(clamping: limit.rlim_cur))
  }

  /// Reads the fields of `/proc/PID/stat`; nil if it is malformed. The second one, the name, may
  /// contain spaces and parentheses.
  init?(
    stat: String, bootTime: Double, ticksPerSecond: Double, pageBytes: Int, openDescriptors: Int,
    descriptorsMax: Int
  ) {
    guard let nameEnd = stat.lastIndex(of: ")") else { return nil }
    // The first of these is field 3 of proc(5).
    let fields = stat[stat.index(after: nameEnd)...].split { $0 == " " || $0 == "\n" }
    func field(_ number: Int) -> Int? {
      fields.indices.contains(number - 3) ? Int(fields[number - 3]) : nil
    }
    guard let user = field(14), let system = field(15), let start = field(22),
      let virtual = field(23), let resident = field(24)
    else { return nil }
    cpuSeconds = Double(user + system) / ticksPerSecond
    startSeconds = bootTime + Double(start) / ticksPerSecond
    (virtualBytes, residentBytes) = (virtual, resident * pageBytes)
    (self.openDescriptors, self.descriptorsMax) = (openDescriptors, descriptorsMax)
  }

  /// Reads a clock. The time of the boot in `/proc/stat` is hidden from a confined service.
  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The memory of this process.
public enum ProcessMemory {
  /// Returns free memory of the allocator to the system (malloc_trim(3)).
  ///
  /// If there is much of it, this takes milliseconds, during which other threads may wait to
  /// allocate.
  public static func giveBack() {
    malloc_trim(0)
  }
}
