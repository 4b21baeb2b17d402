import ChatterAudio
import ChatterSpeech
import Foundation

/// `speech-example FILE`: prints a transcript of a clip.
@main struct SpeechExample {
  @MainActor static func main() async throws {
    let player = AudioPlayer(engine: GStreamerEngine(sink: .silent))
    player.transcriber = SphinxTranscriber()
    player.setupPlayer(clip: [UInt8](try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))))
    var words = ""
    do {
      for try await text in player.resultText { words = text }
      print(words)
    } catch { print("Nothing was recognised: \(error)") }
  }
}
