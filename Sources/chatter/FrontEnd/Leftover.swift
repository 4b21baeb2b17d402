import ChatterAudio

/// A recording that a front end left that was killed while it recorded, or before it had posted it.
@MainActor
struct Leftover {
  /// More are not told of at once.
  static let countMax = 16

  let path: String
  /// Where it is, and what can be done with it.
  let sentence: String

  /// The same on a screen's line: the place has to fit.
  var notice: String { "A recording was left: \(path)" }

  /// Those in which there is something; what was cut off is made playable to its last whole piece.
  static func all(of paths: [String], on engine: any AudioEngine) async -> [Leftover] {
    var leftovers: [Leftover] = []
    for path in paths where Files.byteCount(path) ?? 0 > 0 {
      guard leftovers.count < countMax else { break }
      let sentence: String
      do throws(AudioError) {
        if !isClip(path) { _ = try await engine.recoverRecording(at: path) }
        sentence =
          "a recording of an earlier run was not posted: chatter post TEXT --audio \(path),"
          + " or remove it"
      } catch {
        sentence = "a recording of an earlier run is in \(path): \(error)"
      }
      leftovers.append(Leftover(path: path, sentence: sentence))
    }
    return leftovers
  }

  /// Whether it can be posted as it is.
  private static func isClip(_ path: String) -> Bool { (try? PostVerb.clip(path)) != nil }
}
