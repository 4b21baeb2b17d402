import Foundation
import TestSupport
import Testing

@testable import ChatterDaemon

struct InputFileTests {
  @Test func followsALinkUnlessItMayBeOfAnother() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write([1, 2, 3], to: "file")
    let link = directory.path(of: "link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    #expect(try InputFile(file, followsLinks: false).read(9) == [1, 2, 3])
    #expect(try InputFile(link).read(9) == [1, 2, 3])
    #expect(throws: VerbError.self) { try InputFile(link, followsLinks: false) }
    #expect(try InputFile("/dev/null").read(9) == [])
    #expect(throws: VerbError.self) { try InputFile("/dev/null", isRegular: true) }
  }

  @Test func readsInStepsAndAgain() throws {
    let directory = try TemporaryDirectory()
    let file = try InputFile(directory.write([1, 2, 3], to: "file"))
    #expect(try file.read(2) == [1, 2])
    #expect(try file.read(2) == [3])
    #expect(try file.read(2) == [])
    try file.rewind()
    #expect(try file.read(3) == [1, 2, 3])
  }
}
