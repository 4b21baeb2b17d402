import CGIO
import Testing

@testable import ChatterAudio

struct BusValueTests {
  /// The text of a value as GLib prints it.
  private func text(_ value: BusValue) -> String {
    let variant = unsafe g_variant_ref_sink(value.floating())
    defer { unsafe g_variant_unref(variant) }
    let text = unsafe g_variant_print(variant, 1)
    defer { unsafe g_free(text) }
    return unsafe text.map { unsafe String(cString: $0) } ?? ""
  }

  @Test(
    arguments: [
      (.string("a"), "'a'"), (.string("a\0b"), "'ab'"), (.strings([]), "@as []"),
      (.strings(["a", "b"]), "['a', 'b']"), (.integer(.max), "int64 9223372036854775807"),
      (.double(0.5), "0.5"), (.boolean(true), "true"), (.objectPath("/a"), "objectpath '/a'"),
      (.objectPath("no path"), "objectpath '/org/mpris/MediaPlayer2/TrackList/NoTrack'"),
      (.dictionary([:]), "@a{sv} {}"),
      (.dictionary(["b": .boolean(false), "a": .string("x")]), "{'a': <'x'>, 'b': <false>}"),
    ] as [(BusValue, String)])
  func writesEachValueInItsType(value: BusValue, expected: String) {
    #expect(text(value) == expected)
  }

  @Test(
    arguments: [.string("a"), .integer(-1), .double(2.5), .boolean(true), .objectPath("/a/b")]
      as [BusValue])
  func readsValuesAsWritten(value: BusValue) {
    let variant = unsafe g_variant_ref_sink(value.floating())
    defer { unsafe g_variant_unref(variant) }
    #expect(unsafe BusValue(variant!) == value)
  }

  @Test func rejectsValuesOfOtherTypes() {
    let variant = unsafe g_variant_ref_sink(g_variant_new_uint32(1))
    defer { unsafe g_variant_unref(variant) }
    #expect(unsafe BusValue(variant!) == nil)
  }
}
