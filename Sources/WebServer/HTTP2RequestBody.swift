internal import HTTP

/// The body of one stream's request, read from its connection when the app requests it.
///
/// When the request is over, it releases the connection, as `HTTP1RequestBody` does.
final class HTTP2RequestBody: RequestBody {
  let announcedBytes: Int?
  private var request: HTTP2Request?
  private weak var connection: HTTP2Connection?

  init(_ announcedBytes: Int?, of request: HTTP2Request, on connection: HTTP2Connection) {
    self.announcedBytes = announcedBytes
    self.request = request
    self.connection = connection
  }

  func next() async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    guard let request, let connection else { throw .notAvailable }
    return try await connection.nextBody(of: request)
  }

  func reserve(_ count: Int) throws(RequestBodyError) {
    guard let request else { throw .notAvailable }
    try request.memory?.reserved(count)
  }

  func detach() {
    request = nil
  }
}
