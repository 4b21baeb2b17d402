/// The Debian packages of GStreamer's elements.
enum ElementPackage {
  private static let elements = [
    "libgstreamer1.0-0": ["fakesink", "filesink", "filesrc", "clocksync", "queue"],
    "gstreamer1.0-plugins-base": [
      "appsink", "audioconvert", "audioresample", "audiotestsrc", "decodebin", "giostreamsrc",
      "volume",
    ],
    "gstreamer1.0-plugins-good": [
      "aacparse", "level", "mp4mux", "pulsesink", "pulsesrc", "qtdemux", "scaletempo", "wavparse",
    ],
    "gstreamer1.0-libav": ["avdec_aac", "avenc_aac"],
    "gstreamer1.0-alsa": ["alsasink", "alsasrc"],
    "gstreamer1.0-pipewire": ["pipewiresink", "pipewiresrc"],
  ]

  static func missing(_ element: String) -> AudioError {
    let package = elements.first { $0.value.contains(element) }?.key
    let cure = package.map { ": apt-get install \($0)" } ?? ""
    return .missingPlugin("GStreamer's \(element) is not installed\(cure)")
  }

  static func missingDecoder(_ text: String) -> AudioError {
    .missingPlugin("\(text): try apt-get install gstreamer1.0-libav")
  }
}
