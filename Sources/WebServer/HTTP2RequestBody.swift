internal import HTTP

/// The content of one stream's request, read from its connection as the app asks for it.
///
/// When the exchange is over it lets go of the connection, as `HTTP1RequestBody` does.
final class HTTP2RequestBody: RequestBody {
  let announcedBytes: Int?
  private var exchange: HTTP2Exchange?
  private weak var connection: HTTP2Connection?
  private var share: BodyShare?

  init(_ announcedBytes: Int?, of exchange: HTTP2Exchange, on connection: HTTP2Connection) {
    self.announcedBytes = announcedBytes
    share = BodyShare(of: connection.context.environment.bodyRoom)
    self.exchange = exchange
    self.connection = connection
  }

  func next() async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    guard let exchange, let connection else { throw .notAvailable }
    return try await connection.nextBody(of: exchange)
  }

  func reserve(_ count: Int) throws(RequestBodyError) {
    guard share != nil else { throw .notAvailable }
    try share?.take(count)
  }

  func detach() {
    exchange = nil
    share = nil
  }
}
