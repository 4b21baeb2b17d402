import CGStreamer

/// The end of a pipeline from which samples are read: an element `appsink` (`GstAppSink`).
extension ElementHandle {
  private var sink: UnsafeMutablePointer<GstAppSink> {
    unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GstAppSink.self)
  }

  /// Calls a function with all samples, on a pipeline thread; false makes the pipeline fail.
  func deliverSamples(to receive: @escaping @Sendable ([UInt8]) -> Bool) {
    var callbacks = GstAppSinkCallbacks()
    unsafe callbacks.new_sample = { sink, context in
      guard let context = unsafe context, let sample = unsafe gst_app_sink_pull_sample(sink) else {
        return GST_FLOW_EOS
      }
      let receiver = unsafe Unmanaged<SampleReceiver>.fromOpaque(context).takeUnretainedValue()
      let isTaken = receiver.receive(unsafe ElementHandle.bytes(adopting: sample))
      return isTaken ? GST_FLOW_OK : GST_FLOW_ERROR
    }
    let context = unsafe Unmanaged.passRetained(SampleReceiver(receive)).toOpaque()
    unsafe gst_app_sink_set_callbacks(sink, &callbacks, context) { context in
      guard let context = unsafe context else { return }
      unsafe Unmanaged<SampleReceiver>.fromOpaque(context).release()
    }
  }

  /// Returns the next samples, waiting up to `limit`; nil at the end and on timeout.
  func nextSamples(within limit: Duration) -> [UInt8]? {
    let timeout = UInt(clamping: limit.nanoseconds)
    guard let sample = unsafe gst_app_sink_try_pull_sample(sink, timeout) else { return nil }
    return unsafe Self.bytes(adopting: sample)
  }

  var isAtEnd: Bool { unsafe gst_app_sink_is_eos(sink) != 0 }

  private static func bytes(adopting sample: OpaquePointer) -> [UInt8] {
    defer { unsafe gst_sample_unref(sample) }
    guard let buffer = unsafe gst_sample_get_buffer(sample) else { return [] }
    let size = unsafe gst_buffer_get_size(buffer)
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(size)) { bytes, count in
      count = Int(unsafe gst_buffer_extract(buffer, 0, bytes.baseAddress, size))
    }
  }
}

/// A function that C code holds by reference.
private final class SampleReceiver: Sendable {
  let receive: @Sendable ([UInt8]) -> Bool

  init(_ receive: @escaping @Sendable ([UInt8]) -> Bool) { self.receive = receive }
}
