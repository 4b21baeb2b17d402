import CGStreamer
import System

/// A GStreamer element (`GstElement`), such as a pipeline. It has its own lock: properties, state
/// changes and queries are safe from any thread.
@safe final class ElementHandle: Sendable {
  /// A state that an element can be set to; the corresponding C type is `GstState`.
  struct State: Sendable {
    /// No data and no device.
    static let atRest = State(value: GST_STATE_NULL)
    /// Device open, no samples.
    static let ready = State(value: GST_STATE_READY)
    /// The first samples are loaded; playback is stopped at them.
    static let paused = State(value: GST_STATE_PAUSED)
    static let playing = State(value: GST_STATE_PLAYING)

    fileprivate let value: GstState
  }

  enum StateChange {
    case done
    /// The change continues asynchronously.
    case underWay
    case failed
  }

  private let handle: ThreadSafePointer<UnsafeMutablePointer<GstElement>>
  /// Whether the element belongs to a pipeline, which resets it together with its other elements.
  private let isChild: Bool

  /// Takes ownership of a reference.
  init(adopting pointer: UnsafeMutablePointer<GstElement>, isChild: Bool = false) {
    unsafe handle = ThreadSafePointer(pointer)
    self.isChild = isChild
  }

  /// An element must be in the NULL state before it is released.
  deinit {
    if !isChild { unsafe gst_element_set_state(pointer, GST_STATE_NULL) }
    unsafe gst_object_unref(pointer)
  }

  var pointer: UnsafeMutablePointer<GstElement> { unsafe handle.value }

  func set(_ property: String, to value: String) {
    unsafe cgst_set_string(pointer, property, value)
  }

  func set(_ property: String, to value: Double) {
    unsafe cgst_set_double(pointer, property, value)
  }

  func has(_ property: String) -> Bool {
    unsafe cgst_has_property(pointer, property) != 0
  }

  /// Sets a property of any type, if there is one, from its text in the syntax of
  /// `gst-launch-1.0`.
  func assign(_ property: String, _ value: String) {
    if has(property) { unsafe cgst_set_text(pointer, property, value) }
  }

  @discardableResult
  func enter(_ state: State) -> StateChange {
    Self.change(unsafe gst_element_set_state(pointer, state.value))
  }

  /// Waits up to `limit` until the element reaches the state that was set.
  func settle(within limit: Duration) -> StateChange {
    Self.change(
      unsafe gst_element_get_state(pointer, nil, nil, GstClockTime(clamping: limit.nanoseconds)))
  }

  private static func change(_ change: GstStateChangeReturn) -> StateChange {
    switch change {
    case GST_STATE_CHANGE_ASYNC: .underWay
    case GST_STATE_CHANGE_FAILURE: .failed
    default: .done
    }
  }

  /// The position in the stream; nil if unknown.
  var position: Duration? { unsafe query(gst_element_query_position) }

  /// The duration of the stream; nil if unknown.
  var duration: Duration? { unsafe query(gst_element_query_duration) }

  private func query(
    _ read: (UnsafeMutablePointer<GstElement>, GstFormat, UnsafeMutablePointer<gint64>) -> gboolean
  ) -> Duration? {
    var nanoseconds: gint64 = -1
    guard unsafe read(pointer, GST_FORMAT_TIME, &nanoseconds) != 0, nanoseconds >= 0 else {
      return nil
    }
    return .nanoseconds(Int64(nanoseconds))
  }

  /// Seeks to the sample at a time and discards data in flight; returns false if it cannot.
  func seek(to time: Duration, rate: Double) -> Bool {
    let flags = GstSeekFlags(GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue)
    return unsafe gst_element_seek(
      pointer, rate, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, gint64(max(0, time.nanoseconds)),
      GST_SEEK_TYPE_NONE, -1) != 0
  }

  /// Sends an end-of-stream event to the sources; data in flight is still processed to its end.
  func sendEndOfStream() {
    unsafe gst_element_send_event(pointer, gst_event_new_eos())
  }
}
