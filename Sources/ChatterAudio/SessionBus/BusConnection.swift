import CGIO
import System

/// A connection to a bus (`GDBusConnection`) that exports one object. The main context of its
/// thread receives the calls. GIO allows the use of all three objects on any thread.
@safe final class BusConnection: Sendable {
  private let connection: ThreadSafePointer<OpaquePointer>
  private let context: ThreadSafePointer<OpaquePointer>
  private let loop: ThreadSafePointer<OpaquePointer>
  private let registrations: [guint]
  private let closedHandler: gulong

  /// Connects, registers the object and requests a name, on the thread that then calls `run`.
  init(address: String?, names: [String], object: BusObject) throws(SessionBusError) {
    let context: OpaquePointer = unsafe g_main_context_new()
    // Calls arrive on the thread-default context at the time of the registration.
    unsafe g_main_context_push_thread_default(context)
    let connection: OpaquePointer
    do throws(SessionBusError) {
      unsafe connection = try Self.connect(to: address)
    } catch {
      unsafe g_main_context_pop_thread_default(context)
      unsafe g_main_context_unref(context)
      throw error
    }
    let loop: OpaquePointer = unsafe g_main_loop_new(context, 0)
    unsafe (self.context, self.connection, self.loop) = (
      ThreadSafePointer(context), ThreadSafePointer(connection), ThreadSafePointer(loop)
    )
    // Called on the context, while `run` is in its loop.
    unsafe closedHandler = cgio_on_closed(
      connection, { _, _, _, loop in unsafe g_main_loop_quit(OpaquePointer(loop)) },
      UnsafeMutableRawPointer(loop))
    unsafe registrations = Self.register(object, on: connection)
    unsafe g_main_context_pop_thread_default(context)
    guard registrations.count == 2 else { throw .refused("could not register the object") }
    for name in names where try unsafe Self.request(name, on: connection) { return }
    throw .refused("the name \(names.first ?? "") is taken")
  }

  deinit {
    leave()
    unsafe g_signal_handler_disconnect(UnsafeMutableRawPointer(connection.value), closedHandler)
    unsafe g_object_unref(UnsafeMutableRawPointer(connection.value))
    unsafe g_main_loop_unref(loop.value)
    unsafe g_main_context_unref(context.value)
  }

  /// Handles calls until `stop`, or until the connection is lost.
  func run() {
    unsafe g_main_context_push_thread_default(context.value)
    unsafe g_main_loop_run(loop.value)
    leave()
    unsafe g_main_context_pop_thread_default(context.value)
  }

  /// Disconnects from the bus; later calls do nothing.
  private func leave() {
    for registration in registrations {
      unsafe g_dbus_connection_unregister_object(connection.value, registration)
    }
    unsafe g_dbus_connection_close_sync(connection.value, nil, nil)
    // Pending sources of this context release the object.
    while unsafe g_main_context_iteration(context.value, 0) != 0 {}
  }

  /// Ends `run`, even if it has not started yet. May be called on any thread.
  func stop() {
    let source = unsafe g_idle_source_new()
    unsafe g_source_set_callback(
      source,
      { loop in
        unsafe g_main_loop_quit(OpaquePointer(loop))
        return 0
      }, UnsafeMutableRawPointer(loop.value), nil)
    unsafe g_source_attach(source, context.value)
    unsafe g_source_unref(source)
  }

  /// Emits a signal of the object; may be called on any thread.
  func emit(_ signal: String, of interface: String, _ arguments: [BusValue]) {
    unsafe g_dbus_connection_emit_signal(
      connection.value, nil, MPRISInterface.path, interface, signal, BusValue.tuple(arguments), nil)
  }
}
