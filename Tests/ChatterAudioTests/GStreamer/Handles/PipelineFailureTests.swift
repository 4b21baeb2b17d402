import CGStreamer
import Testing

@testable import ChatterAudio

struct PipelineFailureTests {
  private func error(
    _ domain: UInt32, _ code: UInt32, from element: String? = nil, details: String = ""
  ) -> AudioError {
    var failure = PipelineFailure(domain: domain, code: code, text: "So it is.", element: element)
    failure.details = details
    return failure.audioError
  }

  @Test func attributesStreamErrorsToTheClipOrItsDecoder() {
    let domain = gst_stream_error_quark()
    #expect(error(domain, GST_STREAM_ERROR_DECODE.rawValue) == .undecodable("so it is"))
    let text = "so it is: try apt-get install gstreamer1.0-libav"
    #expect(error(domain, GST_STREAM_ERROR_CODEC_NOT_FOUND.rawValue) == .missingPlugin(text))
    #expect(
      error(gst_core_error_quark(), GST_CORE_ERROR_MISSING_PLUGIN.rawValue) == .missingPlugin(text))
    #expect(error(domain, GST_STREAM_ERROR_FAILED.rawValue, from: "source") == .noSource)
  }

  @Test func attributesResourceErrorsToSourceSinkOrFile() {
    let domain = gst_resource_error_quark()
    let code = GST_RESOURCE_ERROR_OPEN_READ_WRITE.rawValue
    #expect(error(domain, code, from: "source") == .noSource)
    #expect(error(domain, code, from: "sink") == .noSink)
    #expect(error(domain, code, from: "file") == .file("so it is"))
    #expect(error(domain, code, from: "other") == .engine("so it is"))
    #expect(error(domain, code) == .engine("so it is"))
  }

  @Test func distinguishesDeniedDevicesFromMissingOnes() {
    let domain = gst_resource_error_quark()
    let code = GST_RESOURCE_ERROR_NOT_AUTHORIZED.rawValue
    #expect(error(domain, code, from: "source") == .denied("so it is"))
    #expect(error(domain, 1, from: "sink", details: "a: Access denied") == .denied("so it is"))
    #expect(
      error(domain, 1, from: "file", details: "Permission denied")
        == .file("so it is: permission denied"))
  }

  @Test func distinguishesBusyDevicesFromMissingOnes() {
    let domain = gst_resource_error_quark()
    let message = "another program is using it"
    for element in ["source", "sink"] {
      let code = GST_RESOURCE_ERROR_BUSY.rawValue
      #expect(error(domain, code, from: element) == .denied(message))
      #expect(
        error(domain, 1, from: element, details: "-16: Device or resource busy")
          == .denied(message))
    }
  }

  @Test func attributesAFullDiskToTheFile() {
    let domain = gst_resource_error_quark()
    for element in ["file", "mux"] {
      #expect(
        error(domain, GST_RESOURCE_ERROR_NO_SPACE_LEFT.rawValue, from: element)
          == .file("no space left on the disk"))
    }
  }

  @Test func attributesOtherErrorsToTheEngine() {
    #expect(error(gst_library_error_quark(), 1) == .engine("so it is"))
    #expect(error(gst_core_error_quark(), GST_CORE_ERROR_CLOCK.rawValue) == .engine("so it is"))
    #expect(error(gst_parse_error_quark(), 0) == .engine("so it is"))
  }
}
