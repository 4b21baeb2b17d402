import Testing

@testable import HTTP

struct StatusTests {
  @Test func forbidsABodyFor1xx204And304() {
    let codes = (100...599).filter { Status($0, "").forbidsBody }
    #expect(codes == Array(100...199) + [204, 304])
    #expect(Status(100, "Continue").isInformational && !Status.ok.isInformational)
  }

  @Test func describesCodeAndReason() {
    #expect(Status.contentTooLarge.description == "413 Content Too Large")
  }
}
