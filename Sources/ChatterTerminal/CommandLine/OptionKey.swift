/// The options, named after their flags.
enum OptionKey: String, CaseIterable, Sendable {
  case server
  case trust
  case pin
  case username
  case follow
  case every
  case json
  case all
  case audio
  case record
  case key
  case force
  case forTime = "for"
  case sampleRate = "sample-rate"
  case rate
  case source
  case sink
  case plain
  case color
}
