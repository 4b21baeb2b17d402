extension AudioSession {
  /// Applies the session to the element of a device, before that is opened.
  func apply(to element: ElementHandle, of device: Device) -> AudioSessionReport {
    var report = AudioSessionReport()
    let isPipeWire = device.element.hasPrefix("pipewire")
    let roleName: String? =
      switch role {
      case .voice: isPipeWire ? "Communication" : "phone"
      case .music: isPipeWire ? "Music" : "music"
      case nil: nil
      }
    // The latencies that devices accept.
    let microseconds = latency.map { min(max($0, .milliseconds(10)), .seconds(2)).microseconds }
    var stream = roleName.map { ["media.role=\($0)"] } ?? []
    if isPipeWire, let microseconds {
      // In frames at 48 kHz, as PipeWire's own tools do.
      stream.append("node.latency=(string)\(microseconds * 48 / 1000)/48000")
    }
    if !stream.isEmpty {
      let text = element.assign("stream-properties", "props,\(stream.joined(separator: ","))")
      report.hasRole = roleName.map { text?.contains($0) ?? false } ?? false
      report.hasLatency = isPipeWire && latency != nil && text?.contains("node.latency") == true
    }
    if !isPipeWire, let microseconds {
      // The buffer holds several of the periods in which it is filled.
      report.hasLatency = [("latency-time", microseconds / 4), ("buffer-time", microseconds)]
        .allSatisfy { element.assign($0, "\($1)") == "\($1)" }
    }
    var missing: [String] = []
    if role != nil, !report.hasRole { missing.append("role") }
    if latency != nil, !report.hasLatency { missing.append("latency") }
    if !missing.isEmpty {
      report.reason = "\(device.element) has no \(missing.joined(separator: " and no ")) to set"
    }
    return report
  }

  func report(without end: String) -> AudioSessionReport {
    let isEmpty = role == nil && latency == nil
    return AudioSessionReport(reason: isEmpty ? nil : "\(end) has neither role nor latency")
  }
}
