/// A sound device, as a GStreamer element provides it.
struct Device: Equatable, Sendable {
  /// The elements for the sound servers and devices of Linux, in order of preference. On a desktop,
  /// one of the servers manages the device and knows the user's choice.
  static let sources = ["pulsesrc", "pipewiresrc", "alsasrc"]
  static let sinks = ["pulsesink", "pipewiresink", "alsasink"]

  var element: String
  /// The name of the device; nil for the default device.
  var name: String?

  /// The name of the element in a pipeline.
  var role: String { element.hasSuffix("src") ? PipelineFailure.source : PipelineFailure.sink }

  var nameProperty: String {
    element.hasPrefix("pipewire") ? "target-object" : "device"
  }

  /// Returns the first device that can be opened; fails with the first `denied` error, with the
  /// package of a missing element, or with `nothing`.
  static func first(
    of elements: [String], orElse nothing: AudioError
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
        try PipelineEnd(device).probe()
        return device
      } catch {
        if case .denied = error, denial == nil { denial = error }
      }
    }
    throw denial ?? nothing
  }
}
