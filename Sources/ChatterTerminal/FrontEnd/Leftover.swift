import ChatterAudio

/// A recording of a front end that was killed before it had posted the recording.
@MainActor
struct Leftover {
  /// The maximum number of recordings reported at once.
  static let countMax = 16

  let path: String
  /// Where the file is, and how to use it.
  let message: String

  /// The message for a line of the screen, short enough to show the path.
  var notice: String { "Unposted recording: \(path)" }

  /// Returns the recordings that are not empty; truncated ones are made playable.
  static func all(of paths: [String], on engine: any AudioEngine) async -> [Leftover] {
    var leftovers: [Leftover] = []
    for path in paths where Files.byteCount(path) ?? 0 > 0 {
      guard leftovers.count < countMax else { break }
      let message: String
      do throws(AudioError) {
        if !isClip(path) { _ = try await engine.recoverRecording(at: path) }
        message =
          "a recording of an earlier run was not posted: run chatter post TEXT --audio \(path),"
          + " or remove the file"
      } catch {
        message = "cannot recover the recording of an earlier run in \(path): \(error)"
      }
      leftovers.append(Leftover(path: path, message: message))
    }
    return leftovers
  }

  /// Whether the file can be posted as it is.
  private static func isClip(_ path: String) -> Bool { (try? PostVerb.clip(path)) != nil }
}
