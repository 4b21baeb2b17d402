/// Why a stream or a connection ends: the codes that this server uses (RFC 9113 section 7).
public enum HTTP2ErrorCode: UInt32, Hashable, Sendable {
  case noError = 0
  case protocolError = 1
  case internalError = 2
  case flowControlError = 3
  case streamClosed = 5
  case refusedStream = 7
  case cancel = 8
  case compressionError = 9
  case enhanceYourCalm = 11
}

/// Why a connection was ended with ENHANCE_YOUR_CALM. The raw value is the text for the log.
public enum HTTP2Flood: String, Sendable {
  /// The peer opened streams and reset them, or made the server reset them (CVE-2023-44487,
  /// CVE-2019-9514).
  case resets = "too many stream resets"
  /// The peer sent too many frames that carry no useful data (CVE-2019-9511, 9512, 9513, 9515,
  /// 9518).
  case idleFrames = "too many frames without useful data"
  /// The peer sent a head far over its limit (CVE-2019-9516).
  case head = "request head far over its limit"
  /// The peer sent more CONTINUATION frames, settings, or frames to be acknowledged than may be
  /// queued.
  case frames = "too many frames to queue"
}
