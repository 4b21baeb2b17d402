/// Writes the body of a list one chatt at a time, in the order in which they are appended.
///
/// The output can be taken at any time, so that a long list is never in memory as a whole.
public struct ChattListWriter: Sendable {
  private let profile: ListProfile
  private let audio: Bool
  private var output: [UInt8] = []
  private var hasRows = false
  /// Number of chatts skipped because a required field is missing: one malformed row makes a phone
  /// show an empty list.
  public private(set) var skippedCount = 0

  /// Starts a list; `audio` adds the column of getaudio.
  public init(profile: ListProfile, audio: Bool) {
    self.profile = profile
    self.audio = audio
    JSONWriter.append(raw: profile.opening, to: &output)
  }

  /// Number of bytes written and not yet taken.
  public var outputCount: Int { output.count }

  /// Appends a row, or skips and counts a chatt without username, timestamp or (if shown) id.
  public mutating func append(_ chatt: Chatt) {
    let start = output.count
    if hasRows { JSONWriter.append(raw: ",", to: &output) }
    guard ChattRowText.appendPrefix(of: chatt, ids: profile.ids, to: &output) else {
      output.removeLast(output.count - start)
      skippedCount += 1
      return
    }
    hasRows = true
    if audio { appendAudio(chatt.audioStorage) }
    JSONWriter.append(raw: "]", to: &output)
  }

  private mutating func appendAudio(_ storage: OptionalizedEmpty.Storage) {
    JSONWriter.append(raw: ",", to: &output)
    switch storage {
    case .absent:
      JSONWriter.append(raw: "null", to: &output)
    case .text(let text):
      JSONWriter.append(text, to: &output)
    case .bytes(let bytes):
      JSONWriter.append(raw: #"""#, to: &output)
      Base64.appendEncoded(bytes[...], to: &output)
      JSONWriter.append(raw: #"""#, to: &output)
    }
  }

  /// Appends the end of the list.
  public mutating func finish() {
    JSONWriter.append(raw: profile.closing, to: &output)
  }

  /// Returns and removes the bytes written since the last call.
  public mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }
}
