import Foundation
import System
import TestSupport
import Testing

@testable import Crypto

struct CertifiedKeyWritingTests {
  private let directory: TemporaryDirectory
  private let files: CertifiedKeyFiles

  init() throws {
    directory = try TemporaryDirectory()
    files = CertifiedKeyFiles(
      certificate: directory.path(of: "certs/new/chatterd.crt"),
      privateKey: directory.path(of: "private/chatterd.key"))
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func setsModesAndCreatesDirectories() throws {
    try TestKeys.p256.write(to: files)
    #expect(try mode(files.privateKey) == 0o600)
    #expect(try mode(files.certificate) == 0o644)
    #expect(try mode(directory.path(of: "certs")) == 0o755)
    #expect(try mode(directory.path(of: "certs/new")) == 0o755)
    #expect(try directory.names(in: "certs/new") == ["chatterd.crt"])
    #expect(try directory.names(in: "private") == ["chatterd.key"])
    #expect(try CertifiedKey(files).certificate == TestKeys.p256.certificate)
  }

  @Test func treatsADanglingLinkAsAnExistingFile() throws {
    try FileManager.default.createDirectory(
      atPath: directory.path(of: "private"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: files.privateKey, withDestinationPath: directory.path(of: "elsewhere"))
    #expect(throws: CertificateError.fileExists(path: files.privateKey)) {
      try TestKeys.p256.write(to: files)
    }
    try TestKeys.p256.write(to: files, overwriting: true)
    #expect(!FileManager.default.fileExists(atPath: directory.path(of: "elsewhere")))
  }

  @Test func namesAFileInPlaceOfADirectory() throws {
    try directory.write("x", to: "certs")
    #expect(
      throws: CertificateError.directoryNotWritable(
        path: directory.path(of: "certs/new"), .notFound)
    ) { try TestKeys.p256.write(to: files) }
    #expect(try directory.names(in: "private").isEmpty)
  }

  @Test func rejectsDirectoriesThatAreNotWritable() {
    // Not even root can create a file here.
    let files = CertifiedKeyFiles(certificate: "/proc/own.crt", privateKey: "/proc/own.key")
    #expect(throws: CertificateError.self) { try TestKeys.p256.write(to: files) }
  }

  @Test func letsOneOfManyConcurrentWritersWin() async throws {
    try FileManager.default.createDirectory(
      atPath: directory.path(of: "private"), withIntermediateDirectories: true)
    let files = files
    let winners = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { (try? TestKeys.made(.p256).write(to: files)) != nil }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(winners == 1)
    _ = try CertifiedKey(files)
  }
}
