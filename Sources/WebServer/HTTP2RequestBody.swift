internal import HTTP

/// The body of one stream's request, read from its connection when the app requests it.
///
/// When the exchange is over, it releases the connection, as `HTTP1RequestBody` does.
final class HTTP2RequestBody: RequestBody {
  let announcedBytes: Int?
  private var exchange: HTTP2Exchange?
  private weak var connection: HTTP2Connection?

  init(_ announcedBytes: Int?, of exchange: HTTP2Exchange, on connection: HTTP2Connection) {
    self.announcedBytes = announcedBytes
    self.exchange = exchange
    self.connection = connection
  }

  func next() async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    guard let exchange, let connection else { throw .notAvailable }
    return try await connection.nextBody(of: exchange)
  }

  func reserve(_ count: Int) throws(RequestBodyError) {
    guard let exchange else { throw .notAvailable }
    try exchange.memory?.kept(count)
  }

  func detach() {
    exchange = nil
  }
}
