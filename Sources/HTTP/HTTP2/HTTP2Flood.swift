/// Why a peer was told ENHANCE_YOUR_CALM and its connection ended.
public enum HTTP2Flood: Error, Hashable, Sendable {
  /// It opened streams and reset them, or made us reset them (CVE-2023-44487, CVE-2019-9514).
  case resets
  /// It sent frames that carry nothing (CVE-2019-9511, 9512, 9513, 9515, 9518).
  case idleFrames
  /// It sent a head far over its limit (CVE-2019-9516).
  case head(limit: Int)
  /// It sent more CONTINUATION frames, settings, or frames to be acknowledged, than may wait.
  case frames
}

extension HTTP2Flood: CustomStringConvertible {
  public var description: String {
    switch self {
    case .resets: "a flood of reset streams"
    case .idleFrames: "a flood of frames without content"
    case .head(let limit): "a request head over \(limit) bytes"
    case .frames: "a flood of frames to be kept"
    }
  }
}
