import Chatter
import ChatterClient
import Foundation
import TestSupport
import Testing

@testable import ChatterTerminal

struct DeleteTokenFileTests {
  private let directory: TemporaryDirectory
  private let path: String
  private let server: Server
  private let id: ChattID

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path + "/state/chatter/delete-tokens"
    server = try Server(url: "https://chatter.test:8443")
    id = try #require(ChattID("01942485-5e23-7d27-9f0c-0d6a4b0e8a51"))
  }

  @Test func keepsTokensForThisUserOnly() throws {
    let file = DeleteTokenFile(path: path)
    #expect(file.token(of: id, on: server) == nil)
    file.keep("abc", of: id, on: server)
    #expect(file.token(of: id, on: server) == "abc")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == "https://chatter.test:8443 \(id) abc\n")
    #expect(DeleteTokenFile(path: path).token(of: id, on: server) == "abc")
  }

  @Test func distinguishesServers() throws {
    let file = DeleteTokenFile(path: path)
    file.keep("abc", of: id, on: server)
    #expect(file.token(of: id, on: try Server(url: "https://other.test")) == nil)
  }

  @Test func keepsTheLinesOfOtherPrograms() throws {
    let (first, second) = (DeleteTokenFile(path: path), DeleteTokenFile(path: path))
    let other = try #require(ChattID("01942485-5e23-7d27-9f0c-0d6a4b0e8a52"))
    #expect(first.token(of: id, on: server) == nil)
    second.keep("b", of: other, on: server)
    first.keep("a", of: id, on: server)
    let third = DeleteTokenFile(path: path)
    #expect(third.token(of: id, on: server) == "a" && third.token(of: other, on: server) == "b")
  }

  @Test func forgetsAChattThatIsGone() {
    let file = DeleteTokenFile(path: path)
    file.keep("abc", of: id, on: server)
    file.forget(id, on: server)
    #expect(file.token(of: id, on: server) == nil)
  }

  @Test(arguments: ["a b", "a\nb", String(repeating: "a", count: 5000)])
  func storesNoTokenThatIsNotAWord(token: String) {
    let file = DeleteTokenFile(path: path)
    file.keep(token, of: id, on: server)
    #expect(file.token(of: id, on: server) == nil && !FileManager.default.fileExists(atPath: path))
  }

  @Test func ignoresDamagedLines() throws {
    try FileManager.default.createDirectory(
      atPath: directory.path + "/state/chatter", withIntermediateDirectories: true)
    try "x\n\n\(server.url) \(id) abc\n\(server.url) \(id)".write(
      toFile: path, atomically: true, encoding: .utf8)
    #expect(DeleteTokenFile(path: path).token(of: id, on: server) == "abc")
  }
}
