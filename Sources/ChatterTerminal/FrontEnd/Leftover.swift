import ChatterAudio

/// A recording of a front end that was killed before it had posted the recording.
@MainActor
struct Leftover {
  /// The maximum number of recordings reported at once.
  static let countMax = 16

  let path: String
  /// Why the file cannot be recovered; nil if it is a clip.
  let defect: String?

  /// Returns the recordings that are not empty; truncated ones are made playable.
  static func all(of paths: [String], on engine: any AudioEngine) async -> [Leftover] {
    var leftovers: [Leftover] = []
    for path in paths where Files.byteCount(path) ?? 0 > 0 {
      guard leftovers.count < countMax else { break }
      var defect: String?
      do throws(AudioError) {
        if !isClip(path) { _ = try await engine.recoverRecording(at: path) }
      } catch {
        defect = "cannot recover the recording: \(error)"
      }
      leftovers.append(Leftover(path: path, defect: defect))
    }
    return leftovers
  }

  /// Whether the file can be posted as it is.
  private static func isClip(_ path: String) -> Bool { (try? PostVerb.clip(path)) != nil }
}
