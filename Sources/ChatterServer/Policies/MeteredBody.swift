internal import HTTP

/// The body of a post. Its bytes count towards the limit of its address as they are read, whatever
/// the outcome of the post.
final class MeteredBody: RequestBody {
  private let body: any RequestBody
  private let limiter: RateLimiter
  private let address: AddressKey

  init(_ body: any RequestBody, of address: AddressKey, by limiter: RateLimiter) {
    self.body = body
    self.address = address
    self.limiter = limiter
  }

  func next() async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    guard let chunk = try await body.next() else { return nil }
    limiter.charge(chunk.count, to: address)
    return chunk
  }

  var announcedBytes: Int? { body.announcedBytes }

  func reserve(_ count: Int) throws(RequestBodyError) { try body.reserve(count) }
}
