/// A sound device, as a GStreamer element provides it.
struct Device: Equatable, Sendable {
  /// The elements for the sound servers and devices of Linux, in order of preference. On a desktop,
  /// one of the servers manages the device and knows the user's choice.
  static let sources = ["pulsesrc", "pipewiresrc", "alsasrc"]
  static let sinks = ["pulsesink", "pipewiresink", "alsasink"]

  /// The name of the element's factory.
  var element: String
  /// The name of the device; nil for the default device.
  var name: String?

  /// The property for the device name.
  var nameProperty: String {
    element.hasPrefix("pipewire") ? "target-object" : "device"
  }

  /// Fails unless the device can be opened.
  func probe(as role: String) throws(AudioError) {
    let description = description(as: role)
    let pipeline = try PipelineHandle(
      role == PipelineFailure.source ? "\(description) ! fakesink" : "audiotestsrc ! \(description)"
    )
    configure(pipeline, as: role)
    try PipelineControl(pipeline: pipeline) { _ in }.enter(.ready)
  }

  func description(as role: String) -> String { "\(element) name=\(role)" }

  /// Sets the properties that are not in the description.
  func configure(_ pipeline: PipelineHandle, as role: String) {
    guard let child = pipeline.child(role) else { return }
    if let name { child.set(nameProperty, to: name) }
    if child.has("client-name") { child.set("client-name", to: "Chatter") }
  }

  /// Returns the first device that can be opened.
  ///
  /// If none can, fails with the first `denied` error, otherwise with `nothing`. If none of the
  /// elements is installed, the error names the package to install.
  static func first(
    of elements: [String], as role: String, orElse nothing: AudioError
  ) throws(AudioError) -> Device {
    var denial: AudioError?
    try GStreamer.initialize()
    let installed = elements.filter(GStreamer.hasElement)
    guard !installed.isEmpty else {
      throw elements.first.map(ElementPackage.missing) ?? nothing
    }
    for element in installed {
      let device = Device(element: element)
      do throws(AudioError) {
        try device.probe(as: role)
        return device
      } catch {
        if case .denied = error, denial == nil { denial = error }
      }
    }
    throw denial ?? nothing
  }
}
