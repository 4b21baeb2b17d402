import CGStreamer
import Testing

@testable import ChatterAudio

@Suite("What GStreamer's errors mean")
struct PipelineFailureTests {
  private func error(
    _ domain: UInt32, _ code: UInt32, from element: String? = nil, details: String = ""
  ) -> AudioError {
    var failure = PipelineFailure(domain: domain, code: code, text: "So it is.", element: element)
    failure.details = details
    return failure.audioError
  }

  @Test("an error of a stream is one of the clip, or of what decodes it")
  func stream() {
    let domain = gst_stream_error_quark()
    #expect(error(domain, GST_STREAM_ERROR_DECODE.rawValue) == .undecodable("so it is"))
    let text = "so it is: try apt-get install gstreamer1.0-libav"
    #expect(error(domain, GST_STREAM_ERROR_CODEC_NOT_FOUND.rawValue) == .missingPlugin(text))
    #expect(
      error(gst_core_error_quark(), GST_CORE_ERROR_MISSING_PLUGIN.rawValue) == .missingPlugin(text))
    #expect(error(domain, GST_STREAM_ERROR_FAILED.rawValue, from: "source") == .noSource)
  }

  @Test("an error of a resource is one of the source, the sink or the file")
  func resource() {
    let domain = gst_resource_error_quark()
    let code = GST_RESOURCE_ERROR_OPEN_READ_WRITE.rawValue
    #expect(error(domain, code, from: "source") == .noSource)
    #expect(error(domain, code, from: "sink") == .noSink)
    #expect(error(domain, code, from: "file") == .file("so it is"))
    #expect(error(domain, code, from: "other") == .engine("so it is"))
    #expect(error(domain, code) == .engine("so it is"))
  }

  @Test("a device that may not be used is told from one that is not there")
  func denied() {
    let domain = gst_resource_error_quark()
    let code = GST_RESOURCE_ERROR_NOT_AUTHORIZED.rawValue
    #expect(error(domain, code, from: "source") == .denied("so it is"))
    #expect(error(domain, 1, from: "sink", details: "a: Access denied") == .denied("so it is"))
    #expect(
      error(domain, 1, from: "file", details: "Permission denied")
        == .file("so it is: permission denied"))
  }

  @Test("a device that another program uses is not said to be missing")
  func busy() {
    let domain = gst_resource_error_quark()
    let sentence = "another program is using it"
    for element in ["source", "sink"] {
      let code = GST_RESOURCE_ERROR_BUSY.rawValue
      #expect(error(domain, code, from: element) == .denied(sentence))
      #expect(
        error(domain, 1, from: element, details: "-16: Device or resource busy")
          == .denied(sentence))
    }
  }

  @Test("a disk without space is a matter of the file, whoever writes")
  func noSpace() {
    let domain = gst_resource_error_quark()
    for element in ["file", "mux"] {
      #expect(
        error(domain, GST_RESOURCE_ERROR_NO_SPACE_LEFT.rawValue, from: element)
          == .file("no space left on the disk"))
    }
  }

  @Test("all others are the engine's")
  func others() {
    #expect(error(gst_library_error_quark(), 1) == .engine("so it is"))
    #expect(error(gst_core_error_quark(), GST_CORE_ERROR_CLOCK.rawValue) == .engine("so it is"))
    #expect(error(gst_parse_error_quark(), 0) == .engine("so it is"))
  }
}
