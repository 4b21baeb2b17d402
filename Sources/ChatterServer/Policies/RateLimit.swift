internal import HTTP

/// How much one address may post: a bucket of tokens for posts, and one for bytes of their bodies,
/// each filled at a steady rate. A site, the /48 network of an IPv6 address, has ten times as much.
///
/// It is a value without a clock: the caller passes the time.
struct RateLimit {
  /// Addresses and sites that are remembered at one time.
  static let addressesMax = 65_536
  /// The longest wait that is reported, however low the rate is.
  static let waitMax = Duration.seconds(86_400)
  /// How long a pause fills the buckets: a burst after it may have this much of the rate at once.
  static let burstSeconds = 20.0
  /// Bytes of decoded content for each post that the rate allows.
  static let bytesPerPost = 128.0 * 1024
  /// How much a site may send, in addresses.
  static let addressesPerSite = 10.0
  /// Buckets that are looked at to find the fullest one, which makes room for another.
  static let replacementChoices = 16

  private struct Bucket {
    var address: AddressKey
    var posts: Double
    var bytes: Double
    var filledAt: ContinuousClock.Instant
  }

  /// Posts a second and address.
  let postsPerSecond: Double
  private let addressesMax: Int
  private var buckets: [Bucket] = []
  private var places: [AddressKey: Int] = [:]
  /// Where the next search for the fullest bucket begins.
  private var hand = 0

  init(postsPerSecond: Double, addressesMax: Int = Self.addressesMax) {
    precondition(postsPerSecond > 0 && addressesMax > 0)
    self.postsPerSecond = postsPerSecond
    self.addressesMax = addressesMax
  }

  var addressCount: Int { buckets.count }

  /// Takes the token of a post, or returns how long it is until there will be one.
  mutating func take(_ address: AddressKey, at now: ContinuousClock.Instant) -> Duration? {
    let wait = max(
      secondsToWait(for: address, at: now),
      address.site.map { secondsToWait(for: $0, at: now) } ?? 0)
    guard wait <= 0 else { return .seconds(min(wait, Self.waitMax / .seconds(1))) }
    spend(posts: 1, bytes: 0, of: address, at: now)
    return nil
  }

  /// Takes the tokens of decoded bytes, more than there are if need be: an address in debt must wait
  /// with its next post.
  mutating func charge(_ bytes: Int, to address: AddressKey, at now: ContinuousClock.Instant) {
    spend(posts: 0, bytes: Double(bytes), of: address, at: now)
  }

  private mutating func spend(
    posts: Double, bytes: Double, of address: AddressKey, at now: ContinuousClock.Instant
  ) {
    for address in [address, address.site].compactMap(\.self) {
      let place = place(of: address, at: now)
      buckets[place].posts -= posts
      buckets[place].bytes -= bytes
    }
  }

  /// 0 when a post may come now. An address without a bucket has a full one.
  private func secondsToWait(for address: AddressKey, at now: ContinuousClock.Instant) -> Double {
    guard let place = places[address] else { return 0 }
    let bucket = filled(buckets[place], at: now)
    let rate = rate(of: address)
    return max(
      (1 - bucket.posts) / rate, bucket.bytes > 0 ? 0 : -bucket.bytes / (rate * Self.bytesPerPost))
  }

  /// Posts a second.
  private func rate(of address: AddressKey) -> Double {
    address.isSite ? postsPerSecond * Self.addressesPerSite : postsPerSecond
  }

  private func fullBucket(
    of address: AddressKey, at now: ContinuousClock.Instant
  ) -> Bucket {
    let posts =
      max(1, postsPerSecond * Self.burstSeconds) * (address.isSite ? Self.addressesPerSite : 1)
    return Bucket(
      address: address, posts: posts, bytes: posts * Self.bytesPerPost, filledAt: now)
  }

  private func filled(_ bucket: Bucket, at now: ContinuousClock.Instant) -> Bucket {
    let full = fullBucket(of: bucket.address, at: max(now, bucket.filledAt))
    let posts = max(0, (now - bucket.filledAt) / .seconds(1)) * rate(of: bucket.address)
    var bucket = bucket
    bucket.posts = min(full.posts, bucket.posts + posts)
    bucket.bytes = min(full.bytes, bucket.bytes + posts * Self.bytesPerPost)
    bucket.filledAt = full.filledAt
    return bucket
  }

  /// The place of an address's bucket, which is made when there is none.
  private mutating func place(of address: AddressKey, at now: ContinuousClock.Instant) -> Int {
    if let place = places[address] {
      buckets[place] = filled(buckets[place], at: now)
      return place
    }
    let place = buckets.count < addressesMax ? buckets.count : makeRoom(at: now)
    let bucket = fullBucket(of: address, at: now)
    if place == buckets.count { buckets.append(bucket) } else { buckets[place] = bucket }
    places[address] = place
    return place
  }

  /// Forgets the fullest of some buckets: its address gains the least by being forgotten, and
  /// nothing if it is full. Those that are empty stay, so that a flood of addresses does not free
  /// one of them from its limit.
  private mutating func makeRoom(at now: ContinuousClock.Instant) -> Int {
    var (fullest, level) = (hand, -Double.infinity)
    for _ in 0..<Self.replacementChoices {
      let bucket = filled(buckets[hand], at: now)
      let full = fullBucket(of: bucket.address, at: now)
      let share = min(bucket.posts / full.posts, bucket.bytes / full.bytes)
      if share > level { (fullest, level) = (hand, share) }
      hand = (hand + 1) % buckets.count
    }
    places[buckets[fullest].address] = nil
    return fullest
  }
}
