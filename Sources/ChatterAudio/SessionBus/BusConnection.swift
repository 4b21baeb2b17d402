import CGIO
import Threads

/// A connection to a bus (`GDBusConnection`) on which one object answers, and the thread with the
/// main context that its calls come in on.
@safe final class BusConnection: @unchecked Sendable {
  /// What the object answers with; called on the thread of the connection.
  struct Answers: Sendable {
    /// False where there is no such method that can be called.
    var call: @Sendable (_ method: String, [BusValue]) -> Bool
    var property: @Sendable (_ interface: String, _ name: String) -> BusValue?
    /// False where it cannot be set to that.
    var set: @Sendable (_ name: String, BusValue) -> Bool
  }

  private let connection: OpaquePointer
  private let context: OpaquePointer
  private let loop: OpaquePointer
  private let registrations: [guint]
  private let closedHandler: gulong

  /// Connects, shows an object, and takes a name; on the thread that then calls `run`.
  ///
  /// - Parameters:
  ///   - address: of a bus; nil for the one of the session.
  ///   - patience: ends the attempt where it takes too long.
  init(
    address: String?, names: [String], answers: Answers, patience: BusPatience
  ) throws(SessionBusError) {
    unsafe context = g_main_context_new()
    // Calls come in on the context that is the thread's when the object is registered.
    unsafe g_main_context_push_thread_default(context)
    do throws(SessionBusError) {
      unsafe connection = try Self.connect(to: address, patience)
    } catch {
      unsafe g_main_context_pop_thread_default(context)
      unsafe g_main_context_unref(context)
      throw error
    }
    unsafe loop = g_main_loop_new(context, 0)
    // Told on the context, while `run` is in its loop.
    unsafe closedHandler = cgio_on_closed(
      connection, { _, _, _, loop in unsafe g_main_loop_quit(OpaquePointer(loop)) },
      UnsafeMutableRawPointer(loop))
    unsafe registrations = Self.register(answers, on: connection)
    unsafe g_main_context_pop_thread_default(context)
    guard registrations.count == 2 else { throw .refused("it takes no object") }
    for name in names where try unsafe Self.request(name, on: connection, patience) { return }
    throw .refused("the name \(names.first ?? "") is taken")
  }

  deinit {
    leave()
    unsafe g_signal_handler_disconnect(UnsafeMutableRawPointer(connection), closedHandler)
    unsafe g_object_unref(UnsafeMutableRawPointer(connection))
    unsafe g_main_loop_unref(loop)
    unsafe g_main_context_unref(context)
  }

  /// Answers until `stop`, or until the bus is lost.
  func run() {
    unsafe g_main_context_push_thread_default(context)
    unsafe g_main_loop_run(loop)
    leave()
    unsafe g_main_context_pop_thread_default(context)
  }

  /// Leaves the bus; the second time does nothing.
  private func leave() {
    for registration in registrations {
      unsafe g_dbus_connection_unregister_object(connection, registration)
    }
    unsafe g_dbus_connection_close_sync(connection, nil, nil)
    // What is still to be done on this context lets go of the object.
    while unsafe g_main_context_iteration(context, 0) != 0 {}
  }

  /// Ends `run`, whether it has begun or not.
  func stop() {
    let source = unsafe g_idle_source_new()
    unsafe g_source_set_callback(
      source,
      { loop in
        unsafe g_main_loop_quit(OpaquePointer(loop))
        return 0
      }, UnsafeMutableRawPointer(loop), nil)
    unsafe g_source_attach(source, context)
    unsafe g_source_unref(source)
  }

  /// Sends a signal of the object; from any thread.
  func emit(_ signal: String, of interface: String, _ arguments: consuming Arguments) {
    unsafe g_dbus_connection_emit_signal(
      connection, nil, MPRISInterface.path, interface, signal, arguments.tuple(), nil)
  }

  /// What a signal carries.
  enum Arguments {
    case values([BusValue])
    /// Of `PropertiesChanged`: the interface, and what has changed.
    case changes(String, [String: BusValue])

    fileprivate func tuple() -> OpaquePointer {
      switch self {
      case .values(let values): unsafe BusValue.tuple(values)
      case .changes(let interface, let properties):
        unsafe BusValue.tuple([.string(interface), .dictionary(properties), .strings([])])
      }
    }
  }
}
