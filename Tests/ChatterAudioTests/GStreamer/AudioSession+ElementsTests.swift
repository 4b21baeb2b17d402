import CGStreamer
import Testing

@testable import ChatterAudio

struct AudioSessionElementsTests {
  /// Applies a session to the element of a device that is not opened.
  private func apply(_ session: AudioSession, to kind: String) throws -> ElementHandle {
    try GStreamer.initialize()
    let device = Device(element: kind)
    let isSource = kind.hasSuffix("src")
    let pipeline = try PipelineHandle(
      isSource ? "\(kind) name=source ! fakesink" : "audiotestsrc ! \(kind) name=sink")
    PipelineEnd(device).configure(pipeline, session)
    return try #require(pipeline.child(device.role))
  }

  private func text(of property: String, _ element: ElementHandle) -> String? {
    guard let text = unsafe cgst_get_text(element.pointer, property) else { return nil }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }

  @Test(arguments: ["pulsesink", "pulsesrc"])
  func setsRoleAndLatencyOfPulseAudio(kind: String) throws {
    let element = try apply(AudioSession(role: .voice, latency: .milliseconds(80)), to: kind)
    #expect(text(of: "stream-properties", element)?.contains("phone") == true)
    #expect(text(of: "buffer-time", element) == "80000")
    #expect(text(of: "latency-time", element) == "20000")
  }

  @Test(arguments: ["alsasink", "alsasrc"])
  func limitsTheLatencyOfALSA(kind: String) throws {
    let element = try apply(AudioSession(latency: .seconds(9)), to: kind)
    #expect(text(of: "buffer-time", element) == "2000000", "the longest that is accepted")
  }

  @Test func leavesTheDeviceAsItIsUnlessAsked() throws {
    let element = try apply(AudioSession(role: nil), to: "pulsesink")
    #expect(text(of: "stream-properties", element)?.contains("role") != true)
  }
}
