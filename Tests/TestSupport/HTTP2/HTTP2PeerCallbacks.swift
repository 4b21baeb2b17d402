internal import CNghttp2

/// The nghttp2 callbacks of `HTTP2Peer`.
enum HTTP2PeerCallbacks {
  static func set(_ callbacks: OpaquePointer) {
    unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
      _, frame, name, nameCount, value, valueCount, _, user in
      let name = unsafe String(
        decoding: UnsafeBufferPointer(start: name, count: nameCount), as: UTF8.self)
      let value = unsafe String(
        decoding: UnsafeBufferPointer(start: value, count: valueCount), as: UTF8.self)
      unsafe peer(user).take(name, value, on: frame!.pointee.hd.stream_id)
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
      _, _, stream, bytes, count, user in
      unsafe peer(user).responses[stream]?.body.append(
        contentsOf: UnsafeBufferPointer(start: bytes, count: count))
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, user in
      let frame = unsafe frame!.pointee
      let peer = unsafe peer(user)
      let flags = unsafe frame.hd.flags
      switch unsafe frame.hd.type {
      case 0, 1: if flags & 1 != 0 { unsafe peer.responses[frame.hd.stream_id]?.isEnded = true }
      case 4 where flags & 1 == 0:
        for index in unsafe 0..<frame.settings.niv {
          let entry = unsafe frame.settings.iv[index]
          peer.settings[entry.settings_id] = entry.value
        }
      case 6:
        if flags & 1 != 0 { peer.pingAcknowledgements += 1 } else { peer.pings += 1 }
      case 7: unsafe peer.goAway = (frame.goaway.last_stream_id, frame.goaway.error_code)
      default: break
      }
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) {
      _, stream, code, user in
      unsafe peer(user).responses[stream]?.closeCode = code
      return 0
    }
  }

  static let readBody: nghttp2_data_source_read_callback = {
    _, stream, buffer, bufferSize, flags, _, user in
    let peer = unsafe peer(user)
    guard let (bytes, isLast) = peer.bodies[stream], !bytes.isEmpty || isLast else {
      return Int(NGHTTP2_ERR_DEFERRED.rawValue)
    }
    let count = min(bufferSize, bytes.count)
    for index in 0..<count { unsafe buffer![index] = bytes[index] }
    peer.bodies[stream] = (Array(bytes.dropFirst(count)), isLast)
    if isLast, count == bytes.count {
      unsafe flags!.pointee = NGHTTP2_DATA_FLAG_EOF.rawValue
    }
    return count
  }
}

private func peer(_ user: UnsafeMutableRawPointer?) -> HTTP2Peer {
  unsafe Unmanaged<HTTP2Peer>.fromOpaque(user!).takeUnretainedValue()
}

extension HTTP2Peer {
  fileprivate func take(_ name: String, _ value: String, on stream: Int32) {
    guard var response = responses[stream] else { return }
    if name == ":status" {
      // A second status means that the first one was interim.
      if let status = response.status { response.informational.append(status) }
      response.status = Int(value)
    } else {
      response.fields[name] = value
    }
    responses[stream] = response
  }
}
