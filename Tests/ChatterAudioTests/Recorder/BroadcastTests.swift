import Testing

@testable import class ChatterAudio.Broadcast

@MainActor struct BroadcastTests {
  func rest(_ stream: AsyncStream<Int>) async -> [Int] {
    var elements: [Int] = []
    for await element in stream { elements.append(element) }
    return elements
  }

  @Test func sendsToEachListenerFromItsCreationOn() async {
    let broadcast = Broadcast<Int>()
    broadcast.send(1)
    let first = broadcast.stream()
    broadcast.send(2)
    let second = broadcast.stream()
    broadcast.send(3)
    broadcast.finish()
    let third = broadcast.stream()
    broadcast.send(4)
    broadcast.finish()
    #expect(await rest(first) == [2, 3])
    #expect(await rest(second) == [3])
    #expect(await rest(third) == [4])
  }

  @Test func keepsTheNewestForSlowReaders() async {
    let broadcast = Broadcast<Int>()
    let stream = broadcast.stream()
    for number in 0..<100 { broadcast.send(number) }
    broadcast.finish()
    #expect(await rest(stream) == Array(36..<100))
  }

  @Test func endsTheOldestStreamAtTheLimit() async {
    let broadcast = Broadcast<Int>()
    let streams = (0...Broadcast<Int>.listenersMax).map { _ in broadcast.stream() }
    broadcast.send(1)
    broadcast.finish()
    #expect(await rest(streams[0]) == [])
    for stream in streams.dropFirst() { #expect(await rest(stream) == [1]) }
  }

  @Test func endsItsStreamsOnDeinit() async {
    var broadcast: Broadcast<Int>? = Broadcast()
    let stream = broadcast?.stream()
    broadcast?.send(7)
    broadcast = nil
    #expect(await rest(stream!) == [7])
  }
}
