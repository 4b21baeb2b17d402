import Glibc
import System

/// A growing file of 16-bit mono samples (RIFF WAVE, PCM) that is valid after every append.
final class WAVFile: Sendable {
  /// The sample rate in Hz.
  static let sampleRate = 48_000
  private static let headerBytes = 44
  /// The most bytes of samples that the sizes in the header can represent.
  static let dataBytesMax = Int64(UInt32.max) - 64

  private let file: OpenFile
  private let dataBytesMax: Int64
  private let state = Lock((dataBytes: Int64(0), failure: AudioError?.none))

  init(_ path: String, dataBytesMax: Int64 = dataBytesMax) throws(AudioError) {
    self.dataBytesMax = dataBytesMax
    file = try OpenFile(path, O_RDWR | O_CREAT | O_TRUNC)
    guard file.write(Self.header(dataBytes: 0), at: 0) else { throw file.failure }
  }

  /// Why the last samples were not written; nil if they were.
  var failure: AudioError? { state.withLock { $0.failure } }

  /// Appends samples; returns false if the write fails or the file would exceed the format's limit.
  func append(_ bytes: [UInt8]) -> Bool {
    state.withLock { state in
      let end = state.dataBytes + Int64(bytes.count)
      if end > dataBytesMax {
        state.failure = .file("\(file.path): maximum WAV file size reached")
      } else if file.write(bytes, at: Int64(Self.headerBytes) + state.dataBytes),
        file.write(Self.header(dataBytes: UInt32(end)), at: 0)
      {
        state = (end, nil)
      } else {
        state.failure = file.failure
      }
      return state.failure == nil
    }
  }

  private static func header(dataBytes: UInt32) -> [UInt8] {
    func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
      (0..<(value.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    var header = Array("RIFF".utf8)
    header += littleEndian(dataBytes + UInt32(headerBytes) - 8)
    header += Array("WAVEfmt ".utf8)
    header += littleEndian(UInt32(16))  // size of the fmt chunk
    header += littleEndian(UInt16(1))  // PCM
    header += littleEndian(UInt16(1))  // channels
    header += littleEndian(UInt32(sampleRate))
    header += littleEndian(UInt32(sampleRate * 2))  // bytes per second
    header += littleEndian(UInt16(2))  // bytes per sample
    header += littleEndian(UInt16(16))  // bits per sample
    header += Array("data".utf8)
    header += littleEndian(dataBytes)
    return header
  }
}
