/// What a file without an edit list says about the length of its sound: Apple's encoders write the
/// samples before and after it in `iTunSMPB`, and the true length in `mvhd`.
struct StatedLength {
  /// By how many samples `mvhd` may be shorter than the frames.
  private static let trimmedSamplesMax: UInt64 = 4096

  private let movie: Duration?
  private let gapless: Gapless?

  /// The numbers of samples before, after and of the sound.
  private struct Gapless {
    let priming: UInt64
    let padding: UInt64
    let length: UInt64
  }

  /// - Parameters:
  ///   - header: The `mvhd` of the movie.
  ///   - children: The boxes in the movie.
  init(_ header: Box, _ children: BoxChildren, in bytes: [UInt8]) throws(AudioClipError) {
    var fields = try FieldReader(full: header, in: bytes)
    let isLong = fields.version == 1
    try fields.skip(isLong ? 16 : 8)
    let timescale = try fields.uint32()
    // Without a length, it is unknown.
    let units = (try? fields.unsigned(byteCount: isLong ? 8 : 4)) ?? 0
    movie = units > 0 ? Duration(units: units, timescale: timescale) : nil
    gapless = Self.gapless(children.all(.udta), in: bytes)
  }

  /// Returns the length of the sound of a track; nil if the file states none that agrees with its
  /// frames. The tag of another file exists in the wild.
  func duration(of totals: SampleTotals, timescale: UInt32) -> Duration? {
    // Nil beyond a day, which is an error for the frames; sums of such numbers do not overflow.
    guard let media = Duration(units: totals.units, timescale: timescale) else { return nil }
    let frame = max(1, totals.units / max(1, totals.samples))
    if let gapless, gapless.length > 0, gapless.length <= totals.units,
      gapless.priming <= totals.units, gapless.padding <= totals.units
    {
      let sum = gapless.priming + gapless.padding + gapless.length
      let difference = sum > totals.units ? sum - totals.units : totals.units - sum
      if difference <= frame { return Duration(units: gapless.length, timescale: timescale) }
    }
    guard let movie, let trimmed = Duration(units: Self.trimmedSamplesMax, timescale: timescale),
      movie < media, media - movie < trimmed
    else { return nil }
    return movie
  }

  /// Reads the first `iTunSMPB`: hexadecimal numbers after spaces, of which the second, third and
  /// fourth count samples.
  private static func gapless(_ userData: [Box], in bytes: [UInt8]) -> Gapless? {
    for udta in userData {
      for meta in MetadataItems.boxes(in: udta, of: bytes) where meta.type == .meta {
        let fieldBytes = MetadataItems.fieldBytes(of: meta, in: bytes)
        for list in MetadataItems.boxes(in: meta, after: fieldBytes, of: bytes)
        where list.type == .ilst {
          for item in MetadataItems.boxes(in: list, of: bytes) where item.type == .freeform {
            if let gapless = gapless(item, in: bytes) { return gapless }
          }
        }
      }
    }
    return nil
  }

  private static func gapless(_ item: Box, in bytes: [UInt8]) -> Gapless? {
    // The numbers that count are in the first 50 characters.
    guard let text = MetadataItems.gaplessText(item, in: bytes)?.prefix(64) else { return nil }
    let numbers = text.split(separator: UInt8(ascii: " ")).prefix(4).map {
      UInt64(String(decoding: $0, as: UTF8.self), radix: 16)
    }
    guard numbers.count == 4, let priming = numbers[1], let padding = numbers[2],
      let length = numbers[3]
    else { return nil }
    return Gapless(priming: priming, padding: padding, length: length)
  }
}
