import HTTP
import Testing

struct HTTP2LimitsTests {
  @Test func terminatesOnContradictoryLimits() async {
    await #expect(processExitsWith: .failure) {
      HTTP2Limits { $0.streamsMax = 0 }.assertRelations(with: RequestLimits())
    }
    await #expect(processExitsWith: .failure) {
      HTTP2Limits { $0.streamWindowBytes = $0.connectionWindowBytes + 1 }
        .assertRelations(with: RequestLimits())
    }
    await #expect(processExitsWith: .failure) {
      HTTP2Limits { $0.connectionWindowBytes = 65_534 }.assertRelations(with: RequestLimits())
    }
    await #expect(processExitsWith: .failure) {
      HTTP2Limits { $0.bodyBytesHeldMax = $0.bodyBytesHeldMin(with: RequestLimits()) - 1 }
        .assertRelations(with: RequestLimits())
    }
    await #expect(processExitsWith: .failure) {
      HTTP2Limits { $0.refusedHeadRatioMax = 0 }.assertRelations(with: RequestLimits())
    }
    await #expect(processExitsWith: .failure) {
      HTTP2Limits { $0.queuedFramesMax = $0.acknowledgementsMax }
        .assertRelations(with: RequestLimits())
    }
    await #expect(processExitsWith: .failure) {
      HTTP2Limits { $0.resetBurst = 0 }.assertRelations(with: RequestLimits())
    }
  }
}
