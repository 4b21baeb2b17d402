import HTTP
import Sockets
import Testing

@testable import WebServer

@Suite("Which answers have arrived (needs nothing)")
struct DeliveriesTests {
  /// A connection of which a test says how far its bytes have come.
  final class Witness: DeliveryWitness {
    var sentByteCount: UInt64 = 0
    var acknowledgedByteCount: UInt64 = 0
    var hasPeerEnded = false
  }

  /// What apps were told, by the numbers of their answers.
  final class Words: Sendable {
    private let words = Lock<[Int: [Bool]]>([:])
    func hook(_ number: Int) -> @Sendable (Bool) -> Void {
      { word in self.words.withLock { $0[number, default: []].append(word) } }
    }
    var all: [Int: [Bool]] { words.withLock { $0 } }
  }

  let witness = Witness()
  let words = Words()

  func write(_ deliveries: Deliveries, _ bytes: UInt64) {
    witness.sentByteCount += bytes
    deliveries.didWrite()
  }

  @Test("an answer of which nobody wants to know is not kept")
  func nobody() {
    let deliveries = Deliveries(witness)
    deliveries.add(nil)
    #expect(deliveries.isEmpty && deliveries.nextCheck == .never)
    write(deliveries, 10)
    deliveries.check()
    deliveries.end()
    #expect(words.all.isEmpty)
  }

  @Test("it has arrived when its last byte is acknowledged")
  func acknowledged() {
    let deliveries = Deliveries(witness)
    deliveries.add(words.hook(1))
    deliveries.check()
    #expect(words.all.isEmpty, "it is not written yet")
    write(deliveries, 10)
    #expect(!deliveries.isEmpty && deliveries.nextCheck != .never)
    deliveries.add(words.hook(2))
    write(deliveries, 10)
    witness.acknowledgedByteCount = 9
    deliveries.check()
    #expect(words.all.isEmpty)
    witness.acknowledgedByteCount = 10
    deliveries.check()
    #expect(words.all == [1: [true]])
    witness.acknowledgedByteCount = 20
    deliveries.end()
    #expect(words.all == [1: [true], 2: [true]])
    #expect(deliveries.isEmpty && deliveries.nextCheck == .never)
  }

  @Test("one that is acknowledged at once needs no second look")
  func atOnce() {
    let deliveries = Deliveries(witness)
    witness.acknowledgedByteCount = 10
    deliveries.add(words.hook(1))
    write(deliveries, 10)
    #expect(words.all == [1: [true]] && deliveries.nextCheck == .never)
  }

  @Test("a next request says that what was written has arrived, and nothing of what was not")
  func nextRequest() {
    let deliveries = Deliveries(witness)
    deliveries.add(words.hook(1))
    write(deliveries, 10)
    deliveries.add(words.hook(2))
    deliveries.didReceiveRequest()
    #expect(words.all == [1: [true]])
    deliveries.end()
    #expect(words.all == [1: [true], 2: [false]])
  }

  @Test("a peer that had closed its side before the answer was written does not get it")
  func closedBefore() {
    let deliveries = Deliveries(witness)
    witness.hasPeerEnded = true
    deliveries.add(words.hook(1))
    #expect(words.all == [1: [false]] && deliveries.isEmpty)
  }

  @Test("what is not acknowledged when the connection ends has not arrived")
  func ended() {
    let deliveries = Deliveries(witness)
    deliveries.add(words.hook(1))
    deliveries.add(words.hook(2))
    write(deliveries, 10)
    witness.acknowledgedByteCount = 9
    witness.hasPeerEnded = true
    deliveries.end()
    deliveries.end()
    #expect(words.all == [1: [false], 2: [false]])
  }

  @Test("looks become rarer, and after a while an answer counts as lost")
  func patience() {
    var clock = Deadline.now
    let deliveries = Deliveries(witness, now: { clock })
    deliveries.add(words.hook(1))
    write(deliveries, 10)
    let began = clock
    var pauses: [Duration] = []
    while !deliveries.isEmpty, pauses.count < 100 {
      pauses.append(deliveries.nextCheck.duration(since: clock))
      clock = deliveries.nextCheck
      deliveries.check()
    }
    #expect(words.all == [1: [false]])
    #expect(Array(pauses.prefix(4)) == [10, 20, 40, 80].map { Duration.milliseconds($0) })
    #expect(clock.duration(since: began) >= Deliveries.patience && pauses.count == 8)
  }
}
