internal import Chatter
internal import HTTP
public import Postgres

/// The responses of one loop, from the lists that all loops share.
extension ReadyLists {
  /// The lists for the connections of one loop, which polls the database by way of its pool.
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
  /// Shorter responses over HTTP/1.1, of which a connection sends one at a time, are part of what a
  /// connection may hold, and need no lease.
  private static let unleasedBytesMax = 64 << 10

  let lists: ReadyLists
  let reader: ListReader

  func chatts(for request: Request) async throws -> Response {
    await response(to: request, try await reader.current().text)
  }

  func audio(for request: Request) async throws -> Response {
    await response(to: request, try await reader.current().audio)
  }

  private func response(to request: Request, _ content: ListContent) async -> Response {
    if let response = content.fields.precondition(of: request) { return response }
    let coding = ContentCoding.preferred(by: request.fields)
    var response = Response(.ok, fields: content.fields[coding])
    if let pieces = await content.pieces(in: coding) {
      response.body = .pieces(pieces.slices)
      if request.version == .http2 || pieces.byteCount > Self.unleasedBytesMax {
        response.lease = lists.leases.make(holding: pieces.owner)
      }
    } else {
      let source = FetchedRows(reader: reader, address: request.client.key.text)
      response.body = .stream(
        length: nil,
        ListStream(content, in: coding, from: source) { [lists] in lists.boundRetired() })
      response.lease = lists.leases.make(holding: content)
    }
    return response
  }

  func refresh() async {
    // The next request reports a database that is away.
    _ = try? await reader.current()
  }

  func checkReadiness() async throws {
    try await reader.checkReadiness()
  }
}
