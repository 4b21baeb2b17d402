import ChatterAudio
import ChatterSpeech
import Foundation

/// `speech-example FILE`: prints a transcript of a clip.
///
/// `speech-example record FILE [SOUND]`: records a clip, and prints its transcript while it grows.
/// The sound is that of the microphone until Enter is pressed, or that of the file SOUND.
@main struct SpeechExample {
  @MainActor static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch (arguments.first, arguments.count) {
      case ("record", 2): try await record(to: arguments[1], from: .default)
      case ("record", 3): try await record(to: arguments[1], from: .file(arguments[2]))
      case (let clip?, 1): try await transcribe(clip)
      default: print("usage: speech-example FILE, or speech-example record FILE [SOUND]")
      }
    } catch { print("Nothing was recognised: \(error)") }
  }

  @MainActor private static func transcribe(_ file: String) async throws {
    let player = AudioPlayer(engine: GStreamerEngine(sink: .silent))
    player.transcriber = SphinxTranscriber()
    player.setupPlayer(clip: [UInt8](try Data(contentsOf: URL(filePath: file))))
    var words = ""
    for try await text in player.resultText { words = text }
    print(words)
  }

  @MainActor private static func record(to file: String, from source: AudioSource) async throws {
    let recorder = AudioRecorder(engine: GStreamerEngine(source: source))
    let texts = SphinxTranscriber().transcribe(recorder.samples)
    try await recorder.start(to: file)
    let stopping = Task {
      if source == .default {
        await Task.detached { _ = readLine() }.value
      } else {
        while recorder.isRecording, !recorder.hasSourceEnded {
          try await Task.sleep(for: .milliseconds(100))
        }
      }
      try await recorder.stop()
    }
    for try await text in texts { print(text) }
    try await stopping.value
  }
}
