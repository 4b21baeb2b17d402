import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct VisibilityTests {
  @Test func showsAChattInTheNextListOnAnyServer() async throws {
    let database = try await TestDatabase()
    async let starting = ServerProcess(.shared(database))
    let (one, other) = (try await ServerProcess(.shared(database)), try await starting)
    try await TestClient.connected(to: [one, one, other]) { clients in
      for number in 0..<30 {
        let poster = clients[number % 3]
        let name = uniqueName()
        #expect(try await poster.response(to: .text(name, "\(number)")).status == 200)
        for client in [clients[(number + 1) % 3], poster, clients[(number + 2) % 3]] {
          let newest = try await client.rows().first
          #expect(newest?[0] == name)
          #expect(newest?[1] == "\(number)")
        }
      }
      let lists = [try await clients[0].rows("/getaudio"), try await clients[2].rows("/getaudio")]
      #expect(lists[0].count == 30)
      #expect(lists[0] == lists[1])
    }
    #expect(try await one.stop() == .exited(0))
    #expect(try await other.stop() == .exited(0))
  }
}
