internal import Chatter
internal import HTTP
public import Postgres

/// The answers of one loop, from the lists that all loops share.
extension ReadyLists {
  /// The answers for the connections of one loop, which asks the database by way of its pool.
  public func source(
    on pool: PostgresPool, observe: @escaping @Sendable (PostgresError) -> Void,
    report: @escaping @Sendable (ServiceEvent) -> Void
  ) -> any ListSource {
    LoopLists(
      reader: ListReader(self, loading: loading, pool: pool, observe: observe, report: report))
  }
}

private struct LoopLists: ListSource {
  let reader: ListReader

  func chatts(for request: Request) async throws -> Response {
    let content = try await reader.current().text
    if let response = content.fields.notModified(for: request) { return response }
    let coding = ContentCoding.preferred(by: request.fields)
    return Response(
      .ok, fields: content.fields[coding], body: .pieces(await content.pieces(in: coding)))
  }

  func refresh() async {
    // A database that is away is told by who asks next.
    _ = try? await reader.current()
  }

  func audio(for request: Request) async throws -> Response {
    let content = try await reader.current().audio
    if let response = content.fields.notModified(for: request) { return response }
    let coding = ContentCoding.preferred(by: request.fields)
    return Response(
      .ok, fields: content.fields[coding], body: await content.body(in: coding, from: reader))
  }
}
