public import Chatter
public import ChatterStore
public import HTTP

/// Provides the responses to getchatts and getaudio.
public protocol ListSource {
  /// Returns the response with the current list.
  func response(to request: Request, for call: Call) async throws -> Response

  /// Returns a number that rises with each change of the table that was committed before this call;
  /// nil while it is not known.
  func contentVersion() async throws -> UInt64?

  /// Updates the cached lists.
  func refresh() async

  /// Throws the reason why this server cannot serve requests: its lists are not loaded, or the
  /// database is unavailable or lacks a migration.
  func checkReadiness() async throws
}

extension ReadyLists {
  /// Returns the list source for the connections of one loop, with the reader of that loop.
  public func source(
    reading reader: ChattReader, report: @escaping @Sendable (ServiceEvent) -> Void
  ) -> any ListSource {
    ListReader(self, reader: reader, report: report)
  }
}

extension ListReader: ListSource {
  /// Maximum size of a response over HTTP/1.1 without a lease, in bytes. A connection sends one
  /// such response at a time, as part of what a connection may hold.
  private static let unleasedBytesMax = 64 << 10

  func response(to request: Request, for call: Call) async throws -> Response {
    if let withoutSlash, !request.path.hasSuffix("/") {
      return try await withoutSlash.response(to: request, for: call)
    }
    let current = try await current()
    let body = call == .getAudio ? current.audio : current.text
    if let response = try body.fields.precondition(of: request) { return response }
    let coding = ContentCoding.preferred(by: request.fields)
    var response = Response(.ok, fields: body.fields[coding])
    if let held = await body.slices(in: coding) {
      response.body = .slices(held.slices)
      if request.version == .http2 || held.byteCount > Self.unleasedBytesMax {
        response.lease = lists.leases.make(holding: held.owner)
      }
    } else {
      let source = FetchedRows(lists: self, address: request.client.keyText)
      response.body = .stream(
        length: nil,
        ListStream(body, in: coding, from: source) { [lists] in lists.boundRetired() })
      response.lease = lists.leases.make(holding: body)
    }
    return response
  }

  func contentVersion() async throws -> UInt64? {
    // Reading all rows takes longer than reading what is asked for.
    guard lists.cached != nil else { return nil }
    return try await current().contentVersion
  }

  func refresh() async {
    // The error is ignored: the next request reports an unavailable database.
    _ = try? await current()
    await withoutSlash?.refresh()
  }
}
