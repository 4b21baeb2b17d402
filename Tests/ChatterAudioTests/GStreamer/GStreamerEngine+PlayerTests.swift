import TestSupport
import Testing

@testable import ChatterAudio

/// The player of the labs on the real engine: its state is that of the pipeline.
@MainActor
@Suite(.needs(.programs)) struct PlayerOnGStreamerTests {
  @Test func recordsPlaysSeeksRepeatsAndReleasesByTaps() async throws {
    let player = AudioPlayer(
      engine: GStreamerEngine(source: .tone(frequency: 440), sink: .silent))
    player.setupRecorder()
    player.recTapped()
    await player.settled()
    #expect(player.playerState == .recording)
    try await eventually { player.recorder.currentTime >= .milliseconds(1_500) }
    player.recTapped()
    await player.settled()
    #expect(player.playerState == .start(.standby) && player.lastError == nil)
    let length = player.duration
    #expect(length.seconds > 1.4)
    let waveform = try await player.waveform(columns: 20)
    #expect(waveform.count == 20 && waveform.max() == 1)
    #expect(waveform[5..<15].allSatisfy { $0 > 0.8 }, "a tone has one level: \(waveform)")

    #expect(player.level == 0)
    let (levels, samples) = (player.levels, player.samples)
    // The clip must not end before this test polls it, which may be delayed.
    player.repeats = true
    player.playTapped()
    await player.settled()
    try await eventually { player.currentTime > .milliseconds(300) && player.progress > 0.1 }
    #expect(player.isPlaying)
    try await eventually { player.level > 0.8 }
    for await level in levels where level > 0.8 { break }
    var heard: [Int16] = []
    for await chunk in samples {
      heard += chunk
      if heard.count >= 8_000 { break }
    }
    let sound = Sound(samples: Array(heard.dropFirst(2_000)), sampleRate: 16_000)
    #expect(abs(sound.frequency - 440) < 10)
    player.playTapped()
    await player.settled()
    let paused = player.currentTime
    #expect(player.playerState == .paused(.standby) && player.level == 0)
    #expect(player.currentTime == paused)
    player.rwndTapped()
    await player.settled()
    #expect(player.currentTime < .milliseconds(50))

    player.seek(to: length - .milliseconds(300))
    player.playTapped()
    await player.settled()
    try await eventually { player.currentTime < length - .milliseconds(600) }
    #expect(player.isPlaying, "playback restarted")
    player.repeats = false
    player.ffwdTapped()
    try await eventually { player.playerState == .start(.standby) }
    await player.settled()
    #expect(player.currentTime == .zero && !player.isPlaying)
    #expect(player.lastError == nil)

    player.doneTapped()
    await player.settled()
    #expect(player.playerState == .start(.standby) && player.audio != nil)
  }
}
