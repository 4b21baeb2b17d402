internal import HTTP
internal import System

/// The post rate limit of each address: one token bucket for posts and one for the bytes of their
/// bodies, each filled at a steady rate. A site, the /48 network of an IPv6 address, has ten times
/// the limit.
struct RateLimit {
  /// Maximum wait that is reported, however low the rate is.
  static let waitMax = Duration.seconds(86_400)
  /// The capacity of the buckets, in seconds of the rate: the size of a burst after a pause.
  static let burstSeconds = 20.0
  /// Bytes of decoded body for each post that the rate allows.
  static let bytesPerPost = 128.0 * 1024
  /// The limit of a site, as a multiple of the limit of an address.
  static let addressesPerSite = 10.0
  /// The number of buckets that are compared to find the fullest one, which is then replaced.
  static let replacementChoices = 16

  private struct Bucket {
    let address: AddressKey
    /// The posts, and the bytes in units of `bytesPerPost`, that are missing from full buckets.
    var posts = 0.0
    var bytes = 0.0
    var filledAt: Deadline
  }

  let postsPerSecond: Double
  /// Maximum number of addresses and sites that are tracked at the same time.
  private let addressesMax: Int
  private var buckets: [Bucket] = []
  private var places: [AddressKey: Int] = [:]
  /// The index at which the next search for the fullest bucket begins.
  private var hand = 0

  init(postsPerSecond: Double, addressesMax: Int = 65_536) {
    precondition(postsPerSecond > 0 && addressesMax > 0)
    self.postsPerSecond = postsPerSecond
    self.addressesMax = addressesMax
  }

  var addressCount: Int { buckets.count }

  /// Takes the token of a post. If there is none, returns the time until there will be one.
  mutating func take(_ address: AddressKey, at now: Deadline) -> Duration? {
    if let delay = delay(of: address, at: now) { return delay }
    spend(posts: 1, bytes: 0, of: address, at: now)
    return nil
  }

  /// Returns the time until there will be a token; nil if there is one.
  func delay(of address: AddressKey, at now: Deadline) -> Duration? {
    let wait = max(
      secondsToWait(for: address, at: now),
      address.site.map { secondsToWait(for: $0, at: now) } ?? 0)
    return wait <= 0 ? nil : .seconds(min(wait, Self.waitMax / .seconds(1)))
  }

  /// Takes the tokens of decoded bytes. An address in debt must wait before its next post.
  mutating func charge(_ bytes: Int, to address: AddressKey, at now: Deadline) {
    spend(posts: 0, bytes: Double(bytes), of: address, at: now)
  }

  private mutating func spend(
    posts: Double, bytes: Double, of address: AddressKey, at now: Deadline
  ) {
    for address in [address, address.site].compactMap(\.self) {
      let place = place(of: address, at: now)
      buckets[place].posts += posts
      buckets[place].bytes += bytes / Self.bytesPerPost
    }
  }

  /// Returns the seconds until the next post may come; 0 or less if it may come now.
  private func secondsToWait(for address: AddressKey, at now: Deadline) -> Double {
    guard let place = places[address] else { return 0 }
    let bucket = filled(buckets[place], at: now)
    return (max(bucket.posts + 1, bucket.bytes) - capacity(of: address)) / rate(of: address)
  }

  /// Returns the rate of an address in posts per second.
  private func rate(of address: AddressKey) -> Double {
    address.isSite ? postsPerSecond * Self.addressesPerSite : postsPerSecond
  }

  /// Returns the capacity of the buckets of an address in posts.
  private func capacity(of address: AddressKey) -> Double {
    max(1, postsPerSecond * Self.burstSeconds) * (address.isSite ? Self.addressesPerSite : 1)
  }

  private func filled(_ bucket: Bucket, at now: Deadline) -> Bucket {
    let posts = (now.duration(since: bucket.filledAt) / .seconds(1)) * rate(of: bucket.address)
    return Bucket(
      address: bucket.address, posts: max(0, bucket.posts - posts),
      bytes: max(0, bucket.bytes - posts), filledAt: max(now, bucket.filledAt))
  }

  /// Returns the index of an address's bucket, which is created if there is none.
  private mutating func place(of address: AddressKey, at now: Deadline) -> Int {
    if let place = places[address] {
      buckets[place] = filled(buckets[place], at: now)
      return place
    }
    let place = buckets.count < addressesMax ? buckets.count : removeFullest(at: now)
    let bucket = Bucket(address: address, filledAt: now)
    if place == buckets.count { buckets.append(bucket) } else { buckets[place] = bucket }
    places[address] = place
    return place
  }

  /// Removes the fullest of some buckets and returns its index. Its address gains the least by the
  /// removal, and nothing if the bucket is full. Empty buckets stay, so that a flood of addresses
  /// does not free one of them from its limit.
  private mutating func removeFullest(at now: Deadline) -> Int {
    var (fullest, least) = (hand, Double.infinity)
    for _ in 0..<Self.replacementChoices {
      let bucket = filled(buckets[hand], at: now)
      let missing = max(bucket.posts, bucket.bytes) / capacity(of: bucket.address)
      if missing < least { (fullest, least) = (hand, missing) }
      hand = (hand + 1) % buckets.count
    }
    places[buckets[fullest].address] = nil
    return fullest
  }
}
