import ChatterAudio
import Foundation

/// An engine in a process of its own.
///
/// `EngineProgram record FILE` records a tone until it is killed; each line that it prints says how
/// much it has recorded, in milliseconds. `EngineProgram loop FOLDER [BUS]` makes and closes all that
/// there is, again and again, and prints how many threads and files are left over.
@main
struct EngineProgram {
  static func main() async throws {
    let words = CommandLine.arguments
    switch words.dropFirst().first {
    case "record": try await record(to: words[2])
    case "loop": try await loop(in: words[2], bus: words.count > 3 ? words[3] : nil)
    default: say("EngineProgram record FILE | loop FOLDER [BUS]")
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

  private static func loop(in folder: String, bus: String?) async throws {
    // What is loaded and started once, and idle threads, which are used again, come first.
    for _ in 0..<4 { try await useAll(in: folder, bus: bus) }
    let before = try await counts { _ in false }
    for _ in 0..<12 { try await useAll(in: folder, bus: bus) }
    let after = try await counts { $0.threads <= before.threads && $0.files <= before.files }
    say("threads \(after.threads - before.threads) files \(after.files - before.files)")
  }

  private static func useAll(in folder: String, bus: String?) async throws {
    let engine = GStreamerEngine(
      source: .tone(frequency: 440), sink: .file("\(folder)/tape.wav", inRealTime: false))
    let path = "\(folder)/clip.m4a"
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
    // Given up without a word, and failed.
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

  /// Counts the threads and the open files, once they are as few as is hoped or some time went by.
  private static func counts(
    until isSettled: ((threads: Int, files: Int)) -> Bool
  ) async throws -> (threads: Int, files: Int) {
    func count(_ folder: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count
    }
    var counts = (threads: 0, files: 0)
    for _ in 0..<200 {
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
