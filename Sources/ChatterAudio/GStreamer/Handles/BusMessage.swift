import CGStreamer

/// A message of a pipeline, reduced to the kinds used here.
enum BusMessage: Equatable, Sendable {
  case endOfStream
  case failed(AudioError)
  /// The sound level in decibels, of which 0 is the maximum, of the sound after a stream time.
  case level(Double, from: Duration)
  case other

  init(_ message: UnsafeMutablePointer<GstMessage>) {
    switch unsafe message.pointee.type {
    case GST_MESSAGE_EOS: self = .endOfStream
    case GST_MESSAGE_ERROR: self = unsafe .failed(Self.failure(message))
    case GST_MESSAGE_ELEMENT:
      let decibels = unsafe cgst_level_decibels(message)
      if decibels.isNaN {
        self = .other
      } else {
        let start = unsafe cgst_level_start(message)
        self = .level(decibels, from: .nanoseconds(Int64(clamping: start)))
      }
    default: self = .other
    }
  }

  private static func failure(_ message: UnsafeMutablePointer<GstMessage>) -> AudioError {
    var error: UnsafeMutablePointer<GError>? = nil
    var details: UnsafeMutablePointer<gchar>? = nil
    unsafe gst_message_parse_error(message, &error, &details)
    defer { unsafe g_free(details) }
    guard let error = unsafe error else { return .engine("the pipeline failed") }
    defer { unsafe g_error_free(error) }
    let name = unsafe message.pointee.src.flatMap { unsafe $0.pointee.name }
    var failure = unsafe PipelineFailure(error, from: name.map { unsafe String(cString: $0) })
    if let details = unsafe details { failure.details = unsafe String(cString: details) }
    return failure.audioError
  }
}
