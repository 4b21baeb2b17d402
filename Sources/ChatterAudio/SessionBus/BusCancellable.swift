import CGIO
import EventLoop

/// Cancels blocking calls to a bus (`GCancellable`); may be used on any thread.
@safe final class BusCancellable: Sendable {
  private let handle: ThreadSafePointer<UnsafeMutablePointer<GCancellable>>

  init() {
    unsafe handle = ThreadSafePointer(g_cancellable_new())
  }

  deinit { unsafe g_object_unref(pointer) }

  var pointer: UnsafeMutablePointer<GCancellable> { unsafe handle.value }

  /// Whether it has been cancelled.
  var isCancelled: Bool { unsafe g_cancellable_is_cancelled(pointer) != 0 }

  /// Cancels it; calls that are waiting fail.
  func cancel() { unsafe g_cancellable_cancel(pointer) }
}
