import CGIO

/// Ends what waits for a bus (`GCancellable`); from any thread.
@safe final class BusPatience: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<GCancellable>

  init() {
    unsafe pointer = g_cancellable_new()
  }

  deinit { unsafe g_object_unref(pointer) }

  /// Whether it has come to its end.
  var isOver: Bool { unsafe g_cancellable_is_cancelled(pointer) != 0 }

  /// Ends it: whoever waits fails.
  func end() { unsafe g_cancellable_cancel(pointer) }
}
