import Testing

@testable import ChatterAudio

struct ElementPackageTests {
  @Test(arguments: [
    ("avenc_aac", "gstreamer1.0-libav"), ("qtdemux", "gstreamer1.0-plugins-good"),
    ("alsasink", "gstreamer1.0-alsa"), ("pipewiresrc", "gstreamer1.0-pipewire"),
    ("decodebin", "gstreamer1.0-plugins-base"),
  ])
  func namesThePackageOfAMissingElement(element: String, package: String) {
    #expect(
      ElementPackage.missing(element)
        == .missingPlugin("GStreamer's \(element) is not installed: apt-get install \(package)"))
  }

  @Test func namesNoPackageForUnknownElements() {
    #expect(
      ElementPackage.missing("nosuch") == .missingPlugin("GStreamer's nosuch is not installed"))
    #expect(!GStreamer.hasElement("nosuch"))
  }

  @Test func reportsTheMissingElementOfAPipeline() {
    #expect(throws: AudioError.missingPlugin("GStreamer's nosuch is not installed")) {
      _ = try PipelineHandle("nosuch ! fakesink")
    }
    #expect(throws: AudioError.self) { _ = try PipelineHandle("fakesrc ! ! fakesink") }
  }
}
