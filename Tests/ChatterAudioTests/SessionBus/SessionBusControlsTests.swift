import TestSupport
import Testing

@testable import ChatterAudio

struct SessionBusControlsTests {
  private func state() -> MediaState {
    var state = MediaState()
    state.status = .playing
    state.nowPlaying = NowPlaying(
      trackID: "/chatter/message/7", title: "Hello", artist: "ann", length: .milliseconds(2_500),
      contentCreated: "2026-11-21T12:00:00Z")
    state.position = .milliseconds(1_250)
    state.volume = 0.5
    state.canGoNext = true
    state.canSeek = true
    return state
  }

  @Test func exportsThePropertiesOfThePlayer() async throws {
    let bus = try await PrivateBus()
    let controls = try await SessionBusControls(address: bus.address)
    #expect(try await bus.property("PlaybackStatus") == "(<'Stopped'>,)")
    controls.show(state())
    #expect(try await bus.property("PlaybackStatus") == "(<'Playing'>,)")
    #expect(try await bus.property("Position") == "(<int64 1250000>,)")
    #expect(try await bus.property("Volume") == "(<0.5>,)")
    #expect(try await bus.property("CanGoNext") == "(<true>,)")
    #expect(try await bus.property("CanRaise", of: MPRISNames.root) == "(<false>,)")
    #expect(try await bus.property("Identity", of: MPRISNames.root) == "(<'Chatter'>,)")
    let metadata = try await bus.property("Metadata")
    for entry in [
      "'mpris:trackid': <objectpath '/chatter/message/7'>", "'mpris:length': <int64 2500000>",
      "'xesam:title': <'Hello'>", "'xesam:artist': <['ann']>",
      "'xesam:contentCreated': <'2026-11-21T12:00:00Z'>",
    ] {
      #expect(metadata.contains(entry))
    }
    let all = try await bus.call(
      "org.freedesktop.DBus.Properties.GetAll", [MPRISNames.player]
    ).checked().text
    for name in MPRISInterface.properties(MediaState()).keys { #expect(all.contains("'\(name)'")) }
    controls.close()
  }

  @Test func receivesCommandsFromPanels() async throws {
    let bus = try await PrivateBus()
    let controls = try await SessionBusControls(address: bus.address)
    let calls: [(String, [String], MediaCommand)] = [
      ("PlayPause", [], .playPause), ("Next", [], .next), ("Previous", [], .previous),
      ("Play", [], .play), ("Pause", [], .pause), ("Stop", [], .stop),
      ("Seek", ["10000000"], .seek(by: .seconds(10))),
      ("Seek", ["--", "-1500000"], .seek(by: .milliseconds(-1_500))),
      (
        "SetPosition", ["/chatter/message/7", "3000000"],
        .setPosition(.seconds(3), trackID: "/chatter/message/7")
      ),
    ]
    var commands = controls.commands.makeAsyncIterator()
    for (method, arguments, command) in calls {
      _ = try await bus.call("\(MPRISNames.player).\(method)", arguments).checked()
      #expect(await commands.next() == command)
    }
    for (name, value, command) in [
      ("Volume", "<0.25>", .setVolume(0.25)), ("Rate", "<1.5>", .setRate(1.5)),
      ("LoopStatus", "<'Track'>", .setRepeats(true)),
    ] as [(String, String, MediaCommand)] {
      _ = try await bus.call(
        "org.freedesktop.DBus.Properties.Set", [MPRISNames.player, name, value]
      ).checked()
      #expect(await commands.next() == command)
    }
    controls.close()
    #expect(await commands.next() == nil)
  }

  @Test func refusesInvalidCommandsAndContinues() async throws {
    let bus = try await PrivateBus()
    let controls = try await SessionBusControls(address: bus.address)
    let calls: [(String, [String])] = [
      ("\(MPRISNames.player).OpenUri", ["https://example.org/clip.m4a"]),
      ("\(MPRISNames.player).NoSuch", []), ("\(MPRISNames.player).Seek", ["'far'"]),
      ("org.freedesktop.DBus.Properties.Set", [MPRISNames.player, "LoopStatus", "<'Odd'>"]),
      ("org.freedesktop.DBus.Properties.Set", [MPRISNames.player, "CanSeek", "<true>"]),
      ("org.freedesktop.DBus.Properties.Get", [MPRISNames.player, "NoSuch"]),
    ]
    for (method, arguments) in calls {
      #expect(try await bus.call(method, arguments).status != 0, "\(method) \(arguments)")
    }
    #expect(try await bus.property("PlaybackStatus") == "(<'Stopped'>,)")
    controls.close()
  }

  @Test func announcesEachChangeOnceAndSeeks() async throws {
    let bus = try await PrivateBus()
    let controls = try await SessionBusControls(address: bus.address)
    let monitor = try await bus.monitor()
    func signals(with text: String) -> [String] {
      String(decoding: monitor.output, as: UTF8.self).split(separator: "\n").map(String.init)
        .filter { $0.hasPrefix("/org/mpris") && $0.contains(text) }
    }
    // The monitor reports the owner of the name before it receives all of its signals.
    let probe = "Seeked (int64 9000000,)"
    try await eventually {
      controls.announceSeek(to: .seconds(9))
      return !signals(with: probe).isEmpty
    }
    var state = state()
    controls.show(state)
    state.position = .seconds(2)
    controls.show(state)
    state.status = .paused
    controls.show(state)
    state.canQuit = true
    controls.show(state)
    controls.announceSeek(to: .seconds(1))
    try await eventually { !signals(with: "Seeked (int64 1000000,)").isEmpty }
    let lines = signals(with: "").filter { !$0.contains(probe) }
    #expect(lines.count == 4)
    #expect(lines[0].contains("PropertiesChanged ('org.mpris.MediaPlayer2.Player', {"))
    #expect(lines[0].contains("'PlaybackStatus': <'Playing'>"))
    #expect(lines[0].contains("'xesam:title': <'Hello'>"))
    #expect(!lines[0].contains("Rate"))
    #expect(lines[1].contains("{'PlaybackStatus': <'Paused'>}, @as []"))
    #expect(lines[2].contains("('org.mpris.MediaPlayer2', {'CanQuit': <true>}, @as [])"))
    #expect(lines[3].contains("Seeked (int64 1000000,)"))
    #expect(try await bus.property("Position") == "(<int64 1000000>,)")
    controls.close()
  }

  @Test func takesANumberedNameAndReleasesItOnClose() async throws {
    let bus = try await PrivateBus()
    let first = try await SessionBusControls(address: bus.address)
    let second = try await SessionBusControls(identity: "Other", address: bus.address)
    let list = ["--address", bus.address, "--dest", "org.freedesktop.DBus", "--object-path", "/"]
    func names() async throws -> String {
      try await ProgramRun(
        "gdbus", ["call"] + list + ["--method", "org.freedesktop.DBus.ListNames"]
      ).checked().text
    }
    #expect(try await names().contains("'org.mpris.MediaPlayer2.chatter.instance"))
    await #expect(
      throws: SessionBusError.refused("the name org.mpris.MediaPlayer2.chatter is taken")
    ) {
      _ = try await SessionBusControls(address: bus.address)
    }
    first.close()
    second.close()
    try await eventually { try await !names().contains("org.mpris") }
    // The controls are closed, so these calls do nothing.
    first.show(state())
    first.announceSeek(to: .zero)
  }

  @Test func reportsAMissingBus() async throws {
    await #expect {
      _ = try await SessionBusControls(address: "unix:path=/no/such/bus")
    } throws: { error in
      guard case SessionBusError.noBus(let reason) = error else { return false }
      return reason.contains("No such file or directory")
        && "\(error)".hasPrefix("could not connect to the session bus, so media keys do not work: ")
    }
  }

  @Test func timesOutOnAnUnresponsiveBus() async throws {
    let bus = try MuteSocket()
    await #expect(throws: SessionBusError.noBus("no response within 0.2 seconds")) {
      _ = try await SessionBusControls.join(
        address: "unix:path=\(bus.path)", names: ["a"], BusObject(identity: "a"),
        within: .milliseconds(200))
    }
  }

  @Test func endsTheCommandsWhenTheBusIsLost() async throws {
    let bus = try await PrivateBus()
    let controls = try await SessionBusControls(address: bus.address)
    _ = try await bus.call("\(MPRISNames.player).Play").checked()
    bus.end()
    var commands: [MediaCommand] = []
    for await command in controls.commands { commands.append(command) }
    #expect(commands == [.play])
    controls.show(state())
    controls.announceSeek(to: .zero)
    controls.close()
  }

  @Test func reportsWhyTheBusRefusesAName() async throws {
    let bus = try await PrivateBus(allowsNames: false)
    await #expect {
      _ = try await SessionBusControls(address: bus.address)
    } throws: { error in
      guard case SessionBusError.refused(let reason) = error else { return false }
      return reason.hasPrefix("could not request a name: ") && reason.contains("not allowed to own")
    }
  }
}
