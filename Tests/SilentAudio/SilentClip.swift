@testable public import ChatterAudio

/// Writes clips of silence: AAC-LC, mono, in progressive MPEG-4 (ISO/IEC 14496-12 and -14).
public enum SilentClip {
  /// The maximum duration of a clip.
  public static let durationMax = Duration.seconds(6 * 3600)

  /// An empty frame of AAC-LC (ISO/IEC 14496-3, 4.4.2.1): one channel, no energy.
  private static let frame: [UInt8] = [0x00, 0xC8, 0x00, 0x80, 0x23, 0x80]

  /// Samples per frame.
  private static let frameSamples = 1024

  /// Returns the file of a clip that is at least one frame and at most ``durationMax`` long.
  public static func bytes(
    lasting duration: Duration, _ settings: RecordingSettings = RecordingSettings()
  ) -> [UInt8] {
    let rate = settings.sampleRate
    let length = min(max(duration, .zero), durationMax)
    let samples = max(1, Int((length / .seconds(1) * Double(rate)).rounded()))
    let frames = (samples + frameSamples - 1) / frameSamples

    let type = box("ftyp", ascii("M4A "), number(0), ascii("M4A isom"))
    let media = box("mdat", [UInt8]((0..<frames).flatMap { _ in frame }))
    let movie = movie(samples: samples, rate: rate, frames: frames, offset: type.count + 8)
    return type + media + movie
  }

  private static func movie(samples: Int, rate: Int, frames: Int, offset: Int) -> [UInt8] {
    let times = number(0) + number(0)
    let header = box(
      "mvhd", number(0), times, number(rate), number(samples), number(0x10000), [1, 0, 0, 0],
      number(0), number(0), matrix, zeros(24), number(2))
    let track = box(
      "tkhd", number(3), times, number(1), number(0), number(samples), zeros(8), zeros(4),
      [1, 0, 0, 0], matrix, zeros(8))
    let mediaHeader = box(
      "mdhd", number(0), times, number(rate), number(samples), [0x55, 0xC4, 0, 0])
    let handler = box("hdlr", number(0), number(0), ascii("soun"), zeros(12), [0])
    let references = box("dinf", box("dref", number(0), number(1), box("url ", number(1))))
    let media = box(
      "minf", box("smhd", number(0), number(0)), references,
      sampleTable(samples: samples, rate: rate, frames: frames, offset: offset))
    return box("moov", header, box("trak", track, box("mdia", mediaHeader, handler, media)))
  }

  private static func sampleTable(samples: Int, rate: Int, frames: Int, offset: Int) -> [UInt8] {
    let whole = samples / frameSamples
    let rest = samples % frameSamples
    var runs: [(count: Int, length: Int)] = []
    if whole > 0 { runs.append((whole, frameSamples)) }
    if rest > 0 { runs.append((1, rest)) }
    let durations = runs.flatMap { number($0.count) + number($0.length) }
    let entry = box(
      "mp4a", zeros(6), [0, 1], zeros(8), [0, 1, 0, 16], zeros(4), number(rate << 16),
      box("esds", number(0), elementaryStream(rate: rate)))
    return box(
      "stbl", box("stsd", number(0), number(1), entry),
      box("stts", number(0), number(runs.count), durations),
      box("stsc", number(0), number(1), number(1), number(frames), number(1)),
      box("stsz", number(0), number(frame.count), number(frames)),
      box("stco", number(0), number(1), number(offset)))
  }

  /// Returns the descriptors of ISO/IEC 14496-1, 7.2.6.5 to 7.2.6.7.
  private static func elementaryStream(rate: Int) -> [UInt8] {
    let specific = audioSpecificConfig(rate: rate)
    let decoder: [UInt8] =
      [0x40, 0x15, 0, 0, 0] + zeros(8) + descriptor(5, specific)
    return descriptor(3, [0, 1, 0] + descriptor(4, decoder) + descriptor(6, [2]))
  }

  /// Returns the configuration for AAC-LC, mono (ISO/IEC 14496-3, 1.6.2.1).
  private static func audioSpecificConfig(rate: Int) -> [UInt8] {
    // The standard numbers the rates from 96 kHz (0) down to 8 kHz (11).
    let index = 11 - (RecordingSettings.sampleRates.firstIndex(of: rate) ?? 2)
    let bits = UInt16(2) << 11 | UInt16(index) << 7 | UInt16(1) << 3
    return [UInt8(bits >> 8), UInt8(bits & 0xFF)]
  }

  private static func descriptor(_ tag: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [tag, UInt8(payload.count)] + payload
  }

  private static let matrix: [UInt8] =
    number(0x10000) + zeros(12) + number(0x10000) + zeros(12) + number(0x4000_0000)

  private static func zeros(_ count: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: count)
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  private static func ascii(_ text: String) -> [UInt8] { [UInt8](text.utf8) }

  private static func box(_ type: String, _ fields: [UInt8]...) -> [UInt8] {
    let payload = fields.flatMap(\.self)
    return number(payload.count + 8) + ascii(type) + payload
  }
}
