import Foundation
import TestSupport
import Testing

struct TemporaryDirectoryTests {
  @Test func writesFilesAndRemovesThemAtTheEnd() throws {
    var directory: TemporaryDirectory? = try TemporaryDirectory()
    let path = try #require(directory).path
    let file = try #require(directory).write("text", to: "name", permissions: 0o600)
    #expect(try directory?.bytes(of: "name") == Array("text".utf8))
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    directory = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func hasAPathShortEnoughForASocket() throws {
    #expect(try TemporaryDirectory().path(of: ".s.PGSQL.65432").utf8.count < 107)
  }
}
