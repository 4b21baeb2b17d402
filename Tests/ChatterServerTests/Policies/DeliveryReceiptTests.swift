import Sockets
import Testing

@testable import ChatterServer

@Suite("The receipt of an answer (needs nothing)")
struct DeliveryReceiptTests {
  @Test("it hears the first word only, and none at all means that the answer has arrived")
  func once() {
    let words = Record()
    let receipt = DeliveryReceipt { words.append($0) }
    receipt.settle(isDelivered: false)
    receipt.settle(isDelivered: true)
    #expect(words.all == [false])
    _ = DeliveryReceipt { words.append($0) }
    #expect(words.all == [false, true])
  }

  final class Record: Sendable {
    private let words = Lock<[Bool]>([])
    func append(_ word: Bool) { words.withLock { $0.append(word) } }
    var all: [Bool] { words.withLock { $0 } }
  }
}
