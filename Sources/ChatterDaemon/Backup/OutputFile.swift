import System

/// A file that is written from beginning to end and that only its owner may read, as it has
/// secrets; or standard output for `-`.
struct OutputFile: Sendable {
  private let path: String
  /// Nil for standard output.
  private let file: NewFile?

  /// A path of the file system on which it is.
  var directory: String {
    path == "-" ? "/proc/self/fd/1" : path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
  }

  init(_ path: String) throws {
    self.path = path
    // Root would replace a device.
    if path != "-", let status = try? FileStatus(of: path), !status.isRegular {
      throw VerbError.configuration("\(path) is not a regular file: use - for standard output")
    }
    do throws(FileError) {
      file = try path == "-" ? nil : NewFile(path)
    } catch {
      throw VerbError.configuration("cannot create \(path): \(error)")
    }
  }

  func write(_ bytes: [UInt8]) throws {
    do throws(FileError) {
      if let file {
        try file.write(bytes)
      } else if let failure = StandardStream.output.failure(writing: bytes) {
        throw failure
      }
    } catch {
      throw VerbError.temporary("cannot write \(path): \(error)")
    }
  }

  /// Ensures that the file is on disk, and gives it its name.
  func finish() throws {
    do throws(FileError) {
      try file?.finish()
    } catch {
      throw VerbError.temporary("cannot complete \(path): \(error)")
    }
  }
}
