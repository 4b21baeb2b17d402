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

  private static let contradictions: [@Sendable (inout ServerLimits) -> Void] = [
    { $0.connectionsMax = 0 }, { $0.idleTimeout = .zero }, { $0.request.headBytesMax = 10 },
  ]

  @Test(arguments: contradictions.indices)
  func trapsOnLimitsThatCannotWork(index: Int) async {
    await #expect(processExitsWith: .failure) { [index] in
      ServerLimits.with(Self.contradictions[index]).assertRelations()
    }
  }
}
