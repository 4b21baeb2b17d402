import CGIO

/// A D-Bus value (`GVariant`) of one of the types that MPRIS uses.
enum BusValue: Equatable, Sendable {
  /// D-Bus type `s`.
  case string(String)
  /// D-Bus type `as`.
  case strings([String])
  /// D-Bus type `x`.
  case integer(Int64)
  /// D-Bus type `d`.
  case double(Double)
  /// D-Bus type `b`.
  case boolean(Bool)
  /// D-Bus type `o`.
  case objectPath(String)
  /// D-Bus type `a{sv}`.
  case dictionary([String: BusValue])

  /// Reads a value; nil if it is a dictionary or has a type without a case here.
  init?(_ variant: OpaquePointer) {
    switch unsafe String(cString: g_variant_get_type_string(variant)) {
    case "s": self = unsafe .string(String(cString: g_variant_get_string(variant, nil)))
    case "o": self = unsafe .objectPath(String(cString: g_variant_get_string(variant, nil)))
    case "x": self = unsafe .integer(Int64(g_variant_get_int64(variant)))
    case "d": self = unsafe .double(g_variant_get_double(variant))
    case "b": self = unsafe .boolean(g_variant_get_boolean(variant) != 0)
    default: return nil
    }
  }

  /// Returns a GVariant with a floating reference, owned by the function that receives it.
  func floating() -> OpaquePointer {
    switch self {
    case .string(let text): return unsafe g_variant_new_string(Self.withoutZeros(text))
    case .strings(let texts):
      return unsafe Self.array("as", texts.map { unsafe BusValue.string($0).floating() })
    case .integer(let number): return unsafe g_variant_new_int64(gint64(number))
    case .double(let number): return unsafe g_variant_new_double(number)
    case .boolean(let isTrue): return unsafe g_variant_new_boolean(isTrue ? 1 : 0)
    case .objectPath(let path):
      // GLib aborts the process on an invalid path.
      let isPath = unsafe g_variant_is_object_path(path) != 0
      return unsafe g_variant_new_object_path(isPath ? path : MPRISInterface.noTrack)
    case .dictionary(let entries):
      let children = unsafe entries.sorted { $0.key < $1.key }.map { key, value in
        unsafe g_variant_new_dict_entry(
          g_variant_new_string(key), g_variant_new_variant(value.floating()))
      }
      return unsafe Self.array("a{sv}", children)
    }
  }

  /// Returns a tuple of values, with a floating reference.
  static func tuple(_ values: [BusValue]) -> OpaquePointer {
    let children: [OpaquePointer?] = unsafe values.map { unsafe $0.floating() }
    return unsafe g_variant_new_tuple(children, gsize(children.count))
  }

  private static func array(_ type: String, _ children: [OpaquePointer?]) -> OpaquePointer {
    let builder = unsafe cgio_variant_builder(type)
    defer { unsafe g_variant_builder_unref(builder) }
    for index in unsafe children.indices {
      unsafe g_variant_builder_add_value(builder, children[index])
    }
    return unsafe g_variant_builder_end(builder)
  }

  /// Removes NUL characters, which C and D-Bus do not allow in a text.
  private static func withoutZeros(_ text: String) -> String {
    text.utf8.contains(0) ? String(text.filter { $0 != "\0" }) : text
  }
}
