internal import CCurl
internal import System

/// Owns one `CURLM`: the transfers in progress and the connections that they share.
@safe final class CurlMulti {
  private let handle: UnsafeMutableRawPointer

  /// Creates a handle with a maximum number of connections to one host; nil without memory for it.
  init?(connectionsMax: Int) {
    guard CurlLibrary.isReady, let handle = unsafe curl_multi_init() else { return nil }
    unsafe self.handle = unsafe handle
    let settings = [
      (CURLMOPT_MAX_HOST_CONNECTIONS, connectionsMax),
      (CURLMOPT_MAXCONNECTS, CurlClient.idleConnectionsMax),
      (CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX)),
    ]
    for (option, value) in settings {
      guard unsafe ccurl_multi_set_long(handle, option, value) == CURLM_OK else { return nil }
    }
  }

  deinit { unsafe curl_multi_cleanup(handle) }

  /// Starts a transfer; returns false if that fails.
  func add(_ easy: CurlEasy) -> Bool {
    unsafe curl_multi_add_handle(handle, easy.handle) == CURLM_OK
  }

  /// Ends a transfer, at any stage.
  func remove(_ easy: CurlEasy) {
    unsafe curl_multi_remove_handle(handle, easy.handle)
  }

  /// Reads and writes without blocking; returns false if the handle has failed permanently.
  func perform() -> Bool {
    var running: Int32 = 0
    return unsafe curl_multi_perform(handle, &running) == CURLM_OK
  }

  /// Waits for a socket, a timer, the waker or the timeout; false if the handle has failed.
  func wait(milliseconds: Int32) -> Bool {
    unsafe curl_multi_poll(handle, nil, 0, milliseconds, nil) == CURLM_OK
  }

  /// Ends the current wait, or the next one, from any thread. It must not outlive this object.
  @safe struct Waker: Sendable {
    fileprivate let handle: ThreadSafePointer<UnsafeMutableRawPointer>

    /// libcurl allows this call, and no other, on every thread (curl_multi_wakeup(3)).
    func wake() { unsafe curl_multi_wakeup(handle.value) }
  }

  var waker: Waker { unsafe Waker(handle: ThreadSafePointer(handle)) }

  /// Returns the next finished transfer, identified by its easy handle, or nil if there is none.
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
