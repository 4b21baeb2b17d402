import Testing

@testable import HTTP

struct BodyAdmissionQueueTests {
  /// A queue whose methods can be called within an expectation.
  private final class QueueBox {
    private(set) var queue: BodyAdmissionQueue
    init(bytesMax: Int) { queue = BodyAdmissionQueue(bytesMax: bytesMax) }
    func request(_ bytes: Int, for stream: Int32) -> Bool { queue.request(bytes, for: stream) }
    func release(_ stream: Int32) -> [Int32] { queue.release(stream) }
    func withdraw(_ stream: Int32) -> [Int32] { queue.withdraw(stream) }
    func isAdmitted(_ stream: Int32) -> Bool { queue.isAdmitted(stream) }
    func isWaiting(_ stream: Int32) -> Bool { queue.isWaiting(stream) }
    var grantedBytes: Int { queue.grantedBytes }
  }

  @Test func admitsStreamsInTheOrderOfTheirRequests() {
    let queue = QueueBox(bytesMax: 10)
    #expect(queue.request(6, for: 1))
    #expect(!queue.request(5, for: 3))
    // It would fit, but must not overtake the waiting stream.
    #expect(!queue.request(1, for: 5))
    #expect(!queue.request(10, for: 7))
    #expect(queue.isAdmitted(1) && !queue.isAdmitted(3) && queue.isWaiting(3))
    #expect(queue.release(1) == [3, 5])
    #expect(queue.grantedBytes == 6)
    #expect(queue.release(3) == [])
    #expect(queue.release(5) == [7])
    #expect(queue.release(7) == [])
    #expect(queue.grantedBytes == 0)
  }

  @Test func admitsTheNextStreamsAfterAWithdrawal() {
    let queue = QueueBox(bytesMax: 10)
    #expect(queue.request(6, for: 1))
    #expect(!queue.request(10, for: 3))
    #expect(!queue.request(4, for: 5))
    #expect(queue.withdraw(3) == [5])
    #expect(queue.grantedBytes == 10)
    #expect(!queue.request(10, for: 7))
    #expect(queue.release(7) == [])
    #expect(!queue.isWaiting(7))
  }

  @Test func ignoresWithdrawalOfAdmittedAndReleaseOfUnknownStreams() {
    let queue = QueueBox(bytesMax: 10)
    #expect(queue.request(10, for: 1))
    #expect(queue.withdraw(1) == [])
    #expect(queue.isAdmitted(1))
    #expect(queue.release(9) == [])
    #expect(queue.grantedBytes == 10)
    #expect(queue.release(1) == [])
    #expect(queue.release(1) == [])
    #expect(queue.grantedBytes == 0)
  }

  @Test func admitsEveryStreamWithinTheLimit() {
    var random = SystemRandomNumberGenerator()
    let queue = QueueBox(bytesMax: 100)
    var held: [Int32: Int] = [:]
    var requested: [Int32: Int] = [:]
    var served = 0
    func take(_ streams: [Int32]) {
      for stream in streams { held[stream] = requested.removeValue(forKey: stream) }
      served += streams.count
    }
    for stream in Int32(1)...2000 {
      let bytes = Int.random(in: 0...100, using: &random)
      requested[stream] = bytes
      if queue.request(bytes, for: stream) { take([stream]) }
      #expect(held.values.reduce(0, +) == queue.grantedBytes && queue.grantedBytes <= 100)
      while requested.count > 20, let first = held.keys.min() {
        held[first] = nil
        take(queue.release(first))
      }
    }
    while let first = held.keys.min() {
      held[first] = nil
      take(queue.release(first))
    }
    #expect(served == 2000 && requested.isEmpty)
  }

  @Test func terminatesOnABodyThatCanNeverFit() async {
    await #expect(processExitsWith: .failure) {
      var queue = BodyAdmissionQueue(bytesMax: 10)
      _ = queue.request(11, for: 1)
    }
  }
}
