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
