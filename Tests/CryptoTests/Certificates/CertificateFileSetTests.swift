import Foundation
import System
import TestSupport
import Testing

@testable import Crypto

struct CertificateFileSetTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func set(_ names: (certificate: String, privateKey: String)...) throws
    -> CertificateFileSet
  {
    var set = CertificateFileSet(overwriting: true)
    for name in names {
      try set.add(
        TestKeys.p256,
        at: CertifiedKeyFiles(
          certificate: directory.path(of: name.certificate),
          privateKey: directory.path(of: name.privateKey)))
    }
    return set
  }

  @Test func replacesNoneIfADirectoryHasTheNameOfOne() throws {
    for name in ["a.key", "a.crt", "b.key"] { try directory.write("old \(name)", to: name) }
    try FileManager.default.createDirectory(
      atPath: directory.path(of: "b.crt"), withIntermediateDirectories: false)
    #expect(
      throws: CertificateError.fileNotWritable(
        path: directory.path(of: "b.crt"), .directory)
    ) { try set(("a.crt", "a.key"), ("b.crt", "b.key")).finish() }
    for name in ["a.key", "a.crt", "b.key"] {
      #expect(try directory.bytes(of: name) == Array("old \(name)".utf8))
    }
    #expect(try directory.names() == ["a.crt", "a.key", "b.crt", "b.key"])
  }

  @Test func rejectsOnePathForTwoFiles() throws {
    let path = directory.path(of: "a.crt")
    #expect(throws: CertificateError.sameFile(path: path)) {
      try set(("a.crt", "a.crt")).finish()
    }
    #expect(throws: CertificateError.sameFile(path: path)) {
      try set(("a.crt", "a.key"), ("a.crt", "b.key")).finish()
    }
    #expect(try directory.names().isEmpty)
  }
}
