import Chatter
import ChatterClient

/// Retrieves the clip of a chatt for a verb.
@MainActor
struct ClipRequest {
  let source: any ChattSource
  let console: any Console

  /// Returns the bytes of a clip; throws if there is none, or the list came without its clips.
  func bytes(of clip: StoredClip) async throws(ExitError) -> [UInt8] {
    try await ListRequests(source, console).first()
    if let failure = ExitError(ofMissingClips: source.lastError) { throw failure }
    let chatt: Chatt?
    let missing: String
    switch clip {
    case .latest:
      chatt = source.chatts.first { $0.audio != nil }
      missing = "no chatt has a clip: post one with chatter post --record"
    case .id(let text):
      chatt = ChattID(text).flatMap { id in source.chatts.first { $0.id == id } }
      missing = "no chatt has the id \(text): chatter list prints the ids"
    }
    guard let chatt else { throw ExitError(missing, .noInput) }
    do throws(Base64Error) {
      if let bytes = try chatt.audioBytes() { return bytes }
    } catch {
      throw ExitError("cannot read the clip: \(error): ask its author to post it again", .data)
    }
    throw ExitError("this chatt has no clip: chatter list prints the lengths of clips", .noInput)
  }
}
