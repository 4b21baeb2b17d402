import HTTP
import System
import Testing

@testable import WebServer

struct BodyMemoryTests {
  private static let step = MemoryQuota.stepBytes

  private func quota(_ steps: Int) -> MemoryQuota {
    MemoryQuota(bytesMax: steps * Self.step, bytesPerAddressMax: steps * Self.step)
  }

  @Test func countsTheLargerOfReceivedAndReservedBytes() throws {
    let quota = quota(10)
    do {
      var memory = BodyMemory(on: quota.account(of: AddressKey(naming: "a"))) {}
      #expect(quota.heldBytes == 0)
      try memory.arrived(1)
      #expect(quota.heldBytes == Self.step)
      try memory.reserved(1)
      #expect(quota.heldBytes == Self.step)
      try memory.reserved(3 * Self.step)
      #expect(quota.heldBytes == 4 * Self.step)
      let arrivedBytes = memory.arrivedBytes
      #expect(arrivedBytes == 1)
    }
    #expect(quota.heldBytes == 0)
  }

  @Test func releasesItsBytesWhenTheAppIsDone() throws {
    let quota = quota(10)
    var memory = BodyMemory(on: quota.account(of: AddressKey(naming: "a"))) {}
    try memory.arrived(100)
    memory.release()
    #expect(quota.heldBytes == 0)
  }

  @Test func revokesABodyThatWaitsForItsClient() throws {
    let quota = quota(2)
    var slow = BodyMemory(on: quota.account(of: AddressKey(naming: "a"))) {}
    try slow.waits()
    try slow.arrived(2 * Self.step)
    try slow.waits()
    var other = BodyMemory(on: quota.account(of: AddressKey(naming: "a"))) {}
    try other.arrived(1)
    let (isSlowRevoked, isOtherRevoked) = (slow.isRevoked, other.isRevoked)
    #expect(isSlowRevoked && !isOtherRevoked)
    #expect(throws: RequestBodyError.quotaExhausted) { try slow.waits() }
    #expect(throws: RequestBodyError.quotaExhausted) { try slow.arrived(1) }
    #expect(throws: RequestBodyError.quotaExhausted) { try slow.ended() }
  }

  @Test func keepsACompleteBodyAndRefusesTheNext() throws {
    let quota = quota(2)
    var whole = BodyMemory(on: quota.account(of: AddressKey(naming: "a"))) {}
    try whole.arrived(2 * Self.step)
    try whole.waits()
    try whole.ended()
    var other = BodyMemory(on: quota.account(of: AddressKey(naming: "a"))) {}
    #expect(throws: RequestBodyError.quotaExhausted) { try other.arrived(1) }
    let isRevoked = whole.isRevoked
    #expect(!isRevoked)
  }
}
