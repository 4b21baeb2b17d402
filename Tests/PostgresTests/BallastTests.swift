import Foundation
import EventLoop
import TestSupport
import Testing

@testable import Postgres

@Suite("The ballast of a private cluster (needs nothing)")
struct BallastTests {
  static let full = PrivateClusterError.startFailed(
    log: "PANIC:  could not write to file \"pg_wal/xlogtemp.7\": No space left on device")

  let directory: TemporaryDirectory
  let space = TestSpace()

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// The bytes of the file; nil where there is none.
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

  @Test(
    "it takes a part of the file system, within bounds",
    arguments: [(100 << 20, 24 << 20), (2 << 30, 32 << 20), (1 << 40, 64 << 20)])
  func size(totalBytes: Int, byteCount: Int) {
    #expect(Ballast.size(on: FileSystemSpace(totalBytes: totalBytes, freeBytes: 0)) == byteCount)
  }

  @Test("a start that succeeds makes it, and a later one finds it")
  func made() throws {
    let ballast = ballast()
    #expect(try ballast.supporting { () throws(PrivateClusterError) in 1 } == 1)
    #expect(bytes == Ballast.bytesMin)
    set(freeBytes: 0)
    self.ballast().prepare()
    #expect(bytes == Ballast.bytesMin)
  }

  @Test("it is not made where too little space would be left")
  func spare() {
    set(freeBytes: Ballast.bytesMin + 999)
    ballast(spareBytes: 1000).prepare()
    #expect(bytes == nil)
    ballast(spareBytes: 999).prepare()
    #expect(bytes == Ballast.bytesMin)
  }

  @Test("a start that fails for lack of space is repeated without it, once")
  func released() throws {
    let ballast = ballast()
    ballast.prepare()
    var count = 0
    let result = try ballast.supporting { () throws(PrivateClusterError) in
      count += 1
      if count == 1 { throw Self.full }
      return bytes
    }
    #expect(result == nil, "the second start finds the space of the ballast")
    #expect(throws: Self.full) {
      try ballast.supporting { () throws(PrivateClusterError) in
        count += 1
        throw Self.full
      }
    }
    #expect(count == 3, "without ballast there is nothing to repeat it with")
  }

  @Test(
    "lack of space shows in the log, in the error number, or in the file system alone",
    arguments: [
      (full, 1 << 30, true),
      (.system(call: "open", path: "/p", errno: ENOSPC), 1 << 30, true),
      (.startTimedOut, Ballast.startBytesMin - 1, true),
      (.startFailed(log: ""), Ballast.startBytesMin - 1, true),
      (.startFailed(log: ""), Ballast.startBytesMin, false),
      (.stopped, 0, false),
    ] as [(PrivateClusterError, Int, Bool)])
  func causes(error: PrivateClusterError, freeBytes: Int, isReleased: Bool) {
    let ballast = ballast()
    ballast.prepare()
    set(freeBytes: freeBytes)
    #expect(throws: error) {
      try ballast.supporting { () throws(PrivateClusterError) in throw error }
    }
    #expect((bytes == nil) == isReleased)
  }

  @Test("it is made again, on a thread of its own, when there is space")
  func again() async throws {
    let ballast = ballast()
    ballast.prepare()
    #expect(ballast.release())
    #expect(!ballast.release())
    let small = FileSystemSpace(totalBytes: 200 << 20, freeBytes: Ballast.bytesMin - 1)
    ballast.prepareAgain(in: small)
    ballast.prepareAgain(in: space.current.withLock { $0 })
    let end = ContinuousClock.now + .seconds(30)
    while bytes != Ballast.bytesMin, ContinuousClock.now < end { await Task.yield() }
    #expect(bytes == Ballast.bytesMin)
  }

  @Test("what cannot be made is not tried again before the next start")
  func failed() throws {
    let link = directory.path(of: "ballast")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/nowhere/else")
    let ballast = ballast()
    ballast.prepare()
    #expect(!ballast.release(), "a link that somebody laid is left alone")
    try FileManager.default.removeItem(atPath: link)
    ballast.prepareAgain(in: space.current.withLock { $0 })
    #expect(bytes == nil)
    ballast.prepare()
    #expect(bytes == Ballast.bytesMin)
  }
}

/// The space of a file system that a test sets.
final class TestSpace: Sendable {
  let current = Lock(FileSystemSpace(totalBytes: 200 << 20, freeBytes: 100 << 20))
}
