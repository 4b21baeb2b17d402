import Testing

@testable import HTTP

struct FrameHeaderTests {
  @Test func interpretsTheFirstFlagByFrameType() {
    func header(_ type: UInt8, _ flags: UInt8) -> FrameHeader {
      FrameHeader(type: type, flags: flags, stream: 1)
    }
    let types = UInt8(0)...9
    #expect(types.filter { header($0, 1).endsStream } == [FrameHeader.data, FrameHeader.headers])
    #expect(
      types.filter { header($0, 5).isAcknowledgement } == [FrameHeader.settings, FrameHeader.ping])
    #expect(types.allSatisfy { !header($0, 4).endsStream && !header($0, 4).isAcknowledgement })
  }
}
