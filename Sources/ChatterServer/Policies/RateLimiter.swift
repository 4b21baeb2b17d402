public import HTTP
private import System

/// A rate limit shared by all loops.
public final class RateLimiter: Sendable {
  private let limit: Lock<RateLimit>

  /// Creates a limit of more than 0 posts per second and address.
  public init(postsPerSecond: Double, addressesMax: Int = 65_536) {
    limit = Lock(RateLimit(postsPerSecond: postsPerSecond, addressesMax: addressesMax))
  }

  /// Counts a post, a deletion or a search of an address. Returns the time to wait if the limit is
  /// exceeded.
  public func take(_ address: AddressKey) -> Duration? {
    limit.withLock { $0.take(address, at: .now) }
  }

  /// Returns the time to wait if an address has exceeded the limit; counts nothing.
  func delay(of address: AddressKey) -> Duration? {
    limit.withLock { $0.delay(of: address, at: .now) }
  }

  func charge(_ bytes: Int, to address: AddressKey) {
    limit.withLock { $0.charge(bytes, to: address, at: .now) }
  }
}

enum LimitedWork: String, CaseIterable {
  case posts, deletions, searches

  var code: String { "too-many-\(rawValue)" }
}

extension ChatterService {
  /// Counts work for a request; throws if its address has exceeded the limit.
  func take(_ work: LimitedWork, for request: Request) throws(Problem) {
    if let delay = settings.rateLimiter?.take(request.client.key) {
      throw .tooOften(work, retryAfter: delay)
    }
  }
}

/// The body of a post, whose bytes count towards the limit of its address as they are read.
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
