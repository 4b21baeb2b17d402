import Program

/// What was recorded or written and not posted when the program had to end.
struct Unsent: Equatable, Sendable {
  var clip: [UInt8]?
  var text = ""
  /// The path of a recording that could not be completed in time.
  var incompletePath: String?
  /// Why the post of the clip and the text may have failed, if it was in progress.
  var failure: ExitError?

  /// The maximum number of stored files of one kind.
  private static let filesMax = 1000

  /// Stores clip and text in files, and returns messages with their paths.
  func save(_ environment: LaunchEnvironment) -> [String] {
    var messages: [String] = []
    if let incompletePath {
      messages.append(
        "could not complete the recording in time: it is in \(incompletePath),"
          + " and chatter reports it when it starts again")
    }
    let state = failure == nil ? "was not posted" : "may not have been posted"
    if let clip {
      let path = Self.save(clip, ending: ".m4a", environment)
      messages.append(
        path.map { "the recording that \(state) is saved: run chatter post TEXT --audio \($0)" }
          ?? "could not save the recording that \(state)")
    }
    if !text.isEmpty {
      let path = Self.save(Array(text.utf8), ending: ".txt", environment)
      messages.append(
        path.map { "the text that \(state) is saved: run chatter post - < \($0)" }
          ?? "could not save the text that \(state)")
    }
    return messages
  }

  /// Writes a file under an unused name, and returns its path; nil if that fails.
  private static func save(
    _ bytes: [UInt8], ending: String, _ environment: LaunchEnvironment
  ) -> String? {
    let temporary = environment.variable("TMPDIR") ?? "/tmp"
    for directory in [environment.stateDirectory, temporary].compactMap({ $0 }) {
      guard (try? Directories.make(directory)) != nil else { continue }
      let paths = (1...filesMax).lazy.map { "\(directory)/unsent-\($0)\(ending)" }
      guard let path = paths.first(where: { !Files.exists($0) }) else { continue }
      if (try? Files.replace(path, with: bytes)) != nil { return path }
    }
    return nil
  }
}
