import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct PrivateClusterMeasurements {
  /// Far above the usual start, which takes a tenth of a second.
  static let warmStartMax = Duration.seconds(2)

  @Test func startsAnExistingClusterInTime() async throws {
    let home = try PrivateHome()
    var server = try await ServerProcess(.ownCluster(home), program: Measured.chatterd)
    let time = try await Measured.least {
      #expect(try await server.stop() == .exited(0))
      let began = ContinuousClock.now
      server = try await ServerProcess(.ownCluster(home), program: Measured.chatterd)
      #expect(try await server.response(to: .get("/getchatts/")).status == 200)
      return ContinuousClock.now - began
    }
    #expect(time < Self.warmStartMax)
    #expect(try await server.stop() == .exited(0))
  }
}
