import TestSupport
import Testing

@testable import ChatterAudio

@Suite("Audio devices")
struct DeviceTests {
  @Test func setsTheNamePropertyOfEachKind() throws {
    #expect(Device(element: "pulsesrc", name: "a").nameProperty == "device")
    #expect(Device(element: "alsasink", name: "a").nameProperty == "device")
    #expect(Device(element: "pipewiresrc", name: "a").nameProperty == "target-object")
    for kind in ["pulsesink", "alsasink", "pulsesrc", "alsasrc"] {
      #expect(try ElementHandle(kind: kind, name: "a").has("device"))
    }
  }

  @Test func takesTheFirstDeviceThatOpens() throws {
    let found = try Device.first(
      of: ["nosuchsink", "alsasink-not", "fakesink", "pulsesink"], as: "sink", orElse: .noSink)
    #expect(found == Device(element: "fakesink"))
  }

  @Test func failsIfNoDeviceOpens() throws {
    #expect(throws: AudioError.missingPlugin("GStreamer's nosuchsrc is not installed")) {
      _ = try Device.first(of: ["nosuchsrc", "nosuch"], as: "source", orElse: .noSource)
    }
    #expect(throws: AudioError.noSource) {
      _ = try Device.first(of: [], as: "source", orElse: .noSource)
    }
    #expect(throws: AudioError.noSource) {
      try Device(element: "alsasrc", name: "no-such-device").probe(as: "source")
    }
    #expect(throws: AudioError.noSink) {
      try Device(element: "alsasink", name: "no-such-device").probe(as: "sink")
    }
  }
}
