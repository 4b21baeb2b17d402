import System

/// What was recorded or written and not posted when the program had to end.
struct Unsent: Equatable, Sendable {
  var clip: [UInt8]?
  var text = ""
  /// The key of their post if it may have been stored.
  var key: String?
  /// What was recorded and written after that post began.
  var laterClip: [UInt8]?
  var laterText = ""
  /// Why the post of the clip and the text may have failed, if it was in progress.
  var failure: ExitError?

  private static let filesMax = 1000

  /// Stores clip and text in files, and returns messages with their paths.
  func save(_ environment: LaunchEnvironment) -> [String] {
    let isInDoubt = failure != nil || key != nil
    return Self.save(clip, text, key, isInDoubt: isInDoubt, environment)
      + Self.save(laterClip, laterText, nil, isInDoubt: false, environment)
  }

  private static func save(
    _ clip: [UInt8]?, _ text: String, _ key: String?, isInDoubt: Bool,
    _ environment: LaunchEnvironment
  ) -> [String] {
    let state = isInDoubt ? "may not have been posted" : "was not posted"
    let paths = save(clip, text, key, environment)
    func message(_ what: String, _ path: String?, _ arguments: String) -> String {
      path.map {
        "the \(what) that \(state) is saved: run chatter again, or chatter post \(arguments) \($0)"
      } ?? "could not save the \(what) that \(state)"
    }
    return (clip == nil ? [] : [message("recording", paths.clip, "TEXT --audio")])
      + (text.isEmpty ? [] : [message("text", paths.text, "- <")])
  }

  /// Returns the paths of what was saved, oldest number first.
  static func saved(_ environment: LaunchEnvironment) -> [Paths] {
    directories(environment).flatMap { directory in
      (1...filesMax).compactMap { number in
        let paths = paths(directory, number)
        func own(_ path: String) -> String? { WholeFile.isOwn(path) ? path : nil }
        let saved = (clip: own(paths.clip), text: own(paths.text), key: own(paths.key))
        return saved.clip == nil && saved.text == nil ? nil : saved
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

  /// Writes clip, text and key under an unused number, and returns the paths of what was written.
  private static func save(
    _ clip: [UInt8]?, _ text: String, _ key: String?, _ environment: LaunchEnvironment
  ) -> Paths {
    var saved: Paths = (nil, nil, nil)
    for directory in directories(environment)
    where clip != nil && saved.clip == nil || !text.isEmpty && saved.text == nil {
      let numbers = (1...filesMax).lazy.map { paths(directory, $0) }
      guard (try? Directories.make(directory)) != nil,
        let paths = numbers.first(where: { !Files.exists($0.clip) && !Files.exists($0.text) })
      else { continue }
      func write(_ bytes: [UInt8]?, to path: String) -> String? {
        bytes.flatMap { (try? Files.replace(path, with: $0)) == nil ? nil : path }
      }
      saved.clip = saved.clip ?? write(clip, to: paths.clip)
      saved.text = saved.text ?? write(text.isEmpty ? nil : Array(text.utf8), to: paths.text)
      saved.key = write(key.map { Array($0.utf8) }, to: paths.key) ?? saved.key
    }
    return saved
  }
}
