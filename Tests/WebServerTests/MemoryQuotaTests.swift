import HTTP
import System
import Testing

@testable import WebServer

extension AddressKey {
  /// The key of an address; each name of one or two letters has a different one.
  init(naming name: String) {
    let letters = Array(name.utf8)
    self.init(ipv4: [192, 0, letters[0], letters.count > 1 ? letters[1] : 0])
  }
}

struct MemoryQuotaTests {
  private static let step = MemoryQuota.stepBytes
  private let began = Deadline.now

  /// A quota with these limits in steps, for all addresses and for one.
  private func quota(_ steps: Int, perAddress: Int) -> MemoryQuota {
    MemoryQuota(bytesMax: steps * Self.step, bytesPerAddressMax: perAddress * Self.step)
  }

  /// A claim that began `age` seconds before `now`, listed or not.
  private func claim(
    of address: String, in quota: MemoryQuota, age: Int = 0, isListed: Bool = true,
    onRevocation: @escaping @Sendable () -> Void = {}
  ) -> MemoryClaim {
    let claim = MemoryClaim(
      on: quota.account(of: AddressKey(naming: address)),
      since: began.advanced(by: .seconds(100 - age)),
      onRevocation: onRevocation)
    if isListed { quota.list(claim) }
    return claim
  }

  private var now: Deadline { began.advanced(by: .seconds(100)) }

  @Test func countsBytesInStepsUntilRelease() {
    let quota = quota(10, perAddress: 10)
    let claim = claim(of: "a", in: quota)
    #expect(quota.resize(claim, to: 0) && quota.heldBytes == 0)
    #expect(quota.resize(claim, to: 1) && quota.heldBytes == Self.step)
    #expect(quota.resize(claim, to: Self.step) && quota.heldBytes == Self.step)
    #expect(quota.resize(claim, to: Self.step + 1) && claim.heldBytes == 2 * Self.step)
    #expect(quota.resize(claim, to: 1) && claim.account.heldBytes == Self.step)
    quota.release(claim)
    #expect(quota.heldBytes == 0 && claim.account.heldBytes == 0)
    #expect(!quota.resize(claim, to: .max))
    #expect(quota.heldBytes == 0)
  }

  @Test func keepsAClaimOnlyWhileThereAreBytes() {
    let quota = quota(2, perAddress: 2)
    var claim: MemoryClaim?
    for steps in [2, 1, 0, 1] {
      let isWithinQuota = quota.set(&claim, to: steps * Self.step) {
        self.claim(of: "a", in: quota, isListed: false)
      }
      #expect(isWithinQuota && quota.heldBytes == steps * Self.step)
      #expect((claim == nil) == (steps == 0))
    }
    #expect(!quota.set(&claim, to: 3 * Self.step) { self.claim(of: "a", in: quota) })
  }

  @Test func sharesAnAccountAmongConnectionsOfOneAddress() {
    let quota = quota(10, perAddress: 10)
    weak var first: MemoryQuota.Account?
    do {
      let account = quota.account(of: AddressKey(naming: "a"))
      first = account
      #expect(quota.account(of: AddressKey(naming: "a")) === account)
    }
    #expect(first == nil)
    let second = quota.account(of: AddressKey(naming: "a"))
    #expect(quota.account(of: AddressKey(naming: "a")) === second)
    #expect(quota.account(of: AddressKey(naming: "b")) !== second)
  }

  @Test func revokesTheCostliestClaimsOfAnAddressOverItsLimit() {
    let quota = quota(100, perAddress: 10)
    let revocations = Lock(0)
    let old = claim(of: "a", in: quota, age: 50) { revocations.withLock { $0 += 1 } }
    let large = claim(of: "a", in: quota, age: 1)
    let other = claim(of: "b", in: quota, age: 90)
    #expect(quota.resize(old, to: 4 * Self.step, now: now))
    #expect(quota.resize(large, to: 6 * Self.step, now: now))
    #expect(quota.resize(other, to: 10 * Self.step, now: now))
    let newcomer = claim(of: "a", in: quota)
    #expect(quota.resize(newcomer, to: Self.step, now: now))
    #expect(old.isRevoked && !large.isRevoked && !other.isRevoked)
    #expect(revocations.withLock { $0 } == 1)
    #expect(old.account.heldBytes == 7 * Self.step)
    #expect(!quota.resize(old, to: 5 * Self.step, now: now), "a revoked claim is over")
    quota.release(old)
    #expect(old.account.heldBytes == 7 * Self.step)
    #expect(quota.heldBytes == 17 * Self.step)
  }

  @Test func revokesClaimsOfTheAddressThatHoldsMost() {
    let quota = quota(20, perAddress: 10)
    let greedy = (0..<5).map { claim(of: "greedy", in: quota, age: $0) }
    for claim in greedy { #expect(quota.resize(claim, to: 2 * Self.step, now: now)) }
    // It began long ago, but its address holds little.
    let slow = claim(of: "slow", in: quota, age: 99)
    #expect(quota.resize(slow, to: 9 * Self.step, now: now))
    let newcomer = claim(of: "new", in: quota)
    #expect(quota.resize(newcomer, to: 2 * Self.step, now: now))
    #expect(greedy.map(\.isRevoked) == [false, false, false, false, true])
    #expect(!slow.isRevoked)
  }

  @Test func refusesAClaimThatCostsMostItself() {
    let quota = quota(10, perAddress: 10)
    let small = claim(of: "a", in: quota, age: 1)
    #expect(quota.resize(small, to: Self.step, now: now))
    let large = claim(of: "a", in: quota, age: 50)
    #expect(quota.resize(large, to: 9 * Self.step, now: now))
    #expect(!quota.resize(large, to: 10 * Self.step, now: now))
    #expect(!small.isRevoked && !large.isRevoked)
    #expect(quota.heldBytes == 10 * Self.step, "the refused claim keeps its earlier bytes")
  }

  @Test func neverRevokesAnUnlistedClaim() {
    let quota = quota(10, perAddress: 10)
    let whole = claim(of: "a", in: quota, age: 99, isListed: false)
    let done = claim(of: "a", in: quota, age: 99)
    #expect(quota.resize(whole, to: 5 * Self.step, now: now))
    #expect(quota.resize(done, to: 5 * Self.step, now: now))
    quota.unlist(done)
    let newcomer = claim(of: "a", in: quota)
    #expect(!quota.resize(newcomer, to: Self.step, now: now))
    #expect(!whole.isRevoked && !done.isRevoked)
    quota.release(whole)
    #expect(quota.resize(newcomer, to: Self.step, now: now))
  }

  @Test func admitsANewcomerBeside64TricklingClaims() {
    let quota = quota(64, perAddress: 8)
    let claims = (0..<64).map { claim(of: "\($0 / 8)", in: quota, age: 100) }
    for claim in claims { #expect(quota.resize(claim, to: Self.step, now: now)) }
    let newcomer = claim(of: "new", in: quota)
    #expect(quota.resize(newcomer, to: 4 * Self.step, now: now))
    #expect(claims.filter(\.isRevoked).count == 4)
  }

  @Test func returnsToZeroAfterUseByManyThreads() async {
    let quota = quota(40, perAddress: 10)
    await withDiscardingTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          for round in 0..<500 {
            let claim = MemoryClaim(on: quota.account(of: AddressKey(naming: "\(number % 3)"))) {}
            quota.list(claim)
            for size in 1...6 { _ = quota.resize(claim, to: (size + round % 3) * Self.step) }
            quota.release(claim)
          }
        }
      }
    }
    #expect(quota.heldBytes == 0)
  }
}
