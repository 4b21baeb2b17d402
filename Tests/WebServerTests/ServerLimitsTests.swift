import HTTP
import Testing

@testable import WebServer

struct ServerLimitsTests {
  @Test func acceptsTheDefaultsAndAnImmediateShutdown() {
    var limits = ServerLimits()
    limits.assertRelations()
    limits.shutdownTimeout = .zero
    limits.assertRelations()
    #expect(ServerLimits().lingerTimeout < ServerLimits().shutdownTimeout)
  }

  @Test func trapsOnLimitsThatCannotWork() async {
    await #expect(processExitsWith: .failure) {
      let limits = ServerLimits.with { $0.bodyBytesPerSecondMin = 0 }
      limits.assertRelations()
    }
    await #expect(processExitsWith: .failure) {
      let limits = ServerLimits.with { $0.connectionsMax = 0 }
      limits.assertRelations()
    }
    await #expect(processExitsWith: .failure) {
      let limits = ServerLimits.with { $0.idleTimeout = .zero }
      limits.assertRelations()
    }
    await #expect(processExitsWith: .failure) {
      let limits = ServerLimits.with { $0.taskIdleTimeout = .zero - .seconds(1) }
      limits.assertRelations()
    }
    await #expect(processExitsWith: .failure) {
      let limits = ServerLimits.with { $0.request.headBytesMax = 10 }
      limits.assertRelations()
    }
  }
}
