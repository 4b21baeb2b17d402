internal import CCurl

/// Owns one `CURLM`: transfers under way, and the connections that they share.
///
/// Unchecked: all of it is called on the thread of `CurlThread`, but `wake`, which libcurl lets
/// every thread call (curl_multi_wakeup(3)).
@safe final class CurlMulti: @unchecked Sendable {
  /// How many connections to one host may be open at a time, and stay open when nobody uses them:
  /// one does for all with HTTP/2, and for all who ask one after the other.
  static let connectionsMax = 4

  private let handle: UnsafeMutableRawPointer

  /// Nil where there is no memory or no descriptor for it.
  init?() {
    guard CurlLibrary.isReady, let handle = unsafe curl_multi_init() else { return nil }
    unsafe self.handle = unsafe handle
    let settings = [
      (CURLMOPT_MAX_HOST_CONNECTIONS, Self.connectionsMax),
      (CURLMOPT_MAXCONNECTS, Self.connectionsMax),
      (CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX)),
    ]
    for (option, value) in settings {
      guard unsafe ccurl_multi_set_long(handle, option, value) == CURLM_OK else { return nil }
    }
  }

  deinit { unsafe curl_multi_cleanup(handle) }

  /// Begins a transfer; false where it cannot.
  func add(_ easy: CurlEasy) -> Bool {
    unsafe curl_multi_add_handle(handle, easy.handle) == CURLM_OK
  }

  /// Ends a transfer, at any stage.
  func remove(_ easy: CurlEasy) {
    unsafe curl_multi_remove_handle(handle, easy.handle)
  }

  /// Reads and writes what can be; false where it has failed for good.
  func perform() -> Bool {
    var running: Int32 = 0
    return unsafe curl_multi_perform(handle, &running) == CURLM_OK
  }

  /// Waits for a socket, for a timer, for `wake`, or for so long; false where it has failed for good.
  func wait(milliseconds: Int32) -> Bool {
    unsafe curl_multi_poll(handle, nil, 0, milliseconds, nil) == CURLM_OK
  }

  /// Ends the wait, or the next one.
  func wake() {
    unsafe curl_multi_wakeup(handle)
  }

  /// The next transfer that has come to its end, by its easy handle.
  func nextEnd() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
    var left: Int32 = 0
    while let message = unsafe curl_multi_info_read(handle, &left) {
      if unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle {
        return unsafe (easy, message.pointee.data.result)
      }
    }
    return nil
  }
}
