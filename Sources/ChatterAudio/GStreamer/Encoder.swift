/// An AAC encoder: the first one that is installed.
struct Encoder: Equatable, Sendable {
  private static let elements = ["avenc_aac", "fdkaacenc", "voaacenc"]
  /// Bits per second; speech at 12 kHz gets 32,000.
  private static let bitRates = 24_000...96_000

  var element: String
  var bitRate: Int

  init(sampleRate: Int) throws(AudioError) {
    guard let element = Self.elements.first(where: GStreamer.hasElement) else {
      throw ElementPackage.missing(Self.elements[0])
    }
    self.element = element
    let bounds = Self.bitRates
    bitRate = min(max(sampleRate * 8 / 3, bounds.lowerBound), bounds.upperBound)
  }

  /// The encoder in the syntax of `gst-launch-1.0`.
  var description: String { "\(element) bitrate=\(bitRate)" }
}
