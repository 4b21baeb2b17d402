import EventLoop
import Glibc
import TestSupport
import Testing

@testable import TLS

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
    #expect(try CertificateFile(path: path).read().isEmpty)
  }

  @Test func wipesAllBytes() {
    var secret = patternBytes(1000)
    CertificateFile.wipe(&secret)
    #expect(secret == [UInt8](repeating: 0, count: 1000))
    var nothing: [UInt8] = []
    CertificateFile.wipe(&nothing)
  }

  @Test func setsTheModeAndNamesTheFileAtCommit() throws {
    let file = CertificateFile(path: directory.path(of: "file"))
    let prepared = try file.writeBeside([1, 2, 3], mode: 0o640)
    #expect(!file.exists)
    var status = stat()
    #expect(unsafe stat(prepared.temporary, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o640)
    _ = try prepared.commit(overwriting: false)
    #expect(try file.read() == [1, 2, 3])
    #expect(unsafe stat(prepared.temporary, &status) != 0)
    let second = try file.writeBeside([4], mode: 0o600)
    #expect(throws: CertificateError.fileExists(path: file.path)) {
      _ = try second.commit(overwriting: false)
    }
    second.discard()
    #expect(try file.read() == [1, 2, 3])
  }

  @Test func keepsTheOwnerOfAReplacedFile() throws {
    guard geteuid() == 0 else { return }
    let path = try directory.write("old", to: "owned", permissions: 0o600)
    unsafe chown(path, 65_534, 65_534)
    let prepared = try CertificateFile(path: path).writeBeside([1], mode: 0o600)
    try prepared.commit(overwriting: true).finish()
    var status = stat()
    unsafe _ = stat(path, &status)
    #expect(status.st_uid == 65_534 && status.st_gid == 65_534)
  }

  @Test(
    arguments: [
      ("a", "."), ("/a", "/"), ("a/b", "a"), ("/a/b/c", "/a/b"), ("a/b/", "a/b"),
    ])
  func returnsTheDirectoryOfAPath(_ path: String, _ parent: String) {
    #expect(CertificateFile(path: path).directory.path == parent)
  }
}
