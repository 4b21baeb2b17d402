import Chatter
import ChatterAudio
import System

/// What an earlier run did not post. Its files stay until the person posts or deletes them.
struct UnsentItem: Equatable, Identifiable, Sendable {
  /// The maximum size of a text's file, in bytes; larger than any text that can be written.
  private static let textBytesMax = 1 << 20
  /// The maximum size of a key's file, in bytes; larger than any key.
  private static let keyBytesMax = 1024
  /// The maximum number of recordings of killed programs that are offered at once.
  static let leftoversMax = 16

  /// The path of its recording; nil if it is only a text.
  var clipPath: String?
  /// The path of its text; nil if it is only a recording.
  var textPath: String?
  /// The path of the key of its post; nil if it has certainly not been posted.
  var keyPath: String?
  var text = ""
  var key: String?
  var clip = TimelineRow.Clip.none
  /// Why it cannot be played or posted; nil if it can.
  var defect: String?

  private var paths: [String] { [clipPath, textPath, keyPath].compactMap(\.self) }
  /// Unique among the items.
  var id: String { paths.first ?? "" }

  /// The item in words: `Recording of 00:07`, `Text`.
  var title: String {
    switch clip {
    case .none: "Text"
    case .length(let time): "Recording of \(time.clockText)"
    case .unreadable: "Unreadable recording"
    }
  }

  /// The item on one line; for a defective one, with the reason and the path.
  var line: String {
    (keyPath == nil ? "" : "Perhaps posted, and posted only once if you repeat it: ")
      + title + (text.isEmpty ? "" : ": \(text)") + (defect.map { " (\($0), in \(id))" } ?? "")
  }

  static func count(_ number: Int) -> String { "\(number) unsent item\(number == 1 ? "" : "s")" }

  /// Returns a line about what earlier runs have not posted; nil if there is nothing.
  static func mention(_ environment: LaunchEnvironment, leftovers: [String]) -> String? {
    let recordings = leftovers.count { Files.byteCount($0) ?? 0 > 0 }
    let number = recordings + Unsent.saved(environment).count
    return number == 0 ? nil : "\(count(number)) of an earlier run: run chatter"
  }

  /// Returns the recordings of killed programs, made playable, unless they are empty.
  @MainActor
  static func leftovers(_ paths: [String], on engine: any AudioEngine) async -> [UnsentItem] {
    var items: [UnsentItem] = []
    for path in paths where Files.byteCount(path) ?? 0 > 0 {
      guard items.count < leftoversMax else { break }
      var defect: String?
      do throws(AudioError) {
        let isClip = (try? PostVerb.clip(path)) != nil
        if !isClip { _ = try await engine.recoverRecording(at: path) }
      } catch {
        defect = "cannot recover the recording: \(error)"
      }
      items.append(UnsentItem(clipPath: path, textPath: nil, defect: defect))
    }
    return items
  }

  @MainActor
  static func saved(_ environment: LaunchEnvironment) -> [UnsentItem] {
    Unsent.saved(environment).map {
      UnsentItem(clipPath: $0.clip, textPath: $0.text, keyPath: $0.key)
    }
  }

  /// Reads the files. If that fails, `defect` is the reason.
  @MainActor
  init(clipPath: String?, textPath: String?, keyPath: String? = nil, defect: String? = nil) {
    (self.clipPath, self.textPath, self.keyPath) = (clipPath, textPath, keyPath)
    self.defect = defect
    if clipPath != nil { clip = .unreadable }
    do throws(ExitError) {
      if let textPath {
        text = String(
          decoding: try Files.input(textPath, bytesMax: Self.textBytesMax), as: UTF8.self)
      }
      if let keyPath {
        key = String(
          decoding: try Files.input(keyPath, bytesMax: Self.keyBytesMax), as: UTF8.self)
      }
      if let clipPath, defect == nil {
        clip = .length(try PostVerb.clip(clipPath).facts.duration)
      }
    } catch {
      self.defect = error.message
    }
  }

  @MainActor
  func chatt(from username: String) throws(ExitError) -> NewChatt {
    if let defect { throw ExitError(defect, .data) }
    let audio: AudioClip?
    if let clipPath { audio = try PostVerb.clip(clipPath) } else { audio = nil }
    return NewChatt(username: username, message: text.isBlank ? nil : text, audio: audio)
  }

  /// Whether one of its files still exists; another program may have posted or deleted the item.
  var exists: Bool { paths.contains(where: Files.exists) }

  func remove() {
    for path in paths { Files.remove(path) }
  }
}
