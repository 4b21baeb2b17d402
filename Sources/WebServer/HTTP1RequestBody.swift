internal import HTTP

/// The content of the request under way, read from its connection as the app asks for it.
///
/// When the exchange is over it lets go of the connection: an app that keeps the request holds
/// neither the connection nor a way to read the content of a later one.
final class HTTP1RequestBody: RequestBody {
  let announcedBytes: Int?
  private var connection: HTTP1Connection?
  private var share: BodyShare?

  init(_ announcedBytes: Int?, of connection: HTTP1Connection, room: BodyRoom) {
    self.announcedBytes = announcedBytes
    share = BodyShare(of: room)
    self.connection = connection
  }

  func next() async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    guard let connection else { throw .notAvailable }
    return try await connection.nextBody()
  }

  func reserve(_ count: Int) throws(RequestBodyError) {
    guard share != nil else { throw .notAvailable }
    try share?.take(count)
  }

  func detach() {
    connection = nil
    share = nil
  }
}
