import CGStreamer
import Threads

/// The library as a whole.
enum GStreamer {
  private static let isInitialized = gst_init_check(nil, nil, nil) != 0

  /// Starts the library, once a process.
  static func initialize() throws(AudioError) {
    guard isInitialized else { throw .engine("GStreamer does not start") }
  }

  /// Starts the library on a thread of its own: for the first time it looks at all that is
  /// installed, which takes as long as it takes.
  static func start() async throws(AudioError) {
    try await SystemThread.run("chatter-start") { () throws(AudioError) in try initialize() }
  }

  /// Whether an element of that name is installed.
  static func hasElement(_ name: String) -> Bool {
    guard isInitialized, let factory = unsafe gst_element_factory_find(name) else { return false }
    unsafe gst_object_unref(UnsafeMutableRawPointer(factory))
    return true
  }
}

extension Duration {
  /// Whole nanoseconds, cut off, as GStreamer counts time; the bounds where there are more.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || carry ? (seconds < 0 ? .min : .max) : sum
  }
}
