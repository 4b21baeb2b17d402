import Testing

@testable import chatterd

@Suite("Standard output and error")
struct StandardStreamTests {
  @Test("have the descriptors of POSIX")
  func descriptors() {
    #expect(StandardStream.output.rawValue == 1)
    #expect(StandardStream.error.rawValue == 2)
  }
}
