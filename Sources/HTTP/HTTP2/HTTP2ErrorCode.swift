/// Why a stream or a connection ends (RFC 9113 section 7).
public enum HTTP2ErrorCode: UInt32, Hashable, Sendable {
  case noError = 0
  case protocolError = 1
  case internalError = 2
  case flowControlError = 3
  case settingsTimeout = 4
  case streamClosed = 5
  case frameSizeError = 6
  case refusedStream = 7
  case cancel = 8
  case compressionError = 9
  case connectError = 10
  case enhanceYourCalm = 11
  case inadequateSecurity = 12
  case http11Required = 13
}
