import Glibc
import System
import Testing

struct StandardStreamTests {
  @Test func recognizesFilesAndTerminals() throws {
    // Descriptor 0 of the tests is /dev/null, or a terminal's.
    #expect(StandardStream.input.canFollow == (StandardStream.input.isTerminal || isPipe(0)))
    #expect(StandardStream.output.hasReader)
    #expect(StandardStream.output.isTerminal || StandardStream.output.columnCount == nil)
  }

  private func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0
      && [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }
}
