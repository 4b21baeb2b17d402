import ChatterAudio
import ChatterClient
import Testing

@testable import ChatterTerminal

struct PlainChangesTests {
  private var changes = PlainChanges()
  private var model = FrontEndModel(server: "h", username: "ann")

  private mutating func lines() -> [String] {
    let lines = changes.lines(of: model)
    model.notice = nil
    return lines
  }

  @Test mutating func reportsEachListErrorAndItsEndOnce() {
    #expect(lines() == [])
    model.listError = "connection refused"
    #expect(lines() == ["Error: Connection refused."])
    #expect(lines() == [])
    model.listError = "the request timed out"
    #expect(lines() == ["Error: The request timed out."])
    model.listError = nil
    #expect(lines() == ["The server is back."])
    #expect(lines() == [])
  }

  @Test mutating func keepsNumbersUntilListIsReadAgain() {
    model.show(FrontEndModel.rows(2))
    #expect(lines() == ["2 chatts. Type list to read them."])
    model.show(FrontEndModel.rows(4))
    let added = lines()
    #expect(added.map { $0.prefix(11) } == ["New: 3. ann", "New: 4. bob"])
    #expect((1...5).map { changes.id(of: $0) } == ["1", "0", "2", "3", nil])
    #expect(changes.id(of: 0) == nil && changes.id(of: -1) == nil)
    changes.number(model.rows)
    #expect(changes.id(of: 1) == "3")
  }

  @Test mutating func countsChattsInSingularPluralAndNone() {
    model.show(FrontEndModel.rows(1))
    #expect(lines() == ["1 chatt. Type list to read it."])
    changes = PlainChanges()
    model.show([])
    #expect(lines() == ["No messages yet."])
  }

  @Test mutating func reportsLengthOfRecordingEveryTenSeconds() {
    _ = lines()
    model.player.recIcon = .stopRecording
    #expect(lines() == ["Recording. Type record to stop."])
    model.player.currentTime = .seconds(12)
    #expect(lines() == ["Recording, 00:12."])
    model.player.currentTime = .seconds(19)
    #expect(lines() == [])
    model.player.currentTime = .seconds(20)
    #expect(lines() == ["Recording, 00:20."])
    model.player = PlayerView(isFinishing: true)
    #expect(lines() == [])
    model.player = PlayerView(hasClip: true)
    #expect(lines() == ["Recorded. Type play to hear it, post to send it."])
  }

  @Test mutating func reportsNoLengthWhileCommandIsTyped() {
    changes.reportsRecording = false
    _ = lines()
    model.player.recIcon = .stopRecording
    _ = lines()
    model.player.currentTime = .seconds(30)
    #expect(lines() == [])
  }

  @Test mutating func namesEachClipThatStarts() {
    model.show(FrontEndModel.rows(3))
    _ = lines()
    (model.player.playIcon, model.listeningTo) = (.pause, model.rows[2])
    #expect(lines() == ["Playing: \(model.rows[2].line)"])
    (model.player.playIcon, model.player.playCtlDisabled) = (.play, false)
    #expect(lines() == ["Paused."])
    model.player.playIcon = .pause
    #expect(lines() == ["Playing."])
    model.listeningTo = model.rows[0]
    #expect(lines() == ["Playing: \(model.rows[0].line)"])
  }

  @Test mutating func reportsTransferInQuartersAndNoticesWithCommand() {
    _ = lines()
    model.posting = FrontEndModel.Posting(text: "x")
    model.transfer = TransferProgress(done: 3, total: 10)
    #expect(lines() == ["Posting, 25 percent."])
    model.transfer = TransferProgress(done: 4, total: 10)
    #expect(lines() == [])
    model.transfer = TransferProgress(done: 99, total: 100)
    #expect(lines() == ["Posting, 75 percent."])
    model.setNotice("Stop the clip first", "s", "stop")
    #expect(lines() == ["Stop the clip first: type stop."])
  }

  @Test mutating func reportsBytesWhenTotalIsUnknown() {
    _ = lines()
    model.transfer = TransferProgress(done: 4_000_000, total: 0)
    #expect(lines() == [])
    model.transfer = TransferProgress(done: 5_250_000, total: 0)
    #expect(lines() == ["Getting the list, 5.2 MB."])
    model.transfer = TransferProgress(done: 9_000_000, total: 0)
    #expect(lines() == [])
    model.transfer = TransferProgress(done: 12_345_678, total: 0)
    #expect(lines() == ["Getting the list, 12.3 MB."])
  }
}
