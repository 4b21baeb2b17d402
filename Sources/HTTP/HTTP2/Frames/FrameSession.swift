private import CNghttp2

/// Owns one server-side `nghttp2_session`, which handles framing, header compression, flow control
/// and stream states. `HTTP2Session` interprets the frames.
///
/// It performs no I/O. `receive` calls back into the attached session, and `gather` does so for
/// body data. nghttp2 copies what it sends, except body data, which moves directly into the output.
@safe final class FrameSession {
  private let session: OpaquePointer
  /// The bytes that are ready to be written.
  var output = OutputQueue()
  private var hasFailed = false

  /// Creates the session, or returns nil if memory is exhausted. The first output is the server's
  /// SETTINGS.
  init?(limits: HTTP2Limits, headBytesMax: Int) {
    guard let session = unsafe Self.make(limits) else { return nil }
    unsafe self.session = unsafe session
    let settings = [
      nghttp2_settings_entry(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, limits.streamsMax),
      nghttp2_settings_entry(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, limits.streamWindowBytes),
      nghttp2_settings_entry(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, headBytesMax),
      nghttp2_settings_entry(NGHTTP2_SETTINGS_HEADER_TABLE_SIZE, limits.headerTableBytes),
      // A peer can use the priority tree of RFC 7540 to waste memory and CPU time (CVE-2019-9513).
      nghttp2_settings_entry(NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1),
    ]
    let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
    guard unsafe nghttp2_submit_settings(session, flags, settings, settings.count) == 0,
      unsafe nghttp2_session_set_local_window_size(
        session, flags, 0, Int32(limits.connectionWindowBytes)) == 0
    else { return nil }
  }

  deinit { unsafe nghttp2_session_del(session) }

  private static func make(_ limits: HTTP2Limits) -> OpaquePointer? {
    var callbacks: OpaquePointer?
    var option: OpaquePointer?
    var session: OpaquePointer?
    defer {
      // Both functions accept NULL, as free(3) does.
      unsafe nghttp2_session_callbacks_del(callbacks)
      unsafe nghttp2_option_del(option)
    }
    guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0,
      unsafe nghttp2_option_new(&option) == 0
    else { return nil }
    if let callbacks = unsafe callbacks { unsafe FrameCallbacks.set(callbacks) }
    // A window reopens when the app has read the data, not when it arrives.
    unsafe nghttp2_option_set_no_auto_window_update(option, 1)
    unsafe nghttp2_option_set_max_deflate_dynamic_table_size(option, limits.headerTableBytes)
    // nghttp2 counts every fragment in which the header of such a frame arrives, and there may be
    // nine. The session counts frames.
    unsafe nghttp2_option_set_max_continuations(option, 9 * (limits.continuationsMax + 1))
    // The session counts resets and sends ENHANCE_YOUR_CALM, which nghttp2 would not send.
    unsafe nghttp2_option_set_stream_reset_rate_limit(
      option, UInt64(UInt32.max), UInt64(UInt32.max))
    guard unsafe nghttp2_session_server_new2(&session, callbacks, nil, option) == 0 else {
      return nil
    }
    return unsafe session
  }

  /// Sets the session that receives the callbacks. It owns this object and must live as long.
  func attach(to owner: HTTP2Session) {
    unsafe nghttp2_session_set_user_data(session, Unmanaged.passUnretained(owner).toOpaque())
  }

  /// Passes bytes to nghttp2. Returns the error that prevents it from accepting more, or nil.
  func receive(_ bytes: ArraySlice<UInt8>) -> HTTP2ErrorCode? {
    let status = unsafe bytes.withUnsafeBufferPointer {
      unsafe nghttp2_session_mem_recv(session, $0.baseAddress, $0.count)
    }
    switch Int32(clamping: status) {
    case 0...: return nil
    case NGHTTP2_ERR_BAD_CLIENT_MAGIC.rawValue: return .protocolError
    case NGHTTP2_ERR_NOMEM.rawValue: return .internalError
    default: return .enhanceYourCalm
    }
  }

  /// Produces output until it reaches `bytesMax`; the last frame may exceed it.
  func gather(atMost bytesMax: Int) {
    while output.byteCount < bytesMax {
      var start: UnsafePointer<UInt8>?
      let count = unsafe nghttp2_session_mem_send(session, &start)
      // Without memory for a frame no more output is possible, and the peer would wait forever.
      hasFailed = hasFailed || count < 0
      guard count > 0 else { return }
      output.write {
        unsafe $0.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
      }
    }
  }

  /// Number of frames that wait to become output, not counting DATA frames.
  var queuedFrameCount: Int { unsafe nghttp2_session_get_outbound_queue_size(session) }

  /// Whether the connection is over: producing output has failed, or nghttp2 has nothing to read or
  /// write.
  var isOver: Bool {
    guard !hasFailed else { return true }
    return unsafe nghttp2_session_want_read(session) == 0
      && nghttp2_session_want_write(session) == 0
  }

  // MARK: Streams

  /// Begins a response, and completes it if it has no body. Returns false if memory is exhausted.
  func respond(_ head: HeaderFields, on stream: Int32, hasBody: Bool) -> Bool {
    var provider = unsafe nghttp2_data_provider()
    unsafe provider.read_callback = FrameCallbacks.readData
    return unsafe withNameValues(head) { fields, count in
      unsafe withUnsafePointer(to: &provider) {
        unsafe nghttp2_submit_response(session, stream, fields, count, hasBody ? $0 : nil) == 0
      }
    }
  }

  /// Responds with 431 on a stream whose head nghttp2 has given up. The frame is written without
  /// nghttp2: HEADERS with END_STREAM and END_HEADERS, and `:status: 431` outside of the table (RFC
  /// 7541 section 6.2.2).
  func refuseHead(on stream: Int32) {
    let id = UInt32(bitPattern: stream)
    let number = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: id >> $0) }
    let frame = [0, 0, 5, FrameHeader.headers, 0x5] + number + [0x08, 3] + Array("431".utf8)
    output.write { $0.append(contentsOf: frame) }
  }

  /// Sends an informational head, such as 100, before the final one.
  func sendInformational(_ head: HeaderFields, on stream: Int32) {
    unsafe withNameValues(head) { fields, count in
      _ = unsafe nghttp2_submit_headers(
        session, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, nil, fields, count, nil)
    }
  }

  /// Resumes a response that was deferred because it had no body data to send.
  func resume(_ stream: Int32) { _ = unsafe nghttp2_session_resume_data(session, stream) }

  func reset(_ stream: Int32, _ code: HTTP2ErrorCode) {
    _ = unsafe nghttp2_submit_rst_stream(
      session, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code.rawValue)
  }

  /// Lets the client send `count` more bytes on a stream, within the connection's window.
  func open(_ stream: Int32, _ count: Int) {
    _ = unsafe nghttp2_session_consume_stream(session, stream, count)
  }

  /// Lets the client send `count` more bytes on the connection. The smaller of the stream's and the
  /// connection's window applies.
  func openConnection(_ count: Int) {
    _ = unsafe nghttp2_session_consume_connection(session, count)
  }

  /// Interleaves a large response with others of the same urgency, frame by frame, unless the
  /// client has specified a priority (RFC 9218 section 4.2).
  func interleave(_ stream: Int32) {
    var priority = nghttp2_extpri(urgency: UInt32(NGHTTP2_EXTPRI_DEFAULT_URGENCY), inc: 1)
    _ = unsafe nghttp2_session_change_extpri_stream_priority(session, stream, &priority, 0)
  }

  // MARK: The connection

  /// Announces the end of the connection, and sends a PING whose acknowledgement shows that the
  /// peer has read the announcement. Streams that the peer opens before that are served (RFC 9113
  /// section 6.8).
  func announceEnd() {
    _ = unsafe nghttp2_submit_shutdown_notice(session)
    _ = unsafe nghttp2_submit_ping(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil)
  }

  /// Refuses new streams; open streams are served to completion.
  func refuseNewStreams() {
    _ = unsafe nghttp2_submit_goaway(
      session, UInt8(NGHTTP2_FLAG_NONE.rawValue),
      nghttp2_session_get_last_proc_stream_id(session), HTTP2ErrorCode.noError.rawValue, nil, 0)
  }

  /// Ends the connection; GOAWAY is the last frame.
  func terminate(_ code: HTTP2ErrorCode) {
    _ = unsafe nghttp2_session_terminate_session(session, code.rawValue)
  }

  /// Calls `body` with the fields as `nghttp2_nv` values, which nghttp2 copies.
  private func withNameValues<Value>(
    _ fields: HeaderFields, _ body: (UnsafePointer<nghttp2_nv>?, Int) -> Value
  ) -> Value {
    var bytes = fields.bytes
    let lines = fields.lines
    return unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      unsafe withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: lines.count) { list in
        for (index, line) in lines.enumerated() {
          unsafe list.initializeElement(
            at: index,
            to: nghttp2_nv(
              name: bytes.baseAddress.map { unsafe $0 + line.name.lowerBound },
              value: bytes.baseAddress.map { unsafe $0 + line.value.lowerBound },
              namelen: line.name.count, valuelen: line.value.count,
              flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue)))
        }
        return unsafe body(UnsafePointer(list.baseAddress), lines.count)
      }
    }
  }
}

extension nghttp2_settings_entry {
  fileprivate init(_ id: nghttp2_settings_id, _ value: Int) {
    self.init(settings_id: Int32(id.rawValue), value: UInt32(value))
  }
}
