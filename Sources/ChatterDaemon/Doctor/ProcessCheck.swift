import Arguments
import ChatterServer
import Glibc
import System
import WebServer

/// The limits of the process, and the locale.
struct ProcessCheck: Sendable {
  /// A limit and what sets it.
  struct Limit: Sendable, Equatable {
    let source: String
    let value: Int
  }

  var connectionsMax: Int
  /// The hard limit of descriptors; nil without a limit.
  var descriptors: Int?
  /// The lowest limit of memory; nil without a limit.
  var memoryLimit: Limit?
  var memoryBound = 0
  /// The variable that sets the locale, its value, and whether that is installed.
  var locale: (variable: String, name: String, isInstalled: Bool)?

  @FaultList var faults: [Fault] {
    let wanted = connectionsMax + Serve.descriptorsReserved
    if let descriptors, descriptors < wanted {
      Fault(
        .descriptorsTooFew,
        ["limit": "\(descriptors)", "connections": "\(connectionsMax)", "wanted": "\(wanted)"])
    }
    if let memoryLimit, memoryLimit.value < memoryBound {
      let (limit, bound) = (ByteCount.rounded(memoryLimit.value), ByteCount.rounded(memoryBound))
      Fault(.memoryLimitLow, ["source": memoryLimit.source, "limit": limit, "bound": bound])
    }
    if let locale, !locale.isInstalled {
      Fault(.localeMissing, ["variable": locale.variable, "locale": locale.name])
    }
  }
}

extension ProcessCheck {
  /// Reads the limits of the unit, or else of this process, which a server started from the same
  /// place gets too.
  init(
    _ configuration: Configuration, _ variables: [String: String], unit: ServiceUnit? = nil
  ) {
    connectionsMax = configuration.server.connectionsMax
    memoryBound = MemoryBound(configuration).bytes
    descriptors = Machine.hardLimit(RLIMIT_NOFILE)
    let groups = Self.memoryLimits(
      ofGroup: WholeFile.systemText("/proc/self/cgroup") ?? "", read: { WholeFile.systemText($0) })
    let addressSpace = Machine.hardLimit(RLIMIT_AS).map { Limit(source: "ulimit -v", value: $0) }
    memoryLimit = (groups + [addressSpace].compactMap(\.self)).min { $0.value < $1.value }
    if let unit {
      descriptors = unit.descriptors
      memoryLimit = unit.memory.map { Limit(source: "MemoryMax of \(ServiceUnit.name)", value: $0) }
    }
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    if let variable = names.first(where: { variables[$0]?.isEmpty == false }),
      let name = variables[variable]
    {
      locale = (variable, name, Machine.hasLocale(name))
    }
  }

  /// Returns the limits of a process's control group and those above it (cgroups(7), version 2).
  ///
  /// - Parameter text: The contents of `/proc/self/cgroup`.
  static func memoryLimits(ofGroup text: String, read: (String) -> String?) -> [Limit] {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else {
      return []
    }
    let parts = line.dropFirst(4).split(separator: "/")
    return (0...parts.count).reversed().compactMap { count in
      let path = (["/sys/fs/cgroup"] + parts.prefix(count) + ["memory.max"]).joined(separator: "/")
      let value = read(path).flatMap { Int($0.prefix { $0.isNumber }) }
      return value.map { Limit(source: path, value: $0) }
    }
  }
}
