import CGIO
import CGStreamer

/// A clip in memory as the source of a pipeline, with random access.
enum ClipSource {
  /// The source in the syntax of `gst-launch-1.0`.
  static let description = "giostreamsrc name=clip"

  /// Sets the bytes of the source; they are copied once.
  static func supply(_ file: [UInt8], to pipeline: PipelineHandle) {
    let bytes = unsafe file.withUnsafeBytes { unsafe g_bytes_new($0.baseAddress, gsize($0.count)) }
    let stream = unsafe g_memory_input_stream_new_from_bytes(bytes)
    unsafe g_bytes_unref(bytes)
    if let clip = pipeline.child("clip") {
      unsafe cgst_set_object(clip.pointer, "stream", stream)
    }
    unsafe g_object_unref(stream)
  }
}
