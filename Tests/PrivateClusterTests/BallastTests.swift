import Foundation
import System
import TestSupport
import Testing

@testable import PrivateCluster

struct BallastTests {
  static let full = PrivateClusterError.startFailed(
    log: "PANIC:  could not write to file \"pg_wal/xlogtemp.7\": No space left on device")

  let directory: TemporaryDirectory
  let space = TestSpace()

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// The size of the file in bytes; nil when it does not exist.
  var bytes: Int? {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: directory.path(of: "ballast"))
    return (attributes?[.size] as? NSNumber)?.intValue
  }

  func ballast(spareBytes: Int = 0) -> Ballast {
    Ballast(path: directory.path(of: "ballast"), spareBytes: spareBytes) { [space] in
      space.current.withLock { $0 }
    }
  }

  func set(freeBytes: Int) {
    space.current.withLock { $0 = FileSystemSpace(totalBytes: 200 << 20, freeBytes: freeBytes) }
  }

  @Test(arguments: [(100 << 20, 24 << 20), (2 << 30, 32 << 20), (1 << 40, 64 << 20)])
  func takesAFractionOfTheFileSystemWithinBounds(totalBytes: Int, byteCount: Int) {
    #expect(Ballast.size(on: FileSystemSpace(totalBytes: totalBytes, freeBytes: 0)) == byteCount)
  }

  @Test func createsTheFileOnceAfterASuccessfulStart() throws {
    let ballast = ballast()
    #expect(try ballast.supporting { () throws(PrivateClusterError) in 1 } == 1)
    #expect(bytes == Ballast.bytesMin)
    set(freeBytes: 0)
    self.ballast().prepare()
    #expect(bytes == Ballast.bytesMin)
  }

  @Test func leavesTheSpareBytesFree() {
    set(freeBytes: Ballast.bytesMin + 999)
    ballast(spareBytes: 1000).prepare()
    #expect(bytes == nil)
    ballast(spareBytes: 999).prepare()
    #expect(bytes == Ballast.bytesMin)
  }

  @Test func repeatsAFailedStartOnceWithoutTheBallast() throws {
    let ballast = ballast()
    ballast.prepare()
    var count = 0
    let result = try ballast.supporting { () throws(PrivateClusterError) in
      count += 1
      if count == 1 { throw Self.full }
      return bytes
    }
    #expect(result == nil, "the second start runs without the ballast")
    #expect(throws: Self.full) {
      try ballast.supporting { () throws(PrivateClusterError) in
        count += 1
        throw Self.full
      }
    }
    #expect(count == 3, "without a ballast the start is not repeated")
  }

  /// A lack of space appears in the log, in the error number, or only in the file system.
  @Test(
    arguments: [
      (full, 1 << 30, true),
      (.system(call: "open", path: "/p", errno: ENOSPC), 1 << 30, true),
      (.startTimedOut, Ballast.startBytesMin - 1, true),
      (.startFailed(log: ""), Ballast.startBytesMin - 1, true),
      (.startFailed(log: ""), Ballast.startBytesMin, false),
      (.stopped, 0, false),
    ] as [(PrivateClusterError, Int, Bool)])
  func releasesOnlyForLackOfSpace(error: PrivateClusterError, freeBytes: Int, isReleased: Bool) {
    let ballast = ballast()
    ballast.prepare()
    set(freeBytes: freeBytes)
    #expect(throws: error) {
      try ballast.supporting { () throws(PrivateClusterError) in throw error }
    }
    #expect((bytes == nil) == isReleased)
  }

  @Test func createsTheFileAgainWhenThereIsSpace() async throws {
    let ballast = ballast()
    ballast.prepare()
    #expect(ballast.release())
    #expect(!ballast.release())
    let small = FileSystemSpace(totalBytes: 200 << 20, freeBytes: Ballast.bytesMin - 1)
    ballast.prepareAgain(in: small)
    ballast.prepareAgain(in: space.current.withLock { $0 })
    try await eventually { bytes == Ballast.bytesMin }
  }

  @Test func retriesAFailedCreationOnlyAtTheNextStart() throws {
    let link = directory.path(of: "ballast")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/nowhere/else")
    let ballast = ballast()
    ballast.prepare()
    #expect(!ballast.release(), "a symbolic link is left unchanged")
    try FileManager.default.removeItem(atPath: link)
    ballast.prepareAgain(in: space.current.withLock { $0 })
    #expect(bytes == nil)
    ballast.prepare()
    #expect(bytes == Ballast.bytesMin)
  }
}

/// The space of a file system, set by a test.
final class TestSpace: Sendable {
  let current = Lock(FileSystemSpace(totalBytes: 200 << 20, freeBytes: 100 << 20))
}
