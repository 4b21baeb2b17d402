import ChatterAudio
import Foundation
import Observation

/// `audio-example FILE [HZ]`: records two seconds into a file, and plays it as two messages.
///
/// The sound comes from the microphone and goes to the speakers. With a frequency, it is a tone
/// that goes nowhere, so that the program runs on a machine that has neither.
@main struct AudioExample {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let file = arguments.first, arguments.count <= 2 else {
      print("usage: audio-example FILE [HZ]")
      exit(64)
    }
    let engine =
      if let frequency = arguments.dropFirst().first.flatMap(Double.init) {
        GStreamerEngine(source: .tone(frequency: frequency), sink: .silent)
      } else {
        GStreamerEngine()
      }
    do {
      let duration = try await record(to: file, with: engine)
      let clip = [UInt8](try Data(contentsOf: URL(filePath: file)))
      let titles = ["first message", "second message"]
      try await play(
        titles.map { QueuedMessage(clip: clip, duration: duration, title: $0) }, with: engine)
    } catch {
      FileHandle.standardError.write(Data("not recorded, or not played: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Records for twenty levels, one each tenth of a second, and prints them as bars.
  @MainActor private static func record(
    to file: String, with engine: GStreamerEngine
  ) async throws -> Duration {
    let recorder = AudioRecorder(engine: engine)
    try await recorder.start(to: file)
    for await level in recorder.levels.prefix(20) {
      print(recorder.currentTimeString, String(repeating: "#", count: Int(level * 40)))
    }
    return try await recorder.stop()
  }

  /// Plays messages one after the other, and prints the title of each when it begins.
  @MainActor private static func play(
    _ messages: [QueuedMessage], with engine: GStreamerEngine
  ) async throws {
    let queue = PlaybackQueue(player: AudioPlayer(engine: engine))
    for message in messages { queue.add(message) }
    for await (title, error) in Observations({ (queue.nowPlaying?.title, queue.lastError) }) {
      if let error { throw error }
      guard let title else { return }
      print("playing: \(title)")
    }
  }
}
