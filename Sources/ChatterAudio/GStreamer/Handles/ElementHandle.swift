import CGStreamer

/// A reference to an element of GStreamer (`GstElement`), of which a pipeline is one.
///
/// The library guards an element by a lock of its own: its properties, its state and its
/// questions may come from any thread.
@safe final class ElementHandle: @unchecked Sendable {
  /// What an element is told to be in; the corresponding C type is `GstState`.
  enum State {
    /// It holds nothing, and has no device.
    case atRest
    /// It has its device, and no samples.
    case ready
    /// It has the first samples, and holds them.
    case paused
    case playing

    fileprivate var value: GstState {
      switch self {
      case .atRest: GST_STATE_NULL
      case .ready: GST_STATE_READY
      case .paused: GST_STATE_PAUSED
      case .playing: GST_STATE_PLAYING
      }
    }
  }

  /// What an element does when it is told to enter a state.
  enum StateChange {
    case done
    /// It takes its time.
    case underWay
    case failed
  }

  let pointer: UnsafeMutablePointer<GstElement>
  /// A part of a pipeline goes to rest with the whole, and not before.
  private let isPart: Bool

  /// Takes over a reference.
  init(adopting pointer: UnsafeMutablePointer<GstElement>, isPart: Bool = false) {
    unsafe self.pointer = pointer
    self.isPart = isPart
  }

  /// Makes an element by the name of its kind.
  init(kind: String, name: String) throws(AudioError) {
    try GStreamer.initialize()
    guard let made = unsafe gst_element_factory_make(kind, name) else {
      throw ElementPackage.missing(kind)
    }
    unsafe gst_object_ref_sink(made)
    unsafe pointer = made
    isPart = false
  }

  /// An element must be at rest before it goes.
  deinit {
    if !isPart { unsafe gst_element_set_state(pointer, GST_STATE_NULL) }
    unsafe gst_object_unref(pointer)
  }

  func set(_ property: String, to value: String) {
    unsafe cgst_set_string(pointer, property, value)
  }

  func set(_ property: String, to value: Double) {
    unsafe cgst_set_double(pointer, property, value)
  }

  func set(_ property: String, to value: Bool) {
    unsafe cgst_set_boolean(pointer, property, value ? 1 : 0)
  }

  /// What a property is that is a number.
  func number(_ property: String) -> Double { unsafe cgst_get_double(pointer, property) }

  /// Whether its kind has a property of that name.
  func has(_ property: String) -> Bool {
    unsafe cgst_has_property(pointer, property) != 0
  }

  /// The corresponding C function is `gst_element_set_state`.
  @discardableResult
  func enter(_ state: State) -> StateChange {
    Self.change(unsafe gst_element_set_state(pointer, state.value))
  }

  /// Waits at most so long until it is in the state that it was told to enter.
  ///
  /// The corresponding C function is `gst_element_get_state`.
  func settle(within limit: Duration) -> StateChange {
    Self.change(
      unsafe gst_element_get_state(pointer, nil, nil, GstClockTime(clamping: limit.nanoseconds)))
  }

  /// Whether it holds no device, and is not on its way to one.
  var isAtRest: Bool {
    var (current, pending) = (GST_STATE_NULL, GST_STATE_VOID_PENDING)
    _ = unsafe gst_element_get_state(pointer, &current, &pending, 0)
    return current == GST_STATE_NULL && pending == GST_STATE_VOID_PENDING
  }

  private static func change(_ change: GstStateChangeReturn) -> StateChange {
    switch change {
    case GST_STATE_CHANGE_ASYNC: .underWay
    case GST_STATE_CHANGE_FAILURE: .failed
    default: .done
    }
  }

  /// Where it stands in the stream; nil where it does not know.
  var position: Duration? {
    var nanoseconds: gint64 = -1
    guard unsafe gst_element_query_position(pointer, GST_FORMAT_TIME, &nanoseconds) != 0,
      nanoseconds >= 0
    else { return nil }
    return .nanoseconds(Int64(nanoseconds))
  }

  /// How long the stream is; nil where it does not know.
  var duration: Duration? {
    var nanoseconds: gint64 = -1
    guard unsafe gst_element_query_duration(pointer, GST_FORMAT_TIME, &nanoseconds) != 0,
      nanoseconds >= 0
    else { return nil }
    return .nanoseconds(Int64(nanoseconds))
  }

  /// Goes to the sample at an instant, forgetting what is under way; false where it cannot.
  ///
  /// The corresponding C function is `gst_element_seek`.
  func seek(to time: Duration, rate: Double) -> Bool {
    let flags = GstSeekFlags(GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue)
    return unsafe gst_element_seek(
      pointer, rate, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, gint64(max(0, time.nanoseconds)),
      GST_SEEK_TYPE_NONE, -1) != 0
  }

  /// Says to the sources that no more will come: what is under way is written to its end.
  func sendEndOfStream() {
    unsafe gst_element_send_event(pointer, gst_event_new_eos())
  }
}
