extension AudioSession {
  /// Applies the session to the element of a device, before that is opened, as far as it has the
  /// properties.
  func apply(to element: ElementHandle, of device: Device) {
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
      element.assign("stream-properties", "props,\(stream.joined(separator: ","))")
    }
    if !isPipeWire, let microseconds {
      // The buffer holds several of the periods in which it is filled.
      element.assign("latency-time", "\(microseconds / 4)")
      element.assign("buffer-time", "\(microseconds)")
    }
  }
}
