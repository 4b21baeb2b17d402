import Chatter
import Program
import Sockets

extension Configuration {
  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    self.init(
      listen: try values.list(.listen) { ListenAddress($0) },
      loops: try values.optionalInteger(.loops) ?? environment.cores,
      dataDirectory: try values.dataDirectory(environment),
      certificate: try CertificatePaths(values, environment),
      database: try DatabaseOptions(values, environment),
      databaseConnectionsMax: try values.integer(.databaseConnections),
      limits: try Limits(values),
      storage: try StorageOptions(values),
      timeouts: try Timeouts(values),
      lists: try ListProfile(values),
      clipMetadata: try values.choice(.clipMetadata),
      corsOrigins: try values.list(.corsOrigin) { WebOrigin($0) },
      proxies: try values.list(.proxyProtocolFrom) { AddressPrefix($0) },
      hstsMaxAge: try Self.hstsMaxAge(values),
      log: try LogOptions(values),
      warnings: values.warnings)
  }

  private static func hstsMaxAge(_ values: OptionValues) throws(CommandError) -> Duration? {
    let age: Duration = try values.required(.hsts) { text in
      guard case .durationOrOff(let range) = OptionTable[.hsts].syntax else { return nil }
      if text == "off" { return .zero }
      return Duration(optionText: text).flatMap { range.contains($0) ? $0 : nil }
    }
    return age == .zero ? nil : age
  }
}

extension Configuration.Limits {
  init(_ values: OptionValues) throws(CommandError) {
    let rate: Double = try values.required(.rateLimit) { text in
      guard case .rate(let max) = OptionTable[.rateLimit].syntax else { return nil }
      return Decimals.fraction(text).flatMap { $0 <= Double(max) ? $0 : nil }
    }
    self.init(
      connectionsMax: try values.integer(.connectionsMax),
      connectionsPerAddressMax: try values.integer(
        .connectionsPerAddressMax, atMost: .connectionsMax),
      headBytesMax: try values.integer(.headBytesMax, atMost: .bodyBytesMax),
      bodyBytesMax: try values.integer(.bodyBytesMax),
      requestMemoryMax: try values.integer(.requestMemoryMax),
      messageBytesMax: try values.integer(.messageBytesMax, atMost: .bodyBytesMax),
      listMemoryMax: try values.integer(.listMemoryMax),
      listRowsMax: try values.optionalInteger(.listRowsMax),
      postsPerSecondMax: rate > 0 ? rate : nil)
  }
}

extension Configuration.Timeouts {
  init(_ values: OptionValues) throws(CommandError) {
    self.init(
      handshake: try values.duration(.handshakeTimeout),
      head: try values.duration(.headTimeout),
      body: try values.duration(.bodyTimeout),
      idle: try values.duration(.idleTimeout),
      shutdown: try values.duration(.shutdownTimeout))
  }
}

extension ListProfile {
  init(_ values: OptionValues) throws(CommandError) {
    self.init(
      shape: try values.choice(.listShape),
      order: try values.choice(.listOrder),
      ids: try values.isOn(.listIDs) ? .with : .without)
  }
}
