import Program

/// What was recorded or written and not posted when the program had to end.
struct Unsent: Equatable, Sendable {
  var clip: [UInt8]?
  var text = ""
  /// The key of their post if it may have been stored.
  var key: String?
  /// What was recorded and written after that post began.
  var laterClip: [UInt8]?
  var laterText = ""
  /// The path of a recording that could not be completed in time.
  var incompletePath: String?
  /// Why the post of the clip and the text may have failed, if it was in progress.
  var failure: ExitError?

  /// The maximum number of saved files of one kind.
  private static let filesMax = 1000

  /// Stores clip and text in files, and returns messages with their paths.
  func save(_ environment: LaunchEnvironment) -> [String] {
    var messages: [String] = []
    if let incompletePath {
      messages.append(
        "could not complete the recording in time: it is in \(incompletePath),"
          + " and chatter reports it when it starts again")
    }
    let isInDoubt = failure != nil || key != nil
    messages += Self.save(clip, text, key, isInDoubt: isInDoubt, environment)
    return messages + Self.save(laterClip, laterText, nil, isInDoubt: false, environment)
  }

  private static func save(
    _ clip: [UInt8]?, _ text: String, _ key: String?, isInDoubt: Bool,
    _ environment: LaunchEnvironment
  ) -> [String] {
    var messages: [String] = []
    let state = isInDoubt ? "may not have been posted" : "was not posted"
    let paths = save(clip, text, key, environment)
    if clip != nil {
      messages.append(
        paths.clip.map {
          "the recording that \(state) is saved: run chatter again,"
            + " or chatter post TEXT --audio \($0)"
        } ?? "could not save the recording that \(state)")
    }
    if !text.isEmpty {
      messages.append(
        paths.text.map {
          "the text that \(state) is saved: run chatter again, or chatter post - < \($0)"
        } ?? "could not save the text that \(state)")
    }
    return messages
  }

  /// Returns the paths of what was saved, oldest number first; clip and text of one number belong
  /// together.
  static func saved(_ environment: LaunchEnvironment) -> [Paths] {
    directories(environment).flatMap { directory in
      (1...filesMax).compactMap { number in
        let paths = paths(directory, number)
        let clip = Files.isOwn(paths.clip) ? paths.clip : nil
        let text = Files.isOwn(paths.text) ? paths.text : nil
        let key = Files.isOwn(paths.key) ? paths.key : nil
        return clip == nil && text == nil ? nil : (clip, text, key)
      }
    }
  }

  /// The paths of one item; nil for what it has not.
  typealias Paths = (clip: String?, text: String?, key: String?)

  private static func directories(_ environment: LaunchEnvironment) -> [String] {
    let temporary = environment.variable("TMPDIR") ?? "/tmp"
    return [environment.stateDirectory, temporary].compactMap(\.self)
  }

  private static func paths(
    _ directory: String, _ number: Int
  ) -> (clip: String, text: String, key: String) {
    let path = "\(directory)/unsent-\(number)"
    return (path + ".m4a", path + ".txt", path + ".key")
  }

  /// Writes clip, text and key under an unused number, and returns their paths; nil for what is
  /// absent or could not be written.
  private static func save(
    _ clip: [UInt8]?, _ text: String, _ key: String?, _ environment: LaunchEnvironment
  ) -> Paths {
    var saved: Paths = (nil, nil, nil)
    for directory in directories(environment)
    where clip != nil && saved.clip == nil || !text.isEmpty && saved.text == nil {
      guard (try? Directories.make(directory)) != nil else { continue }
      let numbers = (1...filesMax).lazy.map { paths(directory, $0) }
      guard
        let paths = numbers.first(where: { !Files.exists($0.clip) && !Files.exists($0.text) })
      else { continue }
      if let clip, saved.clip == nil, (try? Files.replace(paths.clip, with: clip)) != nil {
        saved.clip = paths.clip
      }
      if !text.isEmpty, saved.text == nil,
        (try? Files.replace(paths.text, with: Array(text.utf8))) != nil
      {
        saved.text = paths.text
      }
      if let key, (try? Files.replace(paths.key, with: Array(key.utf8))) != nil {
        saved.key = paths.key
      }
    }
    return saved
  }
}
