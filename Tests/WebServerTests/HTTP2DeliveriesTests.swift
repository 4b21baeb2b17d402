import Sockets
import Testing

@testable import WebServer

@Suite("Which answers of an HTTP/2 connection have arrived (needs nothing)")
struct HTTP2DeliveriesTests {
  let witness = DeliveriesTests.Witness()
  let words = DeliveriesTests.Words()

  private func write(_ deliveries: HTTP2Deliveries, _ bytes: UInt64) {
    witness.sentByteCount += bytes
    deliveries.didWrite()
  }

  @Test("an answer has arrived when all that was written until its stream's end is acknowledged")
  func acknowledged() {
    let deliveries = HTTP2Deliveries(witness)
    deliveries.expect(words.hook(1), on: 1)
    deliveries.expect(words.hook(3), on: 3)
    deliveries.expect(nil, on: 5)
    write(deliveries, 10)
    #expect(deliveries.isEmpty && deliveries.nextCheck == .never, "neither stream is over")
    for stream in [Int32(1), 5] { deliveries.streamEnded(stream, isCut: false) }
    write(deliveries, 10)
    deliveries.streamEnded(3, isCut: false)
    write(deliveries, 10)
    #expect(!deliveries.isEmpty && deliveries.nextCheck != .never)
    witness.acknowledgedByteCount = 20
    deliveries.check()
    #expect(words.all == [1: [true]])
    witness.acknowledgedByteCount = 30
    deliveries.check()
    #expect(words.all == [1: [true], 3: [true]])
    #expect(deliveries.isEmpty)
  }

  @Test("a stream that is cut, or reset before its end is acknowledged, has not got its answer")
  func cut() {
    let deliveries = HTTP2Deliveries(witness)
    for stream in [Int32(1), 3, 5] { deliveries.expect(words.hook(Int(stream)), on: stream) }
    deliveries.streamEnded(1, isCut: true)
    #expect(words.all == [1: [false]])
    for stream in [Int32(3), 5] { deliveries.streamEnded(stream, isCut: false) }
    write(deliveries, 10)
    deliveries.streamRefused(3)
    #expect(words.all == [1: [false], 3: [false]])
    witness.acknowledgedByteCount = 10
    deliveries.check()
    deliveries.streamRefused(5)
    #expect(words.all == [1: [false], 3: [false], 5: [true]])
  }

  @Test("at the end each is told once, those that come later too")
  func end() {
    let deliveries = HTTP2Deliveries(witness)
    for stream in [Int32(1), 3, 5] { deliveries.expect(words.hook(Int(stream)), on: stream) }
    deliveries.streamEnded(1, isCut: false)
    write(deliveries, 10)
    witness.acknowledgedByteCount = 10
    deliveries.streamEnded(3, isCut: false)
    deliveries.end()
    deliveries.expect(words.hook(7), on: 7)
    deliveries.end()
    #expect(words.all == [1: [true], 3: [false], 5: [false], 7: [false]])
  }
}
