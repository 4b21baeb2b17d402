import TestSupport
import Testing

@testable import ChatterAudio

struct DeviceTests {
  @Test func setsTheNamePropertyOfEachKind() throws {
    #expect(Device(element: "pulsesrc", name: "a").nameProperty == "device")
    #expect(Device(element: "alsasink", name: "a").nameProperty == "device")
    #expect(Device(element: "pipewiresrc", name: "a").nameProperty == "target-object")
    for kind in ["pulsesink", "alsasink", "pulsesrc", "alsasrc"] {
      #expect(try PipelineHandle("fakesink \(kind) name=a").child("a")?.has("device") == true)
    }
  }

  @Test func takesTheFirstDeviceThatOpens() throws {
    let found = try Device.first(
      of: ["nosuchsink", "alsasink-not", "fakesink", "pulsesink"], orElse: .noSink)
    #expect(found == Device(element: "fakesink"))
  }

  @Test func failsIfNoDeviceOpens() throws {
    #expect(throws: AudioError.missingPlugin("GStreamer's nosuchsrc is not installed")) {
      _ = try Device.first(of: ["nosuchsrc", "nosuch"], orElse: .noSource)
    }
    #expect(throws: AudioError.noSource) {
      _ = try Device.first(of: [], orElse: .noSource)
    }
    #expect(throws: AudioError.noSource) {
      try PipelineEnd(Device(element: "alsasrc", name: "no-such-device")).probe()
    }
    #expect(throws: AudioError.noSink) {
      try PipelineEnd(Device(element: "alsasink", name: "no-such-device")).probe()
    }
  }
}
