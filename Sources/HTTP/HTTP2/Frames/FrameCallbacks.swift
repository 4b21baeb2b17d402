internal import CNghttp2

/// The callbacks of nghttp2. Each one recovers the session and calls one of its methods.
///
/// The pointers are valid only during the call, as nghttp2.h documents, and are not stored.
enum FrameCallbacks {
  static func set(_ callbacks: OpaquePointer) {
    unsafe setReceiving(callbacks)
    unsafe setSending(callbacks)
  }

  private static func setReceiving(_ callbacks: OpaquePointer) {
    unsafe nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks) { _, header, user in
      guard let header = unsafe header?.pointee else { return 0 }
      return unsafe owner(user).frameBegins(FrameHeader(header)) ? 0 : failure
    }
    unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, user in
      guard let frame = unsafe frame?.pointee else { return 0 }
      let opens = unsafe frame.headers.cat == NGHTTP2_HCAT_REQUEST
      unsafe owner(user).headBegins(on: frame.hd.stream_id, opensStream: opens)
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
      _, frame, name, nameCount, value, valueCount, _, user in
      guard let frame = unsafe frame?.pointee, let name = unsafe name, let value = unsafe value
      else { return 0 }
      let isWithinLimits = unsafe owner(user).fieldArrived(
        on: frame.hd.stream_id, Span(_unsafeStart: name, count: nameCount),
        Span(_unsafeStart: value, count: valueCount))
      return isWithinLimits ? 0 : failure
    }
    unsafe nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks) {
      _, frame, _, _, _, _, _, user in
      guard let frame = unsafe frame?.pointee else { return 0 }
      // RFC 9113 section 8.2.1: the request is malformed. Ignoring the field would be a guess.
      unsafe owner(user).resetByFault(frame.hd.stream_id)
      return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
    }
    unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, user in
      guard let frame = unsafe frame?.pointee else { return 0 }
      return unsafe owner(user).frameEnds(FrameHeader(frame.hd)) ? 0 : failure
    }
    unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
      _, _, stream, bytes, count, user in
      guard let bytes = unsafe bytes else { return 0 }
      unsafe owner(user).dataArrived(on: stream, Span(_unsafeStart: bytes, count: count))
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) {
      _, stream, code, user in
      unsafe owner(user).streamClosed(stream, code)
      return 0
    }
  }

  private static func setSending(_ callbacks: OpaquePointer) {
    unsafe nghttp2_session_callbacks_set_before_frame_send_callback(callbacks) { _, frame, user in
      guard let frame = unsafe frame?.pointee, unsafe frame.hd.type == FrameHeader.goAway else {
        return 0
      }
      unsafe owner(user).endBegins(frame.goaway.error_code)
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, user in
      guard let frame = unsafe frame?.pointee else { return 0 }
      let header = unsafe FrameHeader(frame.hd)
      let code: UInt32 =
        switch header.type {
        case FrameHeader.reset: unsafe frame.rst_stream.error_code
        case FrameHeader.goAway: unsafe frame.goaway.error_code
        default: 0
        }
      unsafe owner(user).frameSent(header, code)
      return 0
    }
    unsafe nghttp2_session_callbacks_set_send_data_callback(callbacks) {
      _, frame, header, count, _, user in
      guard let frame = unsafe frame?.pointee, let header = unsafe header else { return 0 }
      // nghttp2 sends one DATA frame after another until this returns NGHTTP2_ERR_WOULDBLOCK.
      let isSent = unsafe owner(user).sendData(
        of: frame.hd.stream_id, count, after: Span(_unsafeStart: header, count: 9))
      return isSent ? 0 : NGHTTP2_ERR_WOULDBLOCK.rawValue
    }
  }

  /// Returns how many body bytes of a stream go into its next frame. They are not copied until
  /// `sendData`.
  static let readData: nghttp2_data_source_read_callback = {
    _, stream, _, bytesMax, flags, _, user in
    switch unsafe owner(user).dataToSend(on: stream, atMost: bytesMax) {
    case .deferred:
      return Int(NGHTTP2_ERR_DEFERRED.rawValue)
    case .bytes(let count, let isLast):
      var bits = NGHTTP2_DATA_FLAG_NO_COPY.rawValue
      if isLast { bits |= NGHTTP2_DATA_FLAG_EOF.rawValue }
      unsafe flags?.pointee = bits
      return count
    }
  }
}

private let failure = NGHTTP2_ERR_CALLBACK_FAILURE.rawValue

/// Returns the session that owns the nghttp2 session. It is alive, because one of its methods made
/// the current call.
private func owner(_ user: UnsafeMutableRawPointer?) -> HTTP2Session {
  guard let user = unsafe user else { fatalError("nghttp2 session without an owner") }
  return unsafe Unmanaged<HTTP2Session>.fromOpaque(user).takeUnretainedValue()
}

extension FrameHeader {
  fileprivate init(_ header: nghttp2_frame_hd) {
    self.init(type: header.type, flags: header.flags, stream: header.stream_id)
  }
}
