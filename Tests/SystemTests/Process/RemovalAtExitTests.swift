import Foundation
import TestSupport
import Testing

@testable import System

struct RemovalAtExitTests {
  private let directory: TemporaryDirectory
  private let paths: [String]

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("kept", to: "other")
    paths = [directory.path(of: "a b"), directory.path(of: "-c")]
    try FileManager.default.createDirectory(atPath: paths[0], withIntermediateDirectories: false)
    try directory.write("1", to: "a b/1")
    try FileManager.default.createSymbolicLink(
      atPath: paths[1], withDestinationPath: directory.path(of: "other"))
  }

  @Test func removesDirectoriesAndLinksButNotWhatTheyLeadTo() throws {
    try RemovalAtExit(of: paths + [directory.path(of: "none")]).run()
    #expect(try directory.names() == ["other"])
  }

  @Test func runsACommandBefore() throws {
    try RemovalAtExit(of: paths, after: #"cp "$1/1" "$1/../copy""#).run()
    #expect(try directory.names() == ["copy", "other"])
  }

  @Test func keepsThemOnRequest() throws {
    try RemovalAtExit(of: paths).cancel()
    #expect(try directory.names() == ["-c", "a b", "other"])
  }

  /// As the kernel does at the end of a process.
  @Test func removesThemWhenItsDescriptorIsClosed() async throws {
    _ = try RemovalAtExit(of: paths)
    try await eventually { try directory.names() == ["other"] }
  }
}
