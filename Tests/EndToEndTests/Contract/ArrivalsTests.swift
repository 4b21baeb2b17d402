import TestSupport
import Testing

@Suite(.needs(.postgreSQL), .served())
struct ArrivalsTests {
  @Test(arguments: Arrival.all)
  func returnsEveryAcceptedPostUnchanged(_ arrival: Arrival) async throws {
    let name = uniqueName()
    let request = try arrival.request(name)
    let (response, rows) = try await ServerProcess.required().withClient { client in
      (
        try await client.response(to: request), try await client.rows(by: name, "/getaudio/")
      )
    }
    #expect(response.status == 200)
    #expect(response.text == "{}")
    #expect(rows.map { $0[1]?.utf8.map(\.self) } == [arrival.message?.utf8.map(\.self)])
    #expect(rows.map { $0[4] } == [try arrival.audio()?.base64])
  }
}
