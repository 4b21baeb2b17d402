import Foundation

/// The sound in a WAV file of 16-bit mono, and its measurements.
struct Sound {
  var samples: [Int16]
  var sampleRate: Int

  init(samples: [Int16], sampleRate: Int) {
    (self.samples, self.sampleRate) = (samples, sampleRate)
  }

  /// Reads a WAV file; nil if the bytes are not one.
  init?(wav bytes: [UInt8]) {
    func littleEndian(_ range: Range<Int>) -> Int {
      bytes[range].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.count >= 44, Array(bytes[0..<4]) == Array("RIFF".utf8),
      Array(bytes[36..<40]) == Array("data".utf8), littleEndian(34..<36) == 16,
      littleEndian(22..<24) == 1, littleEndian(4..<8) + 8 == bytes.count,
      littleEndian(40..<44) + 44 == bytes.count
    else { return nil }
    sampleRate = littleEndian(24..<28)
    samples = stride(from: 44, to: bytes.count - 1, by: 2).map {
      Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
    }
  }

  /// A sine whose loudness changes from one value to another, each 0...1.
  static func sine(
    _ frequency: Double, seconds: Double, sampleRate: Int = 16_000, from: Double, to: Double
  ) -> Sound {
    let count = Int(seconds * Double(sampleRate))
    let samples = (0..<count).map { index in
      let loudness = from + (to - from) * Double(index) / Double(count)
      let phase = 2 * Double.pi * frequency * Double(index) / Double(sampleRate)
      return Int16(32_767 * loudness * sin(phase))
    }
    return Sound(samples: samples, sampleRate: sampleRate)
  }

  var seconds: Double { Double(samples.count) / Double(sampleRate) }

  /// The sound without the silence before and after it.
  var withoutSilence: Sound {
    let isLoud = { (sample: Int16) in abs(Int(sample)) > 1_000 }
    guard let first = samples.firstIndex(where: isLoud),
      let last = samples.lastIndex(where: isLoud)
    else { return Sound(samples: [], sampleRate: sampleRate) }
    return Sound(samples: Array(samples[first...last]), sampleRate: sampleRate)
  }

  /// The frequency of a tone in Hz, measured by its rising zero crossings.
  var frequency: Double {
    let middle = Array(samples[(samples.count / 5)..<max(samples.count * 4 / 5, 1)])
    let rises = middle.indices.dropFirst().filter { middle[$0 - 1] < 0 && middle[$0] >= 0 }
    guard let first = rises.first, let last = rises.last, last > first else { return 0 }
    return Double(rises.count - 1) * Double(sampleRate) / Double(last - first)
  }

  /// The WAV file of the sound.
  var wav: [UInt8] {
    func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let bytes = samples.count * 2
    let head =
      Array("RIFF".utf8) + littleEndian(bytes + 36, 4) + Array("WAVEfmt ".utf8)
      + littleEndian(16, 4) + littleEndian(1, 2) + littleEndian(1, 2) + littleEndian(sampleRate, 4)
      + littleEndian(sampleRate * 2, 4) + littleEndian(2, 2) + littleEndian(16, 2)
      + Array("data".utf8) + littleEndian(bytes, 4)
    return head + samples.flatMap { littleEndian(Int($0), 2) }
  }
}
