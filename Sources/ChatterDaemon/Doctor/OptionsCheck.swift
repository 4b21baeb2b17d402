import ChatterServer
import Sockets

/// Options that contradict each other or the machine.
struct OptionsCheck: Sendable {
  var configuration: Configuration
  var cores = 1
  var issuer: CertificateIssuer?

  @FaultList var faults: [Fault] {
    if configuration.loops > cores {
      Fault(.loopsOverCores, ["loops": "\(configuration.loops)", "cores": "\(cores)"])
    }
    if configuration.retention.bytesMax == nil, configuration.retention.whenFull != .deleteOldest {
      Fault(.fullWithoutLimit)
    }
    if let prefix = configuration.proxies.first(where: { $0.description.hasSuffix("/0") }) {
      Fault(.proxiesEverywhere, ["prefix": "\(prefix)"])
    }
    if configuration.service.rateLimiter == nil, !configuration.listen.allSatisfy(\.isLoopback) {
      Fault(.rateUnlimited)
    }
    if configuration.service.strictTransportSecurity != nil, let issuer, issuer != .other {
      Fault(.strictTransportUntrusted)
    }
    if configuration.service.crossOrigin.permits("null") { Fault(.nullOrigin) }
  }
}
