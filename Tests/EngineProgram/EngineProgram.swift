import ChatterAudio
import Foundation

/// A program that runs an engine in its own process.
///
/// `EngineProgram record FILE` records a tone until it is killed; each line that it prints is
/// the length recorded so far, in milliseconds. `EngineProgram loop DIRECTORY [BUS]` repeatedly
/// creates and closes every object of the engine, and prints the number of threads and files left
/// over.
@main
struct EngineProgram {
  static func main() async throws {
    let words = CommandLine.arguments
    switch words.dropFirst().first {
    case "record": try await record(to: words[2])
    case "loop": try await loop(in: words[2], bus: words.count > 3 ? words[3] : nil)
    default: say("EngineProgram record FILE | loop DIRECTORY [BUS]")
    }
  }

  private static func record(to path: String) async throws {
    let engine = GStreamerEngine(source: .tone(frequency: 440), sink: .silent)
    let recording = try await engine.recording(to: path, RecordingSettings())
    while true {
      say("\(Int(recording.currentTime / .milliseconds(1)))")
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private static func loop(in directory: String, bus: String?) async throws {
    // First load and start everything that exists once, including idle threads that are reused.
    for _ in 0..<4 { try await useAll(in: directory, bus: bus) }
    var (former, sameCount) = ((threads: 0, files: 0), 0)
    let before = try await counts { counts in
      sameCount = counts == former ? sameCount + 1 : 0
      former = counts
      return sameCount == 40
    }
    for _ in 0..<12 { try await useAll(in: directory, bus: bus) }
    let after = try await counts { $0.threads <= before.threads && $0.files <= before.files }
    say("threads \(after.threads - before.threads) files \(after.files - before.files)")
  }

  private static func useAll(in directory: String, bus: String?) async throws {
    let engine = GStreamerEngine(
      source: .tone(frequency: 440), sink: .file("\(directory)/tape.wav", inRealTime: false))
    let path = "\(directory)/clip.m4a"
    let recording = try await engine.recording(to: path, RecordingSettings())
    while recording.currentTime < .milliseconds(100) {
      try await Task.sleep(for: .milliseconds(5))
    }
    _ = try await recording.stop()
    let file = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let playback = try await engine.playback(of: file)
    try await playback.play()
    for await _ in playback.events { playback.close() }
    for try await _ in try await engine.samples(of: file) {}
    // Playbacks and recordings that are dropped without `close`, and some that fail.
    _ = try await engine.playback(of: file)
    _ = try? await engine.playback(of: [1, 2, 3])
    _ = try await engine.recording(to: path, RecordingSettings())
    _ = try? await engine.recording(to: "/no/such/file", RecordingSettings())
    if let bus {
      let controls = try await SessionBusControls(address: bus)
      controls.show(MediaState())
      controls.close()
    }
  }

  /// Counts the threads and the open files once `isSettled` is true, or after a minute.
  private static func counts(
    until isSettled: ((threads: Int, files: Int)) -> Bool
  ) async throws -> (threads: Int, files: Int) {
    func count(_ directory: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(directory)").count
    }
    var counts = (threads: 0, files: 0)
    for _ in 0..<1_200 {
      counts = (threads: try count("task"), files: try count("fd"))
      if isSettled(counts) { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    return counts
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
