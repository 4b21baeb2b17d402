import HTTP
import Testing

@Suite("Status")
struct StatusTests {
  @Test("content is forbidden to informational responses, 204 and 304")
  func content() {
    let codes = (100...599).filter { Status($0, "").forbidsBody }
    #expect(codes == Array(100...199) + [204, 304])
    #expect(Status.continue.isInformational && !Status.ok.isInformational)
  }

  @Test("statuses are equal by their code")
  func equality() {
    #expect(Status(404, "Nowhere") == .notFound)
    #expect(Set([Status(404, "Nowhere"), .notFound, .ok]).count == 2)
    #expect(Status.contentTooLarge.description == "413 Content Too Large")
  }

  @Test("a reason with a line end ends the program")
  func reason() async {
    await #expect(processExitsWith: .failure) { _ = Status(200, "OK\r\nX: y") }
  }

  @Test("a code out of range ends the program")
  func code() async {
    await #expect(processExitsWith: .failure) { _ = Status(99, "") }
  }
}
