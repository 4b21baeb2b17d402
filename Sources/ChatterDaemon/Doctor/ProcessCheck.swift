import ChatterServer
import CommandLine
import Glibc
import WebServer

/// The limits of processes, the memory and the locale.
struct ProcessCheck: Sendable {
  /// A limit and what sets it.
  struct Limit: Sendable, Equatable {
    let source: String
    let value: Int
  }

  /// Threads beside those of the loops: start, ballast, name lookups and PostgreSQL's processes.
  static let threadsReserved = 64

  var connectionsMax: Int
  var loops = 1
  var sessions = 0
  /// The hard limit of descriptors; nil without a limit.
  var descriptors: Int?
  /// The lowest limit of memory; nil without a limit.
  var memoryLimit: Limit?
  /// The memory of the machine.
  var memoryTotal: Int?
  /// The maximum memory of the server with its options.
  var memoryBound = 0
  /// The lowest limit of processes and threads.
  var processes: Limit?
  /// The variable that sets the locale, its value, and whether that is installed.
  var locale: (variable: String, name: String, isInstalled: Bool)?
  /// Why the limits could not be read.
  var failure: String?

  var faults: [Fault] {
    descriptorFaults + memoryFaults + processFaults + localeFaults
      + (failure.map { [Fault(.checkFailed, ["reason": $0])] } ?? [])
  }

  private var descriptorFaults: [Fault] {
    let wanted = connectionsMax + Serve.descriptorsReserved
    guard let descriptors, descriptors < wanted else { return [] }
    return [
      Fault(
        .descriptorsTooFew,
        ["limit": "\(descriptors)", "connections": "\(connectionsMax)", "wanted": "\(wanted)"])
    ]
  }

  private var memoryFaults: [Fault] {
    let bound = ByteCount.rounded(memoryBound)
    if let memoryLimit, memoryLimit.value < memoryBound {
      return [
        Fault(
          .memoryLimitLow,
          [
            "source": memoryLimit.source, "limit": ByteCount.rounded(memoryLimit.value),
            "bound": bound,
          ])
      ]
    }
    guard let memoryTotal, memoryTotal < memoryBound else { return [] }
    return [
      Fault(.memoryScarce, ["limit": ByteCount.rounded(memoryTotal), "bound": bound])
    ]
  }

  private var processFaults: [Fault] {
    let wanted = loops + sessions + Self.threadsReserved
    guard let processes, processes.value < wanted else { return [] }
    return [
      Fault(
        .processesTooFew,
        [
          "source": processes.source, "limit": "\(processes.value)", "wanted": "\(wanted)",
        ])
    ]
  }

  private var localeFaults: [Fault] {
    guard let (variable, name, isInstalled) = locale else { return [] }
    let values = ["variable": variable, "locale": name]
    if !isInstalled { return [Fault(.localeMissing, values)] }
    // The locale C has ASCII only, and programs of the system print UTF-8 as it is.
    guard name != "C", name != "POSIX", !Self.isUTF8(name) else { return [] }
    return [Fault(.localeNotUTF8, values)]
  }

  /// Whether the code set of a name such as `de_DE.UTF-8@euro` is UTF-8.
  static func isUTF8(_ name: String) -> Bool {
    let set = name.split(separator: ".").dropFirst().first?.prefix { $0 != "@" } ?? ""
    return set.lowercased().filter { $0 != "-" } == "utf8"
  }
}

extension ProcessCheck {
  /// Reads the limits of this process, which a server started from the same place gets too.
  init(_ configuration: Configuration, _ variables: [String: String]) {
    connectionsMax = configuration.server.connectionsMax
    loops = configuration.loops
    sessions = configuration.databaseConnections.total
    memoryBound = MemoryBound(configuration).bytes
    descriptors = Machine.hardLimit(RLIMIT_NOFILE)
    let cgroups = Self.cgroups(
      Machine.text(of: "/proc/self/cgroup") ?? "", read: { Machine.text(of: $0) })
    let addressSpace = Machine.hardLimit(RLIMIT_AS).map { Limit(source: "ulimit -v", value: $0) }
    memoryLimit = [cgroups.memory, addressSpace].compactMap(\.self).min { $0.value < $1.value }
    let user = Machine.hardLimit(__RLIMIT_NPROC).map { Limit(source: "ulimit -u", value: $0) }
    // The kernel does not apply the limit of a user to root.
    processes = [cgroups.processes, Machine.user == 0 ? nil : user].compactMap(\.self)
      .min { $0.value < $1.value }
    if let information = Machine.text(of: "/proc/meminfo") {
      memoryTotal = Self.memoryTotal(information)
    } else {
      failure = "/proc/meminfo"
    }
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    if let variable = names.first(where: { variables[$0]?.isEmpty == false }),
      let name = variables[variable]
    {
      locale = (variable, name, Machine.hasLocale(name))
    }
  }

  /// Returns the lowest limits of a process's control group and those above it (cgroups(7),
  /// version 2).
  ///
  /// - Parameter text: The contents of `/proc/self/cgroup`.
  static func cgroups(
    _ text: String, read: (String) -> String?
  ) -> (memory: Limit?, processes: Limit?) {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else {
      return (nil, nil)
    }
    var parts = line.dropFirst(4).split(separator: "/")
    var (memory, processes): (Limit?, Limit?)
    while true {
      let directory = (["/sys/fs/cgroup"] + parts.map(String.init)).joined(separator: "/")
      memory = lower(memory, directory + "/memory.max", read)
      processes = lower(processes, directory + "/pids.max", read)
      guard parts.popLast() != nil else { return (memory, processes) }
    }
  }

  private static func lower(_ limit: Limit?, _ path: String, _ read: (String) -> String?) -> Limit?
  {
    guard let value = read(path).flatMap({ Int($0.prefix { $0.isNumber }) }) else { return limit }
    if let limit, limit.value <= value { return limit }
    return Limit(source: path, value: value)
  }

  /// Parses `MemTotal:  16384 kB`.
  static func memoryTotal(_ text: String) -> Int? {
    let line = text.split(separator: "\n").first { $0.hasPrefix("MemTotal:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 << 10 }
  }
}
