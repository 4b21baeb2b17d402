import CGStreamer
import System

/// A pipeline (`GstPipeline`) and its bus; both lock themselves.
@safe final class PipelineHandle: Sendable {
  let element: ElementHandle
  private let busHandle: ThreadSafePointer<UnsafeMutablePointer<GstBus>>

  /// Creates a pipeline in the NULL state from a description in the syntax of `gst-launch-1.0`.
  ///
  /// The description must not contain external input, which must be set as a property instead.
  init(_ description: String) throws(AudioError) {
    try GStreamer.initialize()
    var error: UnsafeMutablePointer<GError>? = nil
    let made = unsafe gst_parse_launch_full(
      description, nil, GST_PARSE_FLAG_FATAL_ERRORS, &error)
    guard let made = unsafe made else {
      guard let error = unsafe error else { throw .engine("could not create the pipeline") }
      defer { unsafe g_error_free(error) }
      throw unsafe PipelineFailure(error, from: nil).audioError
    }
    unsafe gst_object_ref_sink(made)
    element = unsafe ElementHandle(adopting: made)
    let pipeline = unsafe UnsafeMutableRawPointer(made).assumingMemoryBound(to: GstPipeline.self)
    // The bus wakes the pipeline's thread, also in the NULL state: GStreamer must not flush it.
    unsafe gst_pipeline_set_auto_flush_bus(pipeline, 0)
    unsafe busHandle = ThreadSafePointer(gst_pipeline_get_bus(pipeline))
  }

  deinit {
    unsafe gst_element_set_state(element.pointer, GST_STATE_NULL)
    // A message references its sender, which references the bus: flushing breaks the cycle.
    unsafe gst_bus_set_flushing(bus, 1)
    unsafe gst_object_unref(bus)
  }

  private var bus: UnsafeMutablePointer<GstBus> { unsafe busHandle.value }

  func child(_ name: String) -> ElementHandle? {
    let bin = unsafe UnsafeMutableRawPointer(element.pointer).assumingMemoryBound(to: GstBin.self)
    guard let child = unsafe gst_bin_get_by_name(bin, name) else { return nil }
    return unsafe ElementHandle(adopting: child, isChild: true)
  }

  /// Returns the next message, waiting up to `limit`; nil on timeout.
  func nextMessage(within limit: Duration?) -> BusMessage? {
    // GST_CLOCK_TIME_NONE: no timeout.
    let timeout = limit.map { UInt(clamping: $0.nanoseconds) } ?? UInt.max
    guard let message = unsafe gst_bus_timed_pop(bus, timeout) else { return nil }
    defer { unsafe gst_message_unref(message) }
    return unsafe BusMessage(message)
  }

  func wake() {
    let structure = unsafe gst_structure_new_empty("wake")
    unsafe gst_bus_post(bus, gst_message_new_application(nil, structure))
  }
}
