import TestSupport
import Testing

@testable import ChatterAudio

struct WAVFileTests {
  @Test func isCompleteAfterEachWrite() throws {
    let directory = try TemporaryDirectory()
    let file = try WAVFile(directory.path(of: "tape.wav"))
    #expect(try Sound(wav: directory.bytes(of: "tape.wav"))?.samples == [])
    #expect(file.append([1, 0, 255, 255]))
    #expect(try Sound(wav: directory.bytes(of: "tape.wav"))?.samples == [1, -1])
    #expect(file.append([0, 128]))
    let sound = try #require(try Sound(wav: directory.bytes(of: "tape.wav")))
    #expect(sound.samples == [1, -1, -32_768])
    #expect(sound.sampleRate == 48_000)
  }

  @Test func isReadableByFFmpeg() async throws {
    let directory = try TemporaryDirectory()
    let file = try WAVFile(directory.path(of: "tape.wav"))
    #expect(file.append([UInt8](repeating: 0, count: 96_000)))
    let run = try await ProgramRun(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "stream=codec_name,channels,sample_rate,duration", "-of",
        "csv=p=0", directory.path(of: "tape.wav"),
      ]
    ).checked()
    #expect(run.text == "pcm_s16le,48000,1,1.000000")
  }

  @Test func reportsWhenItCannotBeWritten() throws {
    #expect(throws: AudioError.file("/no/such/tape.wav: No such file or directory")) {
      _ = try WAVFile("/no/such/tape.wav")
    }
    #expect(throws: AudioError.file("/dev/full: No space left on device")) {
      _ = try WAVFile("/dev/full")
    }
    let directory = try TemporaryDirectory()
    let file = try WAVFile(directory.path(of: "tape.wav"))
    #expect(file.append([1, 0]) && file.failure == nil)
  }
}
