import Chatter
import HTTP
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct StoragePolicyTests {
  static let body = #"{"username":"u","message":"m"}"#

  @Test(arguments: [Call.postChatt, .postAudio])
  func refusesPostsWith507AndServesLists(call: Call) async throws {
    let disk = SimulatedDisk(freeBytes: 0)
    let service = TestService(change: { $0.storage.disk = disk.makeGuard() })
    for fields in [[:], ["Idempotency-Key": "k"]] as [HeaderFields] {
      let response = try await service.post(call, Self.body, fields: fields)
      #expect(response.status == .insufficientStorage)
      #expect(
        try await response.errorMessage()
          == "the server's disk is almost full, nothing was stored: "
          + "try again when space has been freed")
    }
    #expect(try await service.timeline.chatts().isEmpty)
    let list = try await service.send(.get, "/getchatts/")
    #expect(list.status == .ok)
    #expect(try await list.text() == "[]")

    let readiness = try await service.send(.get, "/readyz")
    #expect(readiness.status == .ok, "lists are served")
    #expect(
      try await readiness.text()
        == #"{"status":"ready","posts":"refused: disk space is below the reserve"}"#)
    disk.set(freeBytes: 1 << 40, after: .seconds(1))
    #expect(try await service.send(.get, "/readyz").text() == #"{"status":"ready"}"#)
    #expect(try await service.post(call, Self.body).status == .ok)
  }

  @Test func reportsMalformedPostsUntilBodiesAreNoLongerRead() async throws {
    let disk = SimulatedDisk(freeBytes: 0)
    let service = TestService(change: { $0.storage.disk = disk.makeGuard() })
    #expect(try await service.post(.postChatt, "{}").status == .unprocessableContent)
    #expect(try await service.post(.postChatt, Self.body).status == .insufficientStorage)
    disk.set(freeBytes: 0, after: Retention.repeatsTimeMax)
    let body = CountedBody(Array(Self.body.utf8))
    let response = try await service.send(.post, "/postchatt/", body: body)
    #expect(response.status == .insufficientStorage)
    #expect(body.readCount == 0)
  }

  @Test func countsAPostUntilItsOutcomeIsKnown() async throws {
    let disk = SimulatedDisk(freeBytes: SimulatedDisk.reserveBytes + DiskReserve.cost(ofBytes: 2))
    var policy = StoragePolicy()
    policy.disk = disk.makeGuard()
    for error in [TimelineError.timedOut, .outcomeUnknown, nil] {
      #expect(await outcome(policy, error) == error)
    }
    let chatt = NewChatt(username: "u", message: "m")
    var inner: TimelineError?
    try await policy.store(chatt) { () async throws(TimelineError) in
      inner = await outcome(policy, nil)
    }
    #expect(inner == DiskGuard.error, "there is space for one at a time")
  }

  /// Returns the outcome of storing a chatt in a timeline that fails with an error, or succeeds if
  /// it is nil.
  private func outcome(_ policy: StoragePolicy, _ error: TimelineError?) async -> TimelineError? {
    do throws(TimelineError) {
      try await policy.store(NewChatt(username: "u", message: "m")) {
        () async throws(TimelineError) in
        if let error { throw error }
      }
      return nil
    } catch {
      return error
    }
  }
}
