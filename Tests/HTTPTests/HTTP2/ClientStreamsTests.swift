import TestSupport
import Testing

@testable import HTTP

struct ClientStreamsTests {
  private func head(_ stream: Int32, endsStream: Bool = false) -> FrameHeader {
    FrameHeader(type: FrameHeader.headers, flags: endsStream ? 5 : 4, stream: stream)
  }

  private func data(_ stream: Int32, endsStream: Bool) -> FrameHeader {
    FrameHeader(type: FrameHeader.data, flags: endsStream ? 1 : 0, stream: stream)
  }

  private func reset(_ stream: Int32) -> FrameHeader {
    FrameHeader(type: FrameHeader.reset, flags: 0, stream: stream)
  }

  @Test func acceptsStreamsBegunInOrder() {
    var streams = ClientStreams(unfinishedMax: 4)
    for id: Int32 in [1, 3, 7, 101] {
      #expect(streams.take(head(id, endsStream: id == 7), isKnown: false) == nil)
      #expect(streams.last == id)
    }
  }

  @Test func rejectsANewStreamBelowAnEarlierOne() {
    var streams = ClientStreams(unfinishedMax: 4)
    #expect(streams.take(head(5, endsStream: true), isKnown: false) == nil)
    #expect(streams.take(head(3), isKnown: false) == .protocolError)
  }

  @Test func rejectsAHeadOnAnEndedStreamAsClosed() {
    for end in [head(1, endsStream: true), data(1, endsStream: true), reset(1)] {
      var streams = ClientStreams(unfinishedMax: 4)
      if end.type != FrameHeader.headers {
        #expect(streams.take(head(1), isKnown: false) == nil)
      }
      #expect(streams.take(end, isKnown: true) == nil)
      #expect(streams.take(head(1), isKnown: false) == .streamClosed)
    }
  }

  @Test func acceptsTrailersOnceOnAResetStream() {
    var streams = ClientStreams(unfinishedMax: 4)
    #expect(streams.take(head(1), isKnown: false) == nil)
    #expect(streams.take(data(1, endsStream: false), isKnown: false) == nil)
    #expect(streams.take(head(1, endsStream: true), isKnown: false) == nil)
    #expect(streams.take(head(1, endsStream: true), isKnown: false) == .streamClosed)
  }

  @Test func forgetsTheOldestUnfinishedStreamAtTheLimit() {
    var streams = ClientStreams(unfinishedMax: 2)
    for id: Int32 in [1, 3, 5] { #expect(streams.take(head(id), isKnown: false) == nil) }
    #expect(streams.take(head(3), isKnown: false) == nil)
    #expect(streams.take(head(1), isKnown: false) == .protocolError)
  }

  @Test func forgetsTheOldestEndedStreamAtTheLimit() {
    var streams = ClientStreams(unfinishedMax: 2)
    let count = Int32(ClientStreams.finishedMax)
    for number in 0...count {
      #expect(streams.take(head(2 * number + 1, endsStream: true), isKnown: false) == nil)
    }
    #expect(streams.take(head(3), isKnown: false) == .streamClosed)
    #expect(streams.take(head(1), isKnown: false) == .protocolError)
  }

  @Test func leavesStreamsThatNghttp2KnowsToNghttp2() {
    var streams = ClientStreams(unfinishedMax: 2)
    #expect(streams.take(head(1, endsStream: true), isKnown: false) == nil)
    #expect(streams.take(head(1), isKnown: true) == nil)
  }

  @Test func rejectsPriorityOfTheConnectionOnly() {
    var streams = ClientStreams(unfinishedMax: 2)
    func priority(_ stream: Int32) -> FrameHeader {
      FrameHeader(type: FrameHeader.priority, flags: 0, stream: stream)
    }
    #expect(streams.take(priority(0), isKnown: false) == .protocolError)
    #expect(streams.take(priority(9), isKnown: false) == nil)
  }
}
