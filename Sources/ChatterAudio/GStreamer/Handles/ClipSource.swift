import CGIO
import CGStreamer

/// The bytes of a clip as the beginning of a pipeline, to be read from any place.
enum ClipSource {
  /// As `gst-launch-1.0` takes it.
  static let description = "giostreamsrc name=clip"

  /// Gives a pipeline the bytes, which are copied once.
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
