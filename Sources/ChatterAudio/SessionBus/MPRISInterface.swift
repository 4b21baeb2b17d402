/// The interfaces of a player (MPRIS D-Bus Interface Specification 2.2) and their properties.
enum MPRISInterface {
  static let path = "/org/mpris/MediaPlayer2"
  static let root = "org.mpris.MediaPlayer2"
  static let player = "org.mpris.MediaPlayer2.Player"
  static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

  /// The interfaces in the format of D-Bus introspection.
  static let introspection = String(decoding: PackageResources.mpris_xml, as: UTF8.self)

  static func rootProperties(_ state: MediaState, identity: String) -> [String: BusValue] {
    [
      "CanQuit": .boolean(state.canQuit), "CanRaise": .boolean(false),
      "HasTrackList": .boolean(false), "Identity": .string(identity),
      "SupportedUriSchemes": .strings([]), "SupportedMimeTypes": .strings([]),
    ]
  }

  /// Returns the properties of the player whose changes are announced.
  static func announced(_ state: MediaState) -> [String: BusValue] {
    [
      "PlaybackStatus": .string(state.status.rawValue),
      "LoopStatus": .string(state.repeats ? "Track" : "None"),
      "Rate": .double(state.rate),
      "Metadata": .dictionary(metadata(state.nowPlaying)),
      "Volume": .double(state.volume),
      "MinimumRate": .double(AudioPlayer.rates.lowerBound),
      "MaximumRate": .double(AudioPlayer.rates.upperBound),
      "CanGoNext": .boolean(state.canGoNext),
      "CanGoPrevious": .boolean(state.canGoPrevious),
      "CanPlay": .boolean(state.canPlay),
      "CanPause": .boolean(state.canPlay),
      "CanSeek": .boolean(state.canSeek),
    ]
  }

  /// Returns the metadata of a message (the MPRIS v2 metadata guidelines of freedesktop.org).
  private static func metadata(_ message: NowPlaying?) -> [String: BusValue] {
    guard let message else { return ["mpris:trackid": .objectPath(noTrack)] }
    var metadata: [String: BusValue] = [
      "mpris:trackid": .objectPath(message.trackID),
      "mpris:length": .integer(message.length.microseconds),
      "xesam:title": .string(message.title),
    ]
    metadata["xesam:artist"] = message.artist.map { .strings([$0]) }
    metadata["xesam:contentCreated"] = message.contentCreated.map { .string($0) }
    metadata["xesam:url"] = message.url.map { .string($0) }
    return metadata
  }

  static func properties(_ state: MediaState) -> [String: BusValue] {
    var properties = announced(state)
    properties["Position"] = .integer(state.position.microseconds)
    properties["CanControl"] = .boolean(true)
    return properties
  }

  /// Returns the properties to announce after a change of state, for each interface.
  static func changes(
    from old: MediaState, to new: MediaState
  ) -> [(interface: String, properties: [String: BusValue])] {
    [
      (root, rootProperties(old, identity: ""), rootProperties(new, identity: "")),
      (player, announced(old), announced(new)),
    ].map { interface, old, new in (interface, new.filter { old[$0.key] != $0.value }) }
  }

  static func command(method: String, _ arguments: [BusValue]) -> MediaCommand? {
    switch (method, arguments.first, arguments.dropFirst().first) {
    case ("Quit", nil, _): .quit
    case ("Next", nil, _): .next
    case ("Previous", nil, _): .previous
    case ("Pause", nil, _): .pause
    case ("PlayPause", nil, _): .playPause
    case ("Stop", nil, _): .stop
    case ("Play", nil, _): .play
    case ("Seek", .integer(let offset), _): .seek(by: .microseconds(offset))
    case ("SetPosition", .objectPath(let track), .integer(let position)):
      .setPosition(.microseconds(position), trackID: track)
    default: nil
    }
  }

  static func command(property: String, _ value: BusValue) -> MediaCommand? {
    switch (property, value) {
    case ("Volume", .double(let volume)) where volume.isFinite: .setVolume(volume)
    case ("Rate", .double(let rate)) where rate.isFinite: .setRate(rate)
    case ("LoopStatus", .string("Track")), ("LoopStatus", .string("Playlist")): .setRepeats(true)
    case ("LoopStatus", .string("None")): .setRepeats(false)
    default: nil
    }
  }
}
