import TestSupport
import Testing

@testable import ChatterDaemon

struct OutputFileTests {
  @Test func replacesNoDeviceAndNoDirectory() throws {
    let directory = try TemporaryDirectory()
    for path in ["/dev/null", directory.path] {
      #expect(
        throws: VerbError.configuration("\(path) is not a regular file: use - for standard output")
      ) {
        try OutputFile(path)
      }
    }
    #expect(throws: VerbError.self) { try OutputFile(directory.path(of: "none/file")) }
    let file = try OutputFile(directory.path(of: "file"))
    try file.write([1])
    try file.finish()
    #expect(try directory.bytes(of: "file") == [1])
  }
}
