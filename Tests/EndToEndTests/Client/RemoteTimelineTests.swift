import Chatter
import ChatterClient
import TestSupport
import Testing

@Suite(.needs(.postgreSQL), .served())
struct RemoteTimelineTests {
  @Test(arguments: TimelineContract.clauses)
  func fulfilsTheTimelineContract(clause: TimelineContract.Clause) async throws {
    try await clause.check(on: RemoteTimeline(ServerProcess.required().asServer()))
  }

  @Test func usesHTTP2() async throws {
    let request = TransportRequest(.getAudio, on: try ServerProcess.required().asServer())
    let response = try await CurlTransport().send(request)
    #expect(response.isHTTP2)
  }

  @Test func storesOneChattPerKey() async throws {
    let timeline = RemoteTimeline(try ServerProcess.required().asServer())
    let username = uniqueName()
    let key = try PostKey(fieldValue: username, call: .postChatt)
    for _ in 0..<3 {
      try await timeline.post(NewChatt(username: username, message: "a"), once: key)
    }
    let own = try await timeline.chatts().filter { $0.username == username }
    #expect(own.count == 1)
    await #expect(throws: ClientError.status(422, TimelineError.keyIsOfAnotherPost.description)) {
      try await timeline.post(NewChatt(username: username, message: "b"), once: key)
    }
  }

  @Test func reportsTheErrorMessageOfTheServer() async throws {
    let timeline = RemoteTimeline(try ServerProcess.required().asServer())
    await #expect(throws: ClientError.status(422, "username is empty: send at least one character"))
    {
      try await timeline.post(NewChatt(username: "", message: "a"))
    }
  }

  @Test func storesConcurrentPostsOfOneConnection() async throws {
    let timeline = RemoteTimeline(try ServerProcess.required().asServer())
    let username = uniqueName()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          try await timeline.post(NewChatt(username: username, message: "\(number)"))
        }
      }
      try await group.waitForAll()
    }
    let own = try await timeline.chatts().filter { $0.username == username }
    #expect(Set(own.map(\.message)).count == 50 && own.count == 50)
  }
}

@Suite(.needs(.postgreSQL), .served("--list-shape", "wrapped", "--list-order", "oldest"))
struct WrappedListTests {
  @Test(arguments: TimelineContract.clauses)
  func fulfilsTheContractOnWrappedListsOldestFirst(clause: TimelineContract.Clause) async throws {
    var server = try ServerProcess.required().asServer()
    server.hasLastSlash = false
    try await clause.check(on: RemoteTimeline(server))
  }
}
