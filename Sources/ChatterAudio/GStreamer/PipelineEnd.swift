/// The source of a recording or the sink of a playback.
struct PipelineEnd: Sendable {
  /// The name of its element.
  var role: String
  /// The end in the syntax of `gst-launch-1.0`.
  var description: String
  /// The device; nil for a sound that has none, such as that of a file.
  var device: Device?
  /// Sets the properties that are not in the description.
  var configure: @Sendable (PipelineHandle) -> Void = { _ in }
}

extension PipelineEnd {
  /// Finds a source; blocks on devices.
  init(_ source: AudioSource) throws(AudioError) {
    let role = PipelineFailure.source
    switch source {
    case .default: self.init(try Device.first(of: Device.sources, orElse: .noSource))
    case .pulse(let device): self.init(Device(element: "pulsesrc", name: device))
    case .pipewire: self.init(Device(element: "pipewiresrc"))
    case .alsa(let device): self.init(Device(element: "alsasrc", name: device))
    case .tone(let frequency, let volume):
      let text = "audiotestsrc name=source is-live=true ! audio/x-raw,rate=48000,channels=1"
      self.init(role: role, description: text) { pipeline in
        let tone = pipeline.child(role)
        tone?.set("freq", to: frequency.isNaN ? 440 : min(max(frequency, 0), 20_000))
        tone?.set("volume", to: volume.isNaN ? 0.8 : min(max(volume, 0), 1))
      }
    case .file(let path):
      guard OpenFile.isReadable(path) else { throw .file("\(path) cannot be read") }
      let text = "filesrc name=source ! decodebin ! audioconvert ! clocksync"
      self.init(role: role, description: text) { $0.child(role)?.set("location", to: path) }
    }
  }

  /// Finds a sink, with the tape of `AudioSink.file`; blocks on devices.
  init(_ sink: AudioSink, tape: WAVFile?) throws(AudioError) {
    let role = PipelineFailure.sink
    switch sink {
    case .default: self.init(try Device.first(of: Device.sinks, orElse: .noSink))
    case .pulse(let device): self.init(Device(element: "pulsesink", name: device))
    case .pipewire: self.init(Device(element: "pipewiresink"))
    case .alsa(let device): self.init(Device(element: "alsasink", name: device))
    case .silent: self.init(role: role, description: "fakesink name=sink sync=true")
    case .file(_, let isInRealTime):
      let format = "audio/x-raw,format=S16LE,layout=interleaved,channels=1,rate="
      let text =
        "audioconvert ! audioresample ! \(format)\(WAVFile.sampleRate)"
        + " ! appsink name=sink max-buffers=1 sync=\(isInRealTime)"
      self.init(role: role, description: text) { pipeline in
        if let tape { pipeline.child(role)?.deliverSamples { tape.append($0) } }
      }
    }
  }

  init(_ device: Device) {
    self.init(
      role: device.role, description: "\(device.element) name=\(device.role)", device: device
    ) { pipeline in
      guard let child = pipeline.child(device.role) else { return }
      if let name = device.name { child.set(device.nameProperty, to: name) }
      if child.has("client-name") { child.set("client-name", to: "Chatter") }
    }
  }

  /// Configures the element of a pipeline.
  func configure(_ pipeline: PipelineHandle, _ session: AudioSession) {
    configure(pipeline)
    if let device, let element = pipeline.child(role) { session.apply(to: element, of: device) }
  }

  /// Fails unless the source or sink can be opened.
  func probe() throws(AudioError) {
    let pipeline = try PipelineHandle(
      role == PipelineFailure.source ? "\(description) ! fakesink" : "audiotestsrc ! \(description)"
    )
    configure(pipeline)
    try PipelineControl(pipeline: pipeline) { _ in }.enter(.ready)
  }
}
