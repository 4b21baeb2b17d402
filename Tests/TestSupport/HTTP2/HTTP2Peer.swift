private import CNghttp2

/// The client side of an HTTP/2 connection without a socket, by nghttp2.
@safe public final class HTTP2Peer {
  private let session: OpaquePointer
  /// The responses received so far, by stream.
  public internal(set) var responses: [Int32: HTTP2Response] = [:]
  /// The last stream and the error code of the last GOAWAY.
  public internal(set) var goAway: (lastStream: Int32, code: UInt32)?
  /// The PINGs of the server, and its acknowledgements of ours.
  public internal(set) var pings = 0
  public internal(set) var pingAcknowledgements = 0
  /// The settings of the server.
  public internal(set) var settings: [Int32: UInt32] = [:]
  var bodies: [Int32: (bytes: [UInt8], isLast: Bool)] = [:]

  /// - Parameters:
  ///   - settings: The client's settings, by their numbers (RFC 9113 section 6.5.2).
  ///   - opensWindows: Whether received data is consumed automatically; otherwise `consume` does
  ///     it.
  public init(settings: [(UInt32, UInt32)] = [], opensWindows: Bool = true) {
    var callbacks: OpaquePointer?
    var option: OpaquePointer?
    var session: OpaquePointer?
    unsafe nghttp2_session_callbacks_new(&callbacks)
    unsafe nghttp2_option_new(&option)
    unsafe HTTP2PeerCallbacks.set(callbacks!)
    unsafe nghttp2_option_set_no_auto_window_update(option, opensWindows ? 0 : 1)
    unsafe nghttp2_session_client_new2(&session, callbacks, nil, option)
    unsafe nghttp2_session_callbacks_del(callbacks)
    unsafe nghttp2_option_del(option)
    unsafe self.session = unsafe session!
    unsafe nghttp2_session_set_user_data(session, Unmanaged.passUnretained(self).toOpaque())
    let entries = settings.map {
      nghttp2_settings_entry(settings_id: Int32($0.0), value: $0.1)
    }
    unsafe nghttp2_submit_settings(session, 0, entries, entries.count)
  }

  deinit { unsafe nghttp2_session_del(session) }

  /// Sends a request, and returns its stream.
  ///
  /// - Parameters:
  ///   - body: The body; `Content-Length` is only sent if it is in `fields`.
  ///   - isLast: Whether the body is complete; otherwise `add` sends more.
  @discardableResult
  public func request(
    _ method: String = "GET", _ path: String = "/", _ fields: [(String, String)] = [],
    body: [UInt8]? = nil, isLast: Bool = true
  ) -> Int32 {
    let all =
      [
        (":method", method), (":scheme", "https"), (":authority", "localhost"), (":path", path),
      ] + fields
    var provider = unsafe nghttp2_data_provider()
    unsafe provider.read_callback = HTTP2PeerCallbacks.readBody
    let id = unsafe withNameValues(all) { list in
      unsafe withUnsafePointer(to: &provider) {
        unsafe nghttp2_submit_request(session, nil, list, all.count, body == nil ? nil : $0, nil)
      }
    }
    responses[id] = HTTP2Response()
    if let body { bodies[id] = (body, isLast) }
    return id
  }

  /// Adds data to the body of a request that has not ended.
  public func add(_ body: [UInt8], to stream: Int32, isLast: Bool = false) {
    bodies[stream] = ((bodies[stream]?.bytes ?? []) + body, isLast)
    unsafe nghttp2_session_resume_data(session, stream)
  }

  /// Returns the number of body bytes that wait for the server's window.
  public func bodyBytesLeft(on stream: Int32) -> Int { bodies[stream]?.bytes.count ?? 0 }

  public func reset(_ stream: Int32, code: UInt32 = 8) {
    unsafe nghttp2_submit_rst_stream(session, 0, stream, code)
  }

  public func ping() { unsafe nghttp2_submit_ping(session, 0, nil) }

  /// Consumes data, so that the server may send the same amount again.
  public func consume(_ count: Int, of stream: Int32) {
    unsafe nghttp2_session_consume(session, stream, count)
  }

  /// Returns the server's window of a stream, in bytes.
  public func window(of stream: Int32) -> Int {
    unsafe Int(nghttp2_session_get_stream_remote_window_size(session, stream))
  }

  /// Returns the bytes to send now.
  public func takeOutput() -> [UInt8] {
    var output: [UInt8] = []
    while true {
      var start: UnsafePointer<UInt8>?
      let count = unsafe nghttp2_session_mem_send(session, &start)
      guard count > 0 else { return output }
      unsafe output.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    }
  }

  /// Processes bytes from the server; false if they are not HTTP/2.
  @discardableResult
  public func receive(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe nghttp2_session_mem_recv(session, $0.baseAddress, $0.count) >= 0
    }
  }

  private func withNameValues<Value>(
    _ fields: [(String, String)], _ body: (UnsafePointer<nghttp2_nv>?) -> Value
  ) -> Value {
    var bytes = fields.flatMap { Array($0.0.utf8) + Array($0.1.utf8) }
    return unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      var offset = 0
      let list = unsafe fields.map { name, value in
        defer { offset += name.utf8.count + value.utf8.count }
        return unsafe nghttp2_nv(
          name: bytes.baseAddress! + offset,
          value: bytes.baseAddress! + offset + name.utf8.count, namelen: name.utf8.count,
          valuelen: value.utf8.count, flags: 0)
      }
      return unsafe list.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
  }
}
