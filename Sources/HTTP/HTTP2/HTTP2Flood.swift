/// Why a connection was ended with ENHANCE_YOUR_CALM.
public enum HTTP2Flood: Error, Hashable, Sendable {
  /// The peer opened streams and reset them, or made the server reset them (CVE-2023-44487,
  /// CVE-2019-9514).
  case resets
  /// The peer sent too many frames that carry no useful data (CVE-2019-9511, 9512, 9513, 9515,
  /// 9518).
  case idleFrames
  /// The peer sent a head far over its limit (CVE-2019-9516).
  case head(limit: Int)
  /// The peer sent more CONTINUATION frames, settings, or frames to be acknowledged than may be
  /// queued.
  case frames
}

extension HTTP2Flood: CustomStringConvertible {
  public var description: String {
    switch self {
    case .resets: "too many stream resets"
    case .idleFrames: "too many frames without useful data"
    case .head(let limit): "request head over \(limit) bytes"
    case .frames: "too many frames to queue"
    }
  }
}
