/// The output end of a playback pipeline.
struct SinkBranch: Sendable {
  /// The branch in the syntax of `gst-launch-1.0`.
  var description: String
  /// Sets the properties that are not in the description.
  var configure: @Sendable (PipelineHandle) -> Void

  /// Finds the sink; blocks on devices.
  ///
  /// - Parameter tape: The file for `AudioSink.file`.
  init(_ sink: AudioSink, tape: WAVFile?) throws(AudioError) {
    switch sink {
    case .default:
      self.init(try Device.first(of: Device.sinks, as: PipelineFailure.sink, orElse: .noSink))
    case .pulse(let device): self.init(Device(element: "pulsesink", name: device))
    case .pipewire: self.init(Device(element: "pipewiresink"))
    case .alsa(let device): self.init(Device(element: "alsasink", name: device))
    case .silent: self.init(description: "fakesink name=sink sync=true")
    case .file(_, let isInRealTime):
      let format = "audio/x-raw,format=S16LE,layout=interleaved,channels=1,rate="
      let text =
        "audioconvert ! audioresample ! \(format)\(WAVFile.sampleRate)"
        + " ! appsink name=sink max-buffers=1 sync=\(isInRealTime)"
      self.init(description: text) { pipeline in
        guard let tape, let sink = pipeline.child(PipelineFailure.sink) else { return }
        AppSinkHandle(sink).deliver { tape.append($0) }
      }
    }
  }

  private init(
    description: String, configure: @escaping @Sendable (PipelineHandle) -> Void = { _ in }
  ) {
    (self.description, self.configure) = (description, configure)
  }

  private init(_ device: Device) {
    self.init(description: device.description(as: PipelineFailure.sink)) {
      device.configure($0, as: PipelineFailure.sink)
    }
  }
}
