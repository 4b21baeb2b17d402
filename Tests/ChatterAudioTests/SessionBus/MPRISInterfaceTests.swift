import Testing

@testable import ChatterAudio

struct MPRISInterfaceTests {
  /// The changes of the player; those of the program are empty.
  private func changes(from old: MediaState, to new: MediaState) -> [String: BusValue] {
    let changes = MPRISInterface.changes(from: old, to: new)
    #expect(changes.map(\.interface) == [MPRISInterface.root, MPRISInterface.player])
    #expect(changes[0].properties.isEmpty)
    return changes[1].properties
  }

  @Test func announcesOnlyChangesAndNeverThePosition() {
    var old = MediaState()
    var new = old
    new.position = .seconds(3)
    #expect(changes(from: old, to: new).isEmpty)
    new.repeats = true
    new.rate = 1.5
    #expect(
      changes(from: old, to: new) == ["LoopStatus": .string("Track"), "Rate": .double(1.5)])
    old = new
    new.nowPlaying = NowPlaying(trackID: "/a", title: "A", length: .seconds(1))
    #expect(Array(changes(from: old, to: new).keys) == ["Metadata"])
  }

  @Test func reportsNoTrackWhenNothingPlays() {
    #expect(
      MPRISInterface.properties(MediaState())["Metadata"]
        == .dictionary(["mpris:trackid": .objectPath(MPRISInterface.noTrack)]))
  }

  @Test func usesTheNamesAndTypesOfMPRISAndOmitsUnknownProperties() {
    var state = MediaState()
    state.nowPlaying = NowPlaying(trackID: "/a", title: "", length: .zero)
    var expected: [String: BusValue] = [
      "mpris:trackid": .objectPath("/a"), "mpris:length": .integer(0), "xesam:title": .string(""),
    ]
    #expect(MPRISInterface.properties(state)["Metadata"] == .dictionary(expected))
    state.nowPlaying?.artist = "nightingale"
    state.nowPlaying?.contentCreated = "2026-01-02T03:04:05.000Z"
    state.nowPlaying?.url = "file:///a.m4a"
    expected["xesam:url"] = .string("file:///a.m4a")
    expected["xesam:artist"] = .strings(["nightingale"])
    expected["xesam:contentCreated"] = .string("2026-01-02T03:04:05.000Z")
    #expect(MPRISInterface.properties(state)["Metadata"] == .dictionary(expected))
  }

  @Test func describesExactlyThePropertiesWithValues() {
    let names =
      MPRISInterface.properties(MediaState()).keys
      + Array(MPRISInterface.rootProperties(MediaState(), identity: "").keys)
    for name in names {
      #expect(MPRISInterface.introspection.contains("<property name=\"\(name)\""))
    }
    let described = MPRISInterface.introspection.split(separator: "<property ").count - 1
    #expect(described == names.count)
  }

  @Test func ignoresUnknownMethodsAndWrongArguments() {
    #expect(MPRISInterface.command(method: "Seek", [.integer(-5)]) == .seek(by: .microseconds(-5)))
    #expect(MPRISInterface.command(method: "Seek", [.string("5")]) == nil)
    #expect(MPRISInterface.command(method: "SetPosition", [.objectPath("/a")]) == nil)
    #expect(MPRISInterface.command(method: "OpenUri", [.string("a")]) == nil)
    #expect(MPRISInterface.command(method: "Quit", []) == .quit)
  }

  @Test func setsPropertiesOnlyToValidValues() {
    #expect(MPRISInterface.command(property: "Volume", .double(2)) == .setVolume(2))
    #expect(MPRISInterface.command(property: "Volume", .double(.nan)) == nil)
    #expect(MPRISInterface.command(property: "Rate", .double(.infinity)) == nil)
    #expect(MPRISInterface.command(property: "Rate", .integer(1)) == nil)
    #expect(MPRISInterface.command(property: "LoopStatus", .string("None")) == .setRepeats(false))
    #expect(
      MPRISInterface.command(property: "LoopStatus", .string("Playlist")) == .setRepeats(true))
    #expect(MPRISInterface.command(property: "LoopStatus", .string("Other")) == nil)
    #expect(MPRISInterface.command(property: "Position", .integer(1)) == nil)
  }
}
