import ChatterClient
import Foundation
import System
import TestSupport
import Testing

@testable import ChatterTerminal

struct SettingsFileTests {
  private func file(_ directory: String) -> SettingsFile {
    SettingsFile(LaunchEnvironment(variables: ["XDG_CONFIG_HOME": directory]))
  }

  @Test func writesSettingsReadableByThisUserOnly() throws {
    let home = try TemporaryDirectory()
    let file = file(home.path(of: "deep/config"))
    #expect(try file.read() == Settings())
    let settings = Settings(server: ServerPlace(url: "https://h"), username: "ann")
    try file.write(settings)
    #expect(try file.read() == settings)
    let path = home.path(of: "deep/config/chatter/chatter.conf")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let beside = try FileManager.default.contentsOfDirectory(
      atPath: home.path(of: "deep/config/chatter"))
    #expect(beside == ["chatter.conf"])
  }

  @Test(arguments: ["/a\nb", "/a\r\n", "/a "])
  func refusesWhatWouldNotReadBack(path: String) throws {
    let home = try TemporaryDirectory()
    let settings = Settings(server: ServerPlace(url: "https://h", trust: .file(path)))
    let failure = #expect(throws: ExitError.self) { try file(home.path).write(settings) }
    #expect(failure?.exitCode == .data)
    #expect(try file(home.path).read() == Settings())
  }

  @Test func followsSymbolicLinkToTheFile() throws {
    let home = try TemporaryDirectory()
    let file = file(home.path)
    let manager = FileManager.default
    try manager.createDirectory(atPath: home.path(of: "chatter"), withIntermediateDirectories: true)
    let path = home.path(of: "chatter/chatter.conf")
    try manager.createSymbolicLink(atPath: path, withDestinationPath: "../kept.conf")
    for name in ["ann", "bob"] {
      try file.write(Settings(username: name))
      #expect(try file.read().username == name)
      #expect(try manager.destinationOfSymbolicLink(atPath: path) == "../kept.conf")
      #expect(try home.bytes(of: "kept.conf") == Array(Settings(username: name).text.utf8))
    }
  }

  @Test func reportsMissingDirectoryAndMissingHome() throws {
    let home = try TemporaryDirectory()
    try home.write("x", to: "chatter")
    #expect(throws: ExitError.self) { try file(home.path).write(Settings()) }
    let homeless = SettingsFile(LaunchEnvironment())
    #expect(try homeless.read() == Settings())
    let failure = #expect(throws: ExitError.self) { try homeless.write(Settings()) }
    #expect(failure?.exitCode == .configuration)
  }
}
