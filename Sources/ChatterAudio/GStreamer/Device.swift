/// A device of sound as GStreamer's elements offer it.
struct Device: Equatable, Sendable {
  /// The kinds of the servers and devices of Linux, in the order in which they are asked: a desktop
  /// has one of the servers between its programs and the device, and it knows the person's choice.
  static let sources = ["pulsesrc", "pipewiresrc", "alsasrc"]
  static let sinks = ["pulsesink", "pipewiresink", "alsasink"]

  /// The kind of the element.
  var element: String
  /// The device's own name; nil for the default one.
  var name: String?

  /// The property that takes the name.
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

  /// Sets what is not in the description.
  func configure(_ pipeline: PipelineHandle, as role: String) {
    guard let child = pipeline.child(role) else { return }
    if let name { child.set(nameProperty, to: name) }
    if child.has("client-name") { child.set("client-name", to: "Chatter") }
  }

  /// The first of some that can be opened; fails with the first reason to refuse one that is there,
  /// otherwise with `nothing`, and where none of the elements is installed, with what to install.
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
