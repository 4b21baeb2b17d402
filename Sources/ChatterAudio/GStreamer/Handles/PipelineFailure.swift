import CGStreamer

/// An error of GStreamer (`GError`) and the element that reported it.
struct PipelineFailure {
  /// The names, in pipeline descriptions, of the elements that access devices and files.
  static let source = "source"
  static let sink = "sink"
  static let file = "file"
  /// The name of the muxer, which writes samples to a temporary file until the index is known.
  static let mux = "mux"

  var domain: UInt32
  var code: UInt32
  /// The error text in the form of `AudioError`: starts in lower case, without a full stop.
  var text: String
  var element: String?
  /// Debugging details; they contain file names.
  var details = ""

  init(domain: UInt32, code: UInt32, text: String, element: String?) {
    (self.domain, self.code, self.element) = (domain, code, element)
    let message = text.hasSuffix(".") ? text.dropLast() : text[...]
    self.text = message.prefix(1).lowercased() + message.dropFirst()
  }

  init(_ error: UnsafeMutablePointer<GError>, from element: String?) {
    unsafe self.init(
      domain: error.pointee.domain, code: UInt32(bitPattern: error.pointee.code),
      text: error.pointee.message.map { unsafe String(cString: $0) } ?? "", element: element)
  }

  var audioError: AudioError {
    switch domain {
    case gst_parse_error_quark():
      guard code == GST_PARSE_ERROR_NO_SUCH_ELEMENT.rawValue else { return .engine(text) }
      // no element "avenc_aac"
      let components = text.split(separator: "\"", omittingEmptySubsequences: false)
      return ElementPackage.missing(components.count > 1 ? String(components[1]) : text)
    case gst_core_error_quark():
      return code == GST_CORE_ERROR_MISSING_PLUGIN.rawValue
        ? ElementPackage.missingDecoder(text) : .engine(text)
    case gst_stream_error_quark():
      if element == Self.source || element == Self.sink { return deviceError }
      return code == GST_STREAM_ERROR_CODEC_NOT_FOUND.rawValue
        ? ElementPackage.missingDecoder(text) : .undecodable(text)
    case gst_resource_error_quark(): return deviceError
    default: return .engine(text)
    }
  }

  private var isDenied: Bool {
    code == GST_RESOURCE_ERROR_NOT_AUTHORIZED.rawValue
      || [text, details].contains {
        $0.contains("Permission denied") || $0.contains("Access denied")
      }
  }

  private var isBusy: Bool {
    code == GST_RESOURCE_ERROR_BUSY.rawValue
      || [text, details].contains { $0.contains("Device or resource busy") }
  }

  private var deviceError: AudioError {
    switch element {
    case Self.file, Self.mux: .file(fileMessage)
    case Self.source: refusalReason.map { .denied($0) } ?? .noSource
    case Self.sink: refusalReason.map { .denied($0) } ?? .noSink
    default: .engine(text)
    }
  }

  /// Why a device that exists may not be used; nil if it does not exist.
  private var refusalReason: String? {
    if isBusy { return "another program is using it" }
    return isDenied ? text : nil
  }

  private var fileMessage: String {
    if code == GST_RESOURCE_ERROR_NO_SPACE_LEFT.rawValue { return "no space left on the disk" }
    return isDenied ? text + ": permission denied" : text
  }
}
