/// A shell that completes what is typed.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}
