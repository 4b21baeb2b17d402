import Glibc
import System
import TestSupport
import Testing

@testable import Crypto

struct CertificateFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: [0, 1, 5000, CertificateFile.bytesMax])
  func readsFilesUpToTheLimit(_ count: Int) throws {
    let path = try directory.write(patternBytes(count), to: "file")
    #expect(try CertificateFile(path: path).read() == patternBytes(count))
  }

  @Test func doesNotWaitForTheWriterOfAPipe() throws {
    let path = directory.path(of: "pipe")
    #expect(unsafe mkfifo(path, 0o600) == 0)
    #expect(throws: CertificateError.fileNotReadable(path: path, .notRegular)) {
      try CertificateFile(path: path).read()
    }
  }

  @Test(
    arguments: [
      ("a", "."), ("/a", "/"), ("a/b", "a"), ("/a/b/c", "/a/b"), ("a/b/", "a/b"),
    ])
  func returnsTheDirectoryOfAPath(_ path: String, _ parent: String) {
    #expect(CertificateFile(path: path).directory == parent)
  }
}
