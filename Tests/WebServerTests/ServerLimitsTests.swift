import HTTP
import Testing

@testable import WebServer

@Suite("Server limits (need nothing)")
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
      var limits = ServerLimits()
      limits.bodyBytesPerSecondMin = 0
      limits.assertRelations()
    }
    await #expect(processExitsWith: .failure) {
      var limits = ServerLimits()
      limits.connectionsMax = 0
      limits.assertRelations()
    }
    await #expect(processExitsWith: .failure) {
      var limits = ServerLimits()
      limits.idleTimeout = .zero
      limits.assertRelations()
    }
    await #expect(processExitsWith: .failure) {
      var limits = ServerLimits()
      limits.taskIdleTimeout = .zero - .seconds(1)
      limits.assertRelations()
    }
    await #expect(processExitsWith: .failure) {
      var limits = ServerLimits()
      limits.request.headBytesMax = 10
      limits.assertRelations()
    }
  }
}
