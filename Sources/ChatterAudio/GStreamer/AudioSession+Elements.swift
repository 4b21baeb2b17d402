extension AudioSession {
  /// The properties with the role, and those with the latency, for an element of GStreamer.
  private func properties(of device: Device) -> (role: String?, latency: [(String, String)]) {
    let isPipeWire = device.element.hasPrefix("pipewire")
    var fields: [String] = []
    switch role {
    case .voice: fields.append("media.role=\(isPipeWire ? "Communication" : "phone")")
    case .music: fields.append("media.role=\(isPipeWire ? "Music" : "music")")
    case nil: break
    }
    let roleText = fields.isEmpty ? nil : fields[0]
    guard let latency else { return (roleText, []) }
    let microseconds = Self.latencies.clamp(latency).microseconds
    if isPipeWire {
      // In frames at 48 kHz, as PipeWire's own tools do.
      return (roleText, [("node.latency", "\(microseconds * 48 / 1000)/48000")])
    }
    // The buffer holds several of the periods in which it is filled.
    return (
      roleText, [("latency-time", "\(microseconds / 4)"), ("buffer-time", "\(microseconds)")]
    )
  }

  /// The latencies that devices accept.
  private static let latencies = Duration.milliseconds(10)...(.seconds(2))

  /// Applies the session to the element of a device, before that is opened.
  func apply(to element: ElementHandle, of device: Device) -> AudioSessionReport {
    var report = AudioSessionReport()
    let (role, latency) = properties(of: device)
    let isPipeWire = device.element.hasPrefix("pipewire")
    var stream = role.map { [$0] } ?? []
    if isPipeWire { stream += latency.map { "\($0)=(string)\($1)" } }
    var missing: [String] = []
    if !stream.isEmpty {
      let text = element.assign("stream-properties", "props,\(stream.joined(separator: ","))")
      report.hasRole = role.map { text?.contains($0.split(separator: "=")[1]) ?? false } ?? false
      if isPipeWire {
        report.hasLatency = !latency.isEmpty && text?.contains("node.latency") == true
      }
    }
    if !isPipeWire, !latency.isEmpty {
      report.hasLatency = latency.allSatisfy { element.assign($0, $1) == $1 }
    }
    if role != nil, !report.hasRole { missing.append("role") }
    if !latency.isEmpty, !report.hasLatency { missing.append("latency") }
    if !missing.isEmpty {
      report.reason = "\(device.element) has no \(missing.joined(separator: " and no ")) to set"
    }
    return report
  }

  /// The report for a source or sink that is no device.
  func report(without end: String) -> AudioSessionReport {
    let isEmpty = role == nil && latency == nil
    return AudioSessionReport(reason: isEmpty ? nil : "\(end) has neither role nor latency")
  }
}

extension ClosedRange {
  fileprivate func clamp(_ value: Bound) -> Bound {
    Swift.min(Swift.max(value, lowerBound), upperBound)
  }
}
