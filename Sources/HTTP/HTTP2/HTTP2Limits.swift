/// Limits on what one HTTP/2 connection can make the server hold or do, in addition to
/// `RequestLimits`.
public struct HTTP2Limits: Hashable, Sendable {
  /// Maximum number of open streams (SETTINGS_MAX_CONCURRENT_STREAMS); further streams are refused.
  public var streamsMax = 128
  /// Maximum number of bytes of one body that the app has not read (SETTINGS_INITIAL_WINDOW_SIZE).
  public var streamWindowBytes = 256 * 1024
  /// Maximum number of body bytes on a connection that the app has not read.
  public var connectionWindowBytes = 1024 * 1024
  /// Maximum size in bytes of each of the two header compression tables (RFC 7541 section 4.2).
  public var headerTableBytes = 4096
  /// Maximum number of CONTINUATION frames after one HEADERS frame (CVE-2024-28182).
  public var continuationsMax = 8
  /// A head over its limit is read up to this multiple of the limit, so that the client gets a 431.
  /// A larger head is an attack (CVE-2019-9516).
  public var refusedHeadRatioMax = 4
  /// Maximum burst of resets, both by the peer and by the server because of the peer's errors
  /// (CVE-2023-44487).
  public var resetBurst = 200
  /// Sustained number of resets per second. Each completed response permits one more.
  public var resetsPerSecond = 20
  /// Maximum burst of frames that carry neither a request nor body data: PING, SETTINGS, PRIORITY,
  /// WINDOW_UPDATE, CONTINUATION, empty DATA (CVE-2019-9511 to 9518).
  public var idleFrameBurst = 1000
  /// Sustained number of such frames per second.
  public var idleFramesPerSecond = 100
  /// Number of body bytes, in either direction, that permit one more such frame: a WINDOW_UPDATE.
  public var bodyBytesPerIdleFrame = 1024
  /// Maximum number of frames of any kind that wait to be written. A peer that reads nothing cannot
  /// cause more.
  public var queuedFramesMax = 2000
  /// Size in bytes up to which output is gathered before it is written; one frame may exceed it.
  public var gatheredBytesMax = 44 * 1024

  public init() {}

  /// Maximum number of streams that a client may have begun and not ended, including those that the
  /// server has reset without the client knowing yet.
  var unfinishedStreamsMax: Int { 2 * streamsMax }

  /// Terminates the program if limits contradict each other. Called when a session is created.
  public func assertRelations() {
    precondition(
      streamWindowBytes <= connectionWindowBytes && connectionWindowBytes >= 65_535,
      "a stream's window must fit into the connection's, which is at least 65,535 (RFC 9113 6.9.2)")
  }
}
