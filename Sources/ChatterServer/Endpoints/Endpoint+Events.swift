internal import ChatterStore
internal import HTTP

extension Endpoint {
  static let events = Endpoint(
    "events", at: "/v1/events", [.get { try await $0.events(for: $1) }])
}

extension ChatterService {
  fileprivate func events(for request: Request) async throws -> Response {
    let parameters = try QueryParameters(request.target.query)
    let filter = try ChattFilter(parameters)
    let fields: HeaderFields = [
      .contentType: "text/event-stream", .cacheControl: "no-store",
      // Proxies that would collect a response before they pass it on, such as nginx, do not.
      .accelBuffering: "no",
    ]
    guard request.method == .get else { return Response(.ok, fields: fields) }
    guard let events else { throw Problem.noEvents }
    let client = request.client.keyText
    guard let ticket = events.feed.admit(client) else { throw Problem.tooManyStreams }
    let point = try await events.feed.point()
    // The field is newer than the parameter, which a browser repeats when it connects again, and
    // those of polyfills and hubs are newer than what their address began with.
    let positions =
      [request.fields[.lastEventID]]
      + ["lastEventId", "Last-Event-ID", "since"].map { parameters[$0] }
    let since = positions.lazy.compactMap(\.self).first { !$0.isEmpty }
    let stream = EventStream(
      since: since ?? parameters["since"], point, filter, of: events, from: chatts, for: client,
      ticket)
    return Response(
      .ok, fields: fields, body: .stream(length: nil, try guarded(stream, for: request)))
  }
}
