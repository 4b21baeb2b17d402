import ChatterAudio
import Testing

@Suite("NowPlaying") struct NowPlayingTests {
  @Test func usesTheNamesAndTypesOfMPRISInOrder() {
    let facts = NowPlaying(
      trackID: "/chatter/message/7", title: "good morning", artist: "nightingale",
      length: .milliseconds(2500), contentCreated: "2026-01-02T03:04:05.000Z")
    let entries = facts.metadata.entries
    #expect(
      entries.map(\.key) == [
        "mpris:length", "mpris:trackid", "xesam:artist", "xesam:contentCreated", "xesam:title",
      ])
    #expect(
      entries.map(\.value) == [
        .integer(2_500_000), .objectPath("/chatter/message/7"), .strings(["nightingale"]),
        .string("2026-01-02T03:04:05.000Z"), .string("good morning"),
      ])
  }

  @Test func omitsUnknownProperties() {
    let metadata = NowPlaying(trackID: "/a", title: "", length: .zero).metadata
    #expect(metadata.entries.count == 3)
    #expect(metadata["xesam:artist"] == nil)
    #expect(metadata["xesam:contentCreated"] == nil)
    #expect(metadata["mpris:length"] == .integer(0))
  }

  @Test func clampsAnExcessiveLength() {
    for (length, microseconds) in [
      (Duration.microseconds(1), 1), (.nanoseconds(1999), 1), (.seconds(Int64.max), Int64.max),
      (.seconds(Int64.min), Int64.min), (.milliseconds(-1), -1000),
    ] {
      let facts = NowPlaying(trackID: "/a", title: "", length: length)
      #expect(facts.metadata["mpris:length"] == .integer(microseconds))
    }
  }

  @Test func reportsNoTrackAsMPRISDoes() {
    var metadata = MPRISMetadata()
    #expect(metadata.entries.isEmpty)
    metadata["mpris:trackid"] = .objectPath(MPRISMetadata.noTrack)
    #expect(
      metadata["mpris:trackid"] == .objectPath("/org/mpris/MediaPlayer2/TrackList/NoTrack"))
    metadata["mpris:trackid"] = nil
    #expect(metadata == MPRISMetadata())
  }
}
