import CGStreamer
import EventLoop

/// The GStreamer library.
enum GStreamer {
  private static let isInitialized = gst_init_check(nil, nil, nil) != 0

  /// Initializes the library, once per process.
  static func initialize() throws(AudioError) {
    guard isInitialized else { throw .engine("could not initialize GStreamer") }
  }

  /// Initializes the library on a separate thread without a time limit: the first time, it scans
  /// all installed plugins.
  static func start() async throws(AudioError) {
    try await SystemThread.run("chatter-start") { () throws(AudioError) in try initialize() }
  }

  /// Returns whether an element with this name is installed.
  static func hasElement(_ name: String) -> Bool {
    guard isInitialized, let factory = unsafe gst_element_factory_find(name) else { return false }
    unsafe gst_object_unref(UnsafeMutableRawPointer(factory))
    return true
  }
}
