import Program
import Testing

@Suite("The standard streams")
struct StandardStreamTests {
  @Test("have the descriptors of POSIX")
  func descriptors() {
    #expect(StandardStream.input.rawValue == 0)
    #expect(StandardStream.output.rawValue == 1)
    #expect(StandardStream.error.rawValue == 2)
  }
}
