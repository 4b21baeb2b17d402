import HTTP
import System
import Testing

@testable import ChatterServer

struct RateLimitTests {
  let start = Deadline.now

  func address(_ number: Int) -> AddressKey {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    return AddressKey(ipv4: [bytes[0], bytes[1], bytes[2], bytes[3]])
  }

  /// An address of the network `number` in the site `site`.
  func ipv6(site: UInt8, _ number: UInt16) -> AddressKey {
    var bytes: [16 of UInt8] = .init(repeating: 0)
    bytes[0] = 0x20
    bytes[5] = site
    bytes[6] = UInt8(number >> 8)
    bytes[7] = UInt8(truncatingIfNeeded: number)
    return AddressKey(ipv6: bytes)
  }

  func passes(
    _ limit: inout RateLimit, _ address: AddressKey, after delay: Duration = .zero
  ) -> Bool {
    limit.take(address, at: start.advanced(by: delay)) == nil
  }

  @Test func admitsABurstOfTwentySecondsThenDelays() throws {
    var limit = RateLimit(postsPerSecond: 4)
    for _ in 0..<80 { #expect(passes(&limit, address(1))) }
    let delay = limit.take(address(1), at: start)
    let wait = try #require(delay)
    #expect(abs(wait / .seconds(1) - 0.25) < 0.001)
    #expect(passes(&limit, address(1), after: .milliseconds(250)))
    #expect(!passes(&limit, address(1), after: .milliseconds(250)))
    for _ in 0..<80 { #expect(passes(&limit, address(1), after: .seconds(3600))) }
    #expect(!passes(&limit, address(1), after: .seconds(3600)))
  }

  /// A school class behind one address posts clips of 300 kB.
  @Test func admitsFortyClipsAtOnceEveryHalfMinute() {
    var limit = RateLimit(postsPerSecond: 10)
    for delay in [0, 30, 60, 90] as [Int] {
      for _ in 0..<40 {
        #expect(passes(&limit, address(1), after: .seconds(delay)))
        limit.charge(400_000, to: address(1), at: start.advanced(by: .seconds(delay)))
      }
    }
  }

  @Test func admitsTheFirstPostAtRatesBelowOnePerSecond() throws {
    var limit = RateLimit(postsPerSecond: 0.01)
    #expect(passes(&limit, address(1)))
    let delay = limit.take(address(1), at: start)
    let wait = try #require(delay)
    #expect(wait > .seconds(99) && wait <= .seconds(100))
  }

  @Test func delaysAddressesThatSentTooManyBytes() throws {
    var limit = RateLimit(postsPerSecond: 1)
    let burst = Int(RateLimit.burstSeconds * RateLimit.bytesPerPost)
    #expect(passes(&limit, address(1)))
    limit.charge(burst - 1, to: address(1), at: start)
    #expect(passes(&limit, address(1)))
    limit.charge(1 + 10 * Int(RateLimit.bytesPerPost), to: address(1), at: start)
    let delay = limit.take(address(1), at: start)
    let wait = try #require(delay)
    #expect(abs(wait / .seconds(1) - 10) < 0.001)
    #expect(passes(&limit, address(2)))
    #expect(!passes(&limit, address(1), after: .seconds(9)))
    #expect(passes(&limit, address(1), after: .seconds(11)))
  }

  @Test func limitsASiteToTenTimesTheRateOfAnAddress() {
    var limit = RateLimit(postsPerSecond: 0.01)
    for number in 0..<10 as Range<UInt16> { #expect(passes(&limit, ipv6(site: 1, number))) }
    #expect(!passes(&limit, ipv6(site: 1, 10)))
    #expect(!passes(&limit, ipv6(site: 1, 0)))
    #expect(passes(&limit, ipv6(site: 2, 10)))
    limit.charge(1 << 30, to: ipv6(site: 2, 10), at: start)
    #expect(!passes(&limit, ipv6(site: 2, 11), after: .seconds(60)), "its bytes count for the site")
  }

  @Test func replacesIdleAddressesButNotLimitedOnes() {
    var limit = RateLimit(postsPerSecond: 1, addressesMax: 64)
    for _ in 0..<20 { #expect(passes(&limit, address(0))) }
    for number in 1..<64 { #expect(passes(&limit, address(number))) }
    for number in 64..<10_000 {
      #expect(passes(&limit, address(number), after: .milliseconds(500)))
      #expect(limit.addressCount == 64)
    }
    #expect(!passes(&limit, address(0), after: .milliseconds(500)))
    #expect(passes(&limit, address(0), after: .seconds(2)))
  }

  @Test func givesNoTokensWhenTheClockGoesBack() {
    var limit = RateLimit(postsPerSecond: 0.01)
    #expect(passes(&limit, address(1)))
    #expect(!passes(&limit, address(1), after: .seconds(-60)))
    #expect(!passes(&limit, address(1), after: .seconds(50)))
    #expect(passes(&limit, address(1), after: .seconds(101)))
  }

  @Test func reportsAWaitOfAtMostADay() {
    var limit = RateLimit(postsPerSecond: .leastNonzeroMagnitude)
    #expect(passes(&limit, address(1)))
    #expect(limit.take(address(1), at: start) == RateLimit.waitMax)
  }
}
