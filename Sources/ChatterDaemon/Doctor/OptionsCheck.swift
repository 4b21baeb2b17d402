import ChatterServer
import CommandLine
import Postgres
import Sockets

/// Options that contradict each other or the machine.
struct OptionsCheck: Sendable {
  var configuration: Configuration
  var cores = 1
  /// The space of the data directory's file system.
  var space: FileSystemSpace?
  /// Who signed the certificate; nil if it cannot be read.
  var issuer: CertificateIssuer?

  var faults: [Fault] { limits + disk + exposure }

  private var isPrivate: Bool { configuration.database.choice.connectionString == nil }

  private var limits: [Fault] {
    var faults: [Fault] = []
    if configuration.loops > cores {
      faults.append(
        Fault(.loopsOverCores, ["loops": "\(configuration.loops)", "cores": "\(cores)"]))
    }
    if configuration.retention.bytesMax == nil, configuration.retention.whenFull != .deleteOldest {
      faults.append(Fault(.fullWithoutLimit))
    }
    return faults
  }

  private var disk: [Fault] {
    guard isPrivate else {
      return configuration.diskReserveBytes == nil ? [] : [Fault(.reserveWithoutCluster)]
    }
    guard let space else { return [] }
    var faults: [Fault] = []
    let total = ByteCount.rounded(space.totalBytes)
    if let limit = configuration.retention.bytesMax {
      let reserve = configuration.diskReserveBytes ?? Database.diskReserve(on: space)
      let (sum, overflows) = MemoryBound.clusterBytes(timeline: limit)
        .addingReportingOverflow(reserve)
      let needed = overflows ? .max : sum
      if needed > space.totalBytes {
        faults.append(
          Fault(
            .timelineLargerThanDisk,
            [
              "limit": ByteCount.rounded(limit), "needed": ByteCount.rounded(needed),
              "total": total,
            ]))
      }
    }
    if let reserve = configuration.diskReserveBytes, reserve >= space.totalBytes {
      faults.append(
        Fault(.reserveLargerThanDisk, ["reserve": ByteCount.rounded(reserve), "total": total]))
    }
    return faults
  }

  private var exposure: [Fault] {
    var faults: [Fault] = []
    if let prefix = configuration.proxies.first(where: { $0.description.hasSuffix("/0") }) {
      faults.append(Fault(.proxiesEverywhere, ["prefix": "\(prefix)"]))
    }
    if configuration.service.rateLimiter == nil, !configuration.listen.allSatisfy(\.isLoopback) {
      faults.append(Fault(.rateUnlimited))
    }
    if configuration.service.strictTransportSecurity != nil, let issuer, issuer != .other {
      faults.append(Fault(.strictTransportUntrusted))
    }
    if configuration.service.crossOrigin.permits("null") {
      faults.append(Fault(.nullOrigin))
    }
    return faults
  }
}
