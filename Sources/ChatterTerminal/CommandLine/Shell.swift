/// A shell for which a completion script is available.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}
