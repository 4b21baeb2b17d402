/// Metadata made by hand, as recorders write it.
enum HandMadeMetadata {
  typealias B = BoxBuilder

  /// The coordinates in all of the metadata.
  static let place = B.ascii("+37.3349-122.0090/")

  /// A box whose type begins with `©`, which is one byte.
  static func signed(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
    let payload = Array(parts.joined())
    return B.u32(8 + payload.count) + [0xA9] + B.ascii(name) + payload
  }

  /// The location that Android's `MediaMuxer.setLocation` and QuickTime write into `udta`.
  static let xyz = signed("xyz", B.u16(place.count), B.u16(0x15C7), place)

  /// Location information (3GPP TS 26.244, section 8.9), which 3GP recorders write into `udta`.
  static let loci = B.fullBox(
    "loci", B.u16(0x15C7), B.ascii("Cupertino"), [0, 0], B.u32(0x85FE_FDB2), B.u32(0x2555_BC04),
    B.u32(0), B.ascii("earth"), [0], B.ascii("Infinite Loop"), [0])

  /// A title, which is not a location.
  static let title = signed("nam", B.u16(5), B.u16(0x15C7), B.ascii("Hello"))

  static func data(_ value: [UInt8]) -> [UInt8] { B.box("data", B.u32(1), B.u32(0), value) }

  static func item(_ index: Int, _ value: [UInt8]) -> [UInt8] {
    let data = data(value)
    return B.u32(8 + data.count) + B.u32(index) + data
  }

  /// Metadata of Apple: names in `keys`, values in `ilst`. QuickTime's form has no version and
  /// flags.
  static func meta(isQuickTime: Bool, _ items: [(key: String, value: [UInt8])]) -> [UInt8] {
    let keys = items.flatMap { B.u32(8 + $0.key.utf8.count) + B.ascii("mdta") + B.ascii($0.key) }
    let values = items.indices.flatMap { item($0 + 1, items[$0].value) }
    return B.box(
      "meta", isQuickTime ? [] : B.u32(0),
      B.fullBox("hdlr", B.u32(0), B.ascii("mdta"), B.zeros(13)),
      B.fullBox("keys", B.u32(items.count), keys), B.box("ilst", values))
  }

  /// The metadata that an iPhone writes.
  static let apple: [(key: String, value: [UInt8])] = [
    ("com.apple.quicktime.make", B.ascii("Apple")),
    ("com.apple.quicktime.location.ISO6709", place),
    ("com.apple.quicktime.location.name", place),
    ("com.apple.quicktime.software", B.ascii("17.1")),
    ("com.android.version", B.ascii("14")),
    ("com.apple.quicktime.location.accuracy.horizontal", place),
  ]

  /// Metadata of iTunes, with items of known types and one with a name.
  static let iTunes = B.box(
    "meta", B.u32(0), B.fullBox("hdlr", B.u32(0), B.ascii("mdirappl"), B.zeros(9)),
    B.box(
      "ilst", signed("nam", data(B.ascii("Hello"))), signed("xyz", data(place)),
      freeform("Recording Location", place)))

  /// A comment of iTunes.
  static let comment = signed("cmt", data(place))

  /// What iTunes writes about the samples before, after and of the sound.
  static func gapless(_ text: [UInt8]) -> [UInt8] {
    B.box(
      "meta", B.u32(0), B.fullBox("hdlr", B.u32(0), B.ascii("mdirappl"), B.zeros(9)),
      B.box("ilst", freeform("iTunSMPB", text), B.box("pgap", data([1]))))
  }

  /// An item with a name, and with further boxes.
  static func freeform(
    _ name: String, of mean: String = "com.apple.iTunes", _ value: [UInt8], _ more: [UInt8] = []
  ) -> [UInt8] {
    B.box(
      "----", B.fullBox("mean", B.ascii(mean)), B.fullBox("name", B.ascii(name)), data(value), more)
  }

  static let xmpID: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]
  static let xmp = B.box(
    "uuid", xmpID, B.ascii("<exif:GPSLatitude>"), place, B.ascii("</exif:GPSLatitude>"))
}
