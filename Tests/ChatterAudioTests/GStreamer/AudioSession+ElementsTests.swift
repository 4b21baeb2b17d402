import TestSupport
import Testing

@testable import ChatterAudio

struct AudioSessionElementsTests {
  /// Applies a session to the element of a device that is not opened.
  private func apply(
    _ session: AudioSession, to kind: String
  ) throws -> (AudioSessionReport, ElementHandle) {
    try GStreamer.initialize()
    let device = Device(element: kind)
    let isSource = kind.hasSuffix("src")
    let pipeline = try PipelineHandle(
      isSource ? "\(kind) name=source ! fakesink" : "audiotestsrc ! \(kind) name=sink")
    let report = PipelineEnd(device).configure(pipeline, session)
    return (report, try #require(pipeline.child(device.role)))
  }

  @Test(arguments: ["pulsesink", "pulsesrc"])
  func setsRoleAndLatencyOfPulseAudio(kind: String) throws {
    let session = AudioSession(role: .voice, latency: .milliseconds(80))
    let (report, element) = try apply(session, to: kind)
    #expect(report == AudioSessionReport(hasRole: true, hasLatency: true))
    #expect(element.text(of: "stream-properties")?.contains("phone") == true)
    #expect(element.text(of: "buffer-time") == "80000")
    #expect(element.text(of: "latency-time") == "20000")
  }

  @Test(arguments: ["alsasink", "alsasrc"])
  func reportsThatALSAHasNoRoles(kind: String) throws {
    let (report, element) = try apply(AudioSession(latency: .seconds(9)), to: kind)
    #expect(
      report
        == AudioSessionReport(
          hasRole: false, hasLatency: true, reason: "\(kind) has no role to set"))
    #expect(element.text(of: "buffer-time") == "2000000", "the longest that is accepted")
  }

  @Test func leavesTheDeviceAsItIsUnlessAsked() throws {
    let (report, _) = try apply(AudioSession(role: nil), to: "pulsesink")
    #expect(report == AudioSessionReport())
  }

  @Test func reportsTheSessionOfAnEngine() async throws {
    let engine = GStreamerEngine(source: .tone(frequency: 440), sink: .silent)
    #expect(engine.playbackSession == nil && engine.recordingSession == nil)
    let directory = try TemporaryDirectory()
    let recording = try await engine.recording(
      to: directory.path(of: "a.m4a"), RecordingSettings())
    try await eventually { recording.currentTime > .milliseconds(300) }
    _ = try await recording.stop()
    #expect(engine.recordingSession?.reason == "this source has neither role nor latency")
    let playback = try await engine.playback(of: directory.bytes(of: "a.m4a"))
    #expect(engine.playbackSession?.reason == "this sink has neither role nor latency")
    playback.close()
  }
}
