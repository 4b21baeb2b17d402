import CGStreamer
import System

enum GStreamer {
  private static let isInitialized = gst_init_check(nil, nil, nil) != 0

  static func initialize() throws(AudioError) {
    guard isInitialized else { throw .engine("could not initialize GStreamer") }
  }

  /// Initializes the library on a separate thread: the first time, it scans all installed plugins.
  static func start() async throws(AudioError) {
    try await SystemThread.run("chatter-start") { () throws(AudioError) in try initialize() }
  }

  static func hasElement(_ name: String) -> Bool {
    guard isInitialized, let factory = unsafe gst_element_factory_find(name) else { return false }
    unsafe gst_object_unref(UnsafeMutableRawPointer(factory))
    return true
  }
}
