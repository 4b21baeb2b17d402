import Chatter
import EventLoop
import HTTP
import Testing

@testable import ChatterServer

struct ChatterServicePagesTests {
  /// A page that is long enough to be compressed.
  private struct LongPage: ListSource {
    func page(_ query: PageQuery, for client: String) async throws -> ChattPage {
      ChattPage(chatts: [try StoredChattTests.chatt(message: String(repeating: "x", count: 5000))])
    }
  }

  private func page(by workers: WorkerPool) async throws -> Response {
    try await TestService(lists: LongPage()) { $0.workers = workers }
      .send(.get, "/v1/chatts", fields: [.acceptEncoding: "gzip"])
  }

  @Test func sendsPlainTextWhileTheWorkersAreBusy() async throws {
    let coded = try await page(by: WorkerPool())
    #expect(coded.fields[.contentEncoding] == "gzip")
    let busy = try await BusyWorkers()
    let plain = try await page(by: busy.pool)
    busy.stop()
    #expect(plain.status == .ok && plain.fields[.contentEncoding] == nil)
    #expect(plain.fields[.vary] == "Accept-Encoding")
    #expect(plain.fields[.entityTag] != coded.fields[.entityTag])
    let inflated = InflatedBody(BufferedBody(try await coded.bytes()))
    #expect(try await plain.bytes() == inflated.collect(atMost: 1 << 20))
  }
}
