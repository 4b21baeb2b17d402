import Chatter
import Glibc
import SilentAudio
import TestSupport
import Testing

@testable import ChatterAudio

@MainActor struct AudioPlayerRecordingTests {
  @Test func keepsTheRecordingOnDone() async throws {
    for stopsFirst in [true, false] {
      let fixture = await PlayerFixture.recording()
      fixture.clock.advance(by: .seconds(2))
      if stopsFirst { fixture.player.stopTapped() }
      fixture.player.doneTapped()
      await fixture.player.settled()
      let clip = try AudioClip(bytes: try #require(fixture.player.audio))
      #expect(clip.facts.duration == .seconds(2))
      #expect(fixture.player.playback == nil)
      #expect(fixture.clock.waitingCount == 0)
    }
  }

  @Test func reportsFinishingUntilTheClipIsLoaded() async {
    let ends: [(AudioPlayer) -> Void] = [
      { $0.recTapped() }, { $0.stopTapped() }, { $0.doneTapped() },
    ]
    for end in ends {
      let fixture = await PlayerFixture.recording()
      let player = fixture.player
      #expect(!player.isFinishingRecording)
      end(player)
      #expect(player.isFinishingRecording && player.audio == nil)
      await until { !player.isFinishingRecording }
      #expect(player.audio != nil)
    }
    let fixture = await PlayerFixture.recording()
    fixture.engine.failNext(.stopping, with: .file("the disk is full"))
    fixture.player.stopTapped()
    await fixture.player.settled()
    #expect(!fixture.player.isFinishingRecording)
    let other = await PlayerFixture.recording()
    other.player.stopTapped()
    other.player.setupRecorder()
    #expect(!other.player.isFinishingRecording)
    await other.player.settled()
    #expect(!other.player.isFinishingRecording && other.player.audio == nil)
  }

  @Test func playsARecordingAsSoonAsItIsLoaded() async {
    let fixture = await PlayerFixture.recording()
    let player = fixture.player
    fixture.clock.advance(by: .seconds(5))
    player.stopTapped()
    player.playTapped()
    #expect(player.playerState == .playing(.standby))
    #expect(player.lastError == nil)
    await player.settled()
    fixture.clock.advance(by: .seconds(2))
    #expect(player.currentTime == .seconds(2))
  }

  @Test func leavesNoClipIfTheRecordingFailsToStartAndRecordsLater() async {
    for taps in [1, 2, 3] {
      let fixture = PlayerFixture()
      let player = fixture.player
      fixture.engine.denial = .noSource
      player.setupRecorder()
      player.recTapped()
      if taps > 1 { player.recTapped() }
      if taps > 2 { player.playTapped() }
      await player.settled()
      #expect(player.playerState == .start(.record))
      #expect(player.lastError == .noSource)
      #expect(player.playerUIState.playDisabled && !player.playerUIState.recDisabled)
      fixture.engine.denial = nil
      player.recTapped()
      await player.settled()
      #expect(player.playerState == .recording && player.recorder.isRecording)
      #expect(player.lastError == nil)
    }
  }

  @Test func recordsAgainFromStandbyAndWhilePaused() async throws {
    for isHeld in [false, true] {
      let fixture = await PlayerFixture.recorded(seconds: 2)
      let player = fixture.player
      if isHeld {
        player.playTapped()
        player.playTapped()
      }
      player.recTapped()
      #expect(player.playerState == .recording)
      #expect(player.audio == nil)
      await player.settled()
      fixture.clock.advance(by: .seconds(3))
      player.stopTapped()
      await player.settled()
      #expect(player.duration == .seconds(3))
    }
  }

  @Test func keepsTheCompletePartIfStoppingFails() async throws {
    let fixture = await PlayerFixture.recording()
    fixture.engine.failNext(.stopping, with: .file("the disk is full"))
    fixture.player.recTapped()
    await fixture.player.settled()
    #expect(fixture.player.lastError == .file("the disk is full"))
    #expect(fixture.player.playerState == .start(.standby))
    _ = try AudioClip(bytes: try #require(fixture.player.audio))
  }

  /// A player whose recording of three seconds has failed, and the engine that is about to recover
  /// it.
  private func broken() async -> (player: AudioPlayer, engine: StuckEngine) {
    let engine = StuckEngine(in: .recovering)
    let player = AudioPlayer(engine: engine, clock: engine.silent.clock)
    player.setupRecorder()
    player.recTapped()
    await player.settled()
    engine.silent.clock.advance(by: .seconds(3))
    engine.silent.breakRecording(with: .noSource)
    await engine.whenCalled()
    return (player, engine)
  }

  @Test func keepsTheCompletePartAndTheErrorOfABrokenRecording() async throws {
    let (player, engine) = await broken()
    #expect(player.playerState == .start(.record) && player.isFinishingRecording)
    engine.open()
    await player.settled()
    #expect(player.lastError == .noSource)
    #expect(player.playerState == .start(.standby) && !player.isFinishingRecording)
    let clip = try AudioClip(bytes: try #require(player.audio))
    #expect(clip.facts.duration == .seconds(3))
    player.playTapped()
    await player.settled()
    engine.silent.clock.advance(by: .seconds(1))
    #expect(player.currentTime == .seconds(1))
  }

  @Test func dropsABrokenRecordingWithoutACompletePart() async {
    let (player, engine) = await broken()
    engine.silent.failNext(.recovering, with: .undecodable("nothing is whole"))
    engine.open()
    await player.settled()
    #expect(player.playerState == .start(.record) && !player.isFinishingRecording)
    #expect(player.lastError == .noSource && player.audio == nil)
  }

  @Test func startsANewRecordingDuringRecovery() async {
    let (player, engine) = await broken()
    player.recTapped()
    engine.open()
    await player.settled()
    #expect(player.playerState == .recording && player.audio == nil)
    #expect(player.recorder.isRecording && player.lastError == nil)
  }

  @Test func namesTheFileOfARecordingInProgress() async throws {
    let player = await PlayerFixture.recording().player
    let path = try #require(player.recordingPath)
    #expect(OpenFile.isReadable(path))
    player.setupRecorder()
    await player.settled()
    #expect(player.recordingPath == nil && !OpenFile.isReadable(path))
  }

  @Test func findsLeftoverRecordings() async throws {
    // A process that has ended; its id is not reused soon.
    let ended = try await ProgramRun("sh", ["-c", "echo $$"]).checked().text
    let process = ended.split(separator: "\n").joined()
    let directory = TemporaryRecording.directory
    let (path, own) = (
      "\(directory)/chatter-\(process)-left.m4a", "\(directory)/chatter-\(getpid())-own.m4a"
    )
    let link = "\(directory)/chatter-\(process)-link.m4a"
    defer { for path in [path, own, link] { _ = unsafe unlink(path) } }
    for path in [path, own] { try OpenFile.write(SilentClip.bytes(lasting: .seconds(2)), to: path) }
    #expect(TemporaryRecording.leftovers.contains(path))
    #expect(!TemporaryRecording.leftovers.contains(own))
    #expect(unsafe symlink(path, link) == 0)
    #expect(
      !TemporaryRecording.leftovers.contains(link), "a link may lead to the file of another user")
  }
}
