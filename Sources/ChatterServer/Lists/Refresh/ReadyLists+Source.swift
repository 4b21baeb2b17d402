internal import Chatter
internal import HTTP
public import Postgres

/// The responses of one loop, from the lists that all loops share.
extension ReadyLists {
  /// Returns the list source for the connections of one loop. It polls the database through the
  /// loop's pool.
  public func source(
    on pool: PostgresPool, observe: @escaping @Sendable (PostgresError) -> Void,
    report: @escaping @Sendable (ServiceEvent) -> Void
  ) -> any ListSource {
    LoopLists(
      lists: self,
      reader: ListReader(self, pool: pool, observe: observe, report: report))
  }
}

private struct LoopLists: ListSource {
  /// Maximum size of a response over HTTP/1.1 without a lease, in bytes. A connection sends one
  /// such response at a time, as part of what a connection may hold.
  private static let unleasedBytesMax = 64 << 10

  let lists: ReadyLists
  let reader: ListReader

  func chatts(for request: Request) async throws -> Response {
    await response(to: request, try await reader.current().text)
  }

  func audio(for request: Request) async throws -> Response {
    await response(to: request, try await reader.current().audio)
  }

  private func response(to request: Request, _ body: ListBody) async -> Response {
    if let response = body.fields.precondition(of: request) { return response }
    let coding = ContentCoding.preferred(by: request.fields)
    var response = Response(.ok, fields: body.fields[coding])
    if let held = await body.slices(in: coding) {
      response.body = .slices(held.slices)
      if request.version == .http2 || held.byteCount > Self.unleasedBytesMax {
        response.lease = lists.leases.make(holding: held.owner)
      }
    } else {
      let source = FetchedRows(reader: reader, address: request.client.key.text)
      response.body = .stream(
        length: nil,
        ListStream(body, in: coding, from: source) { [lists] in lists.boundRetired() })
      response.lease = lists.leases.make(holding: body)
    }
    return response
  }

  func refresh() async {
    // The error is ignored: the next request reports an unavailable database.
    _ = try? await reader.current()
  }

  func checkReadiness() async throws {
    try await reader.checkReadiness()
  }
}
