import System

/// Saves the clip of a chatt in a file, or writes it to standard output.
@MainActor
struct SaveVerb {
  let options: SaveOptions
  let source: any ChattSource
  let console: any Console
  /// Whether standard output is a terminal, which must not receive a clip.
  var isOutputTerminal = false

  func run() async throws(ExitError) {
    let path = options.path
    let writesOutput = path == "-"
    // Before the list is retrieved, which may take minutes.
    if writesOutput {
      guard !isOutputTerminal else {
        throw ExitError("standard output is a terminal: give a file, or use a pipe", .output)
      }
    } else {
      try checkFile()
    }
    let clip = try await ListRequests(source, console).clip(options.clip).bytes
    if writesOutput {
      console.write(bytes: clip)
      return
    }
    do throws(FileError) {
      try Files.replace(path, with: clip)
    } catch {
      throw ExitError("\(path): \(error)", .cannotCreate)
    }
    console.report("Saved \(clip.count) bytes.\n")
  }

  private func checkFile() throws(ExitError) {
    let path = options.path
    guard Files.exists(path) else { return }
    guard Files.isRegular(path) else {
      throw ExitError(
        "\(path): not a regular file: give another path, or - for standard output", .cannotCreate)
    }
    guard options.overwrites else {
      throw ExitError("\(path): already exists: overwrite it with --force", .cannotCreate)
    }
  }
}
