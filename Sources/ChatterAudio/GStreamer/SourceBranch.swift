/// The input end of a recording pipeline.
struct SourceBranch: Sendable {
  /// The branch in the syntax of `gst-launch-1.0`.
  var description: String
  /// Sets the properties that are not in the description.
  var configure: @Sendable (PipelineHandle) -> Void

  /// Finds the source; blocks on devices.
  init(_ source: AudioSource) throws(AudioError) {
    switch source {
    case .default:
      self.init(
        try Device.first(of: Device.sources, as: PipelineFailure.source, orElse: .noSource))
    case .pulse(let device): self.init(Device(element: "pulsesrc", name: device))
    case .pipewire: self.init(Device(element: "pipewiresrc"))
    case .alsa(let device): self.init(Device(element: "alsasrc", name: device))
    case .tone(let frequency, let volume):
      let text = "audiotestsrc name=source is-live=true ! audio/x-raw,rate=48000,channels=1"
      self.init(description: text) { pipeline in
        let tone = pipeline.child(PipelineFailure.source)
        tone?.set("freq", to: frequency.isNaN ? 440 : min(max(frequency, 0), 20_000))
        tone?.set("volume", to: volume.isNaN ? 0.8 : min(max(volume, 0), 1))
      }
    case .file(let path):
      guard OpenFile.isReadable(path) else { throw .file("\(path) cannot be read") }
      let text = "filesrc name=source ! decodebin ! audioconvert ! clocksync"
      self.init(description: text) { $0.child(PipelineFailure.source)?.set("location", to: path) }
    }
  }

  /// Fails unless the source can be opened.
  func probe() throws(AudioError) {
    let pipeline = try PipelineHandle("\(description) ! fakesink")
    configure(pipeline)
    try PipelineControl(pipeline: pipeline) { _ in }.enter(.ready)
  }

  private init(
    description: String, configure: @escaping @Sendable (PipelineHandle) -> Void = { _ in }
  ) {
    (self.description, self.configure) = (description, configure)
  }

  private init(_ device: Device) {
    self.init(description: device.description(as: PipelineFailure.source)) {
      device.configure($0, as: PipelineFailure.source)
    }
  }
}
