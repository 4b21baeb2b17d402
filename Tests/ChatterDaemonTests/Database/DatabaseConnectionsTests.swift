import Testing

@testable import ChatterDaemon

struct DatabaseConnectionsTests {
  @Test(
    arguments: [(1, 8, 8, 10, 20), (2, 8, 4, 10, 20), (40, 8, 3, 122, 132), (4, 200, 50, 202, 212)])
  func dividesConnectionsAmongLoopsWithAtLeastThreeEach(
    loops: Int, requested: Int, perLoop: Int, total: Int, clusterMax: Int
  ) {
    let connections = DatabaseConnections(loops: loops, requested: requested)
    #expect(connections.perLoop == perLoop)
    #expect(connections.total == total)
    #expect(connections.clusterMax == clusterMax)
  }

  @Test func refusesTooManyConnectionsWithAdviceThatFits() throws {
    let many = DatabaseConnections(loops: 4, requested: 200)
    #expect(many.refusal(allowed: 202) == nil)
    let fewer = try #require(many.refusal(allowed: 97))
    #expect(fewer.contains("lower --database-connections to 95"))
    #expect(fewer.contains("raise the database's max_connections by 105"))
    #expect(DatabaseConnections(loops: 4, requested: 95).refusal(allowed: 97) == nil)
    let loops = DatabaseConnections(loops: 40, requested: 8)
    #expect(try #require(loops.refusal(allowed: 97)).contains("lower --loops to 31"))
    #expect(DatabaseConnections(loops: 31, requested: 8).refusal(allowed: 97) == nil)
  }
}
