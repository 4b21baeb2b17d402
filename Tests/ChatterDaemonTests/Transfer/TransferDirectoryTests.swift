import Foundation
import System
import TestSupport
import Testing

@testable import ChatterDaemon

struct TransferDirectoryTests {
  /// Runs a body with an export that has one clip.
  private func with(_ body: (_ path: String, TransferDirectory) throws -> Void) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/export"
    let export = try TransferDirectory(creating: path)
    try Data([1, 2, 3]).write(to: URL(filePath: path + "/clips/a.m4a"))
    try body(path, export)
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  @Test func readsClips() throws {
    try with { _, export in
      let clip = try export.clip("clips/a.m4a", bytesMax: 3)
      #expect(clip == [1, 2, 3])
      #expect(throws: FileError.tooLong(bytesMax: 2)) {
        try export.clip("clips/a.m4a", bytesMax: 2)
      }
    }
  }

  @Test func readsNoLink() throws {
    try with { path, export in
      try link(path + "/clips/b.m4a", to: "a.m4a")
      #expect(throws: FileError.link) { try export.clip("clips/b.m4a", bytesMax: 9) }
    }
  }

  @Test func readsNothingInALinkedDirectory() throws {
    try with { path, _ in
      let other = path + "2"
      try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
      try link(other + "/clips", to: path + "/clips")
      #expect(throws: FileError.self) {
        try TransferDirectory(other).clip("clips/a.m4a", bytesMax: 9)
      }
    }
  }

  @Test func readsNoClipsFromALinkOrAFile() throws {
    try with { path, export in
      try FileManager.default.moveItem(atPath: path + "/clips", toPath: path + "/other")
      try link(path + "/clips", to: "other")
      #expect(throws: FileError.self) { try export.clip("clips/a.m4a", bytesMax: 9) }
      try FileManager.default.removeItem(atPath: path + "/clips")
      #expect(unsafe mkfifo(path + "/clips", 0o600) == 0)
      #expect(throws: FileError.notFound) { try export.clip("clips/a.m4a", bytesMax: 9) }
    }
  }

  @Test func isOnlyCreatedInPlaceOfNothing() throws {
    try with { path, _ in
      for (other, reason) in [
        (path, "must be empty or not exist"), ("/nowhere/x", "no such file"),
        (path + "/clips/a.m4a", "must be empty"),
      ] {
        let error = #expect(throws: VerbError.self) { try TransferDirectory(creating: other) }
        #expect("\(error as Any)".contains(reason))
      }
      try link(path + "2", to: path)
      #expect(throws: VerbError.self) { try TransferDirectory(creating: path + "2") }
      #expect(FileManager.default.fileExists(atPath: path + "/clips/a.m4a"))
    }
  }

  @Test func waitsForNoPipe() throws {
    try with { path, export in
      #expect(unsafe mkfifo(path + "/clips/pipe", 0o600) == 0)
      #expect(throws: FileError.notRegular) { try export.clip("clips/pipe", bytesMax: 9) }
    }
  }
}
