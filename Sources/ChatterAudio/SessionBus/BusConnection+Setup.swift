import CGIO

extension BusConnection {
  static func connect(to address: String?) throws(SessionBusError) -> OpaquePointer {
    var error: UnsafeMutablePointer<GError>? = nil
    let found =
      unsafe address == nil
      ? g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, nil, &error) : nil
    defer { unsafe g_free(found) }
    guard let text = unsafe address ?? found.map({ unsafe String(cString: $0) }) else {
      throw .noBus(unsafe reason(adopting: error))
    }
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    guard
      let connection = unsafe g_dbus_connection_new_for_address_sync(
        text, flags, nil, nil, &error)
    else { throw .noBus(unsafe reason(adopting: error)) }
    return unsafe connection
  }

  static func register(_ object: BusObject, on connection: OpaquePointer) -> [guint] {
    guard let node = unsafe g_dbus_node_info_new_for_xml(MPRISInterface.introspection, nil) else {
      return []
    }
    defer { unsafe g_dbus_node_info_unref(node) }
    var table = GDBusInterfaceVTable()
    unsafe table.method_call = { _, _, _, _, method, parameters, invocation, context in
      unsafe BusConnection.call(method, parameters, invocation, BusConnection.object(at: context))
    }
    unsafe table.get_property = { _, _, _, interface, name, error, context in
      guard let interface = unsafe interface, let name = unsafe name,
        let value = unsafe BusConnection.object(at: context)?.property(
          String(cString: name), of: String(cString: interface))
      else {
        unsafe g_set_error_literal(
          error, g_dbus_error_quark(), Int32(G_DBUS_ERROR_UNKNOWN_PROPERTY.rawValue),
          "no such property")
        return nil
      }
      return unsafe value.floating()
    }
    unsafe table.set_property = { _, _, _, _, name, variant, error, context in
      if let name = unsafe name, let variant = unsafe variant,
        let value = unsafe BusValue(variant), let object = unsafe BusConnection.object(at: context),
        let command = unsafe MPRISInterface.command(property: String(cString: name), value)
      {
        object.take(command)
        return 1
      }
      unsafe g_set_error_literal(
        error, g_dbus_error_quark(), Int32(G_DBUS_ERROR_INVALID_ARGS.rawValue),
        "invalid property value")
      return 0
    }
    return [MPRISInterface.root, MPRISInterface.player].compactMap { interface in
      let registration = unsafe g_dbus_connection_register_object(
        connection, MPRISInterface.path, g_dbus_node_info_lookup_interface(node, interface),
        &table, Unmanaged.passRetained(object).toOpaque(),
        { context in
          guard let context = unsafe context else { return }
          unsafe Unmanaged<BusObject>.fromOpaque(context).release()
        }, nil)
      return registration == 0 ? nil : registration
    }
  }

  private static func object(at context: UnsafeMutableRawPointer?) -> BusObject? {
    unsafe context.map { unsafe Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  private static func call(
    _ method: UnsafePointer<CChar>?, _ parameters: OpaquePointer?, _ invocation: OpaquePointer?,
    _ object: BusObject?
  ) {
    guard let method = unsafe method, let parameters = unsafe parameters else { return }
    let arguments: [BusValue] = unsafe (0..<g_variant_n_children(parameters)).compactMap { index in
      guard let child = unsafe g_variant_get_child_value(parameters, index) else { return nil }
      defer { unsafe g_variant_unref(child) }
      return unsafe BusValue(child)
    }
    let command = unsafe MPRISInterface.command(method: String(cString: method), arguments)
    if let object, let command {
      object.take(command)
      unsafe g_dbus_method_invocation_return_value(invocation, nil)
    } else {
      unsafe g_dbus_method_invocation_return_dbus_error(
        invocation, "org.freedesktop.DBus.Error.NotSupported", "not supported by this player")
    }
  }

  static func request(
    _ name: String, on connection: OpaquePointer
  ) throws(SessionBusError) -> Bool {
    var error: UnsafeMutablePointer<GError>? = nil
    // DBUS_NAME_FLAG_DO_NOT_QUEUE is 4; DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER is 1.
    let children: [OpaquePointer?] = unsafe [
      g_variant_new_string(name), g_variant_new_uint32(4),
    ]
    let reply = unsafe g_dbus_connection_call_sync(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "RequestName", g_variant_new_tuple(children, 2), cgio_uint32_reply_type(),
      G_DBUS_CALL_FLAGS_NONE, -1, nil, &error)
    guard let reply = unsafe reply else {
      throw .refused("could not request a name: \(unsafe reason(adopting: error))")
    }
    defer { unsafe g_variant_unref(reply) }
    guard let code = unsafe g_variant_get_child_value(reply, 0) else { return false }
    defer { unsafe g_variant_unref(code) }
    return unsafe g_variant_get_uint32(code) == 1
  }

  private static func reason(adopting error: UnsafeMutablePointer<GError>?) -> String {
    guard let error = unsafe error else { return "unknown reason" }
    defer { unsafe g_error_free(error) }
    return unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? ""
  }
}
