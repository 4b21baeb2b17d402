/// The way in which a program ended.
public enum ProgramEnding: Sendable, Equatable {
  case exited(Int32)
  case killed(signal: Int32)
}
