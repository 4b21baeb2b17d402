import Foundation
import TestSupport
import Testing

/// Completion with Tab in real shells.
struct ChatterCompletionTests {
  private static let starts = [
    "bash": "exec bash --norc --noprofile", "zsh": "exec zsh -f", "fish": "exec fish --no-config",
  ]
  private static let loads = [
    "bash": "eval \"$(chatter completion bash)\"",
    "zsh": "autoload -U compinit; compinit -u -D; source <(chatter completion zsh)",
    "fish": "chatter completion fish | source",
  ]

  @Test(arguments: ["bash", "zsh", "fish"])
  func completesVerbsOptionsValuesAndFiles(shell: String) async throws {
    let home = try TemporaryDirectory()
    // A directory with the name of a verb must not affect the completion of verbs.
    let manager = FileManager.default
    for directory in ["list", "sounds"] {
      try manager.createDirectory(
        atPath: home.path(of: directory), withIntermediateDirectories: false)
    }
    try home.write("x", to: "sounds/heard.wav")
    let programs = URL(fileURLWithPath: Repository.program("chatter")).deletingLastPathComponent()
    let environment = [
      "HOME": home.path, "TMPDIR": home.path, "XDG_CONFIG_HOME": home.path, "TERM": "xterm",
    ]
    let line = "cd '\(home.path)'; PATH='\(programs.path)':$PATH \(Self.starts[shell]!)"
    try await TerminalEmulator.with(line, environment: environment) { emulator in
      try await emulator.type(Self.loads[shell]! + "; echo lo''aded")
      try await emulator.press("Enter", showing: "loaded")
      for (number, (typed, completed)) in [
        ("chatter lis", "chatter list +"), ("chatter list --fol", "chatter list --follow +"),
        ("chatter list --color=nev", "chatter list --color=never +"),
        ("chatter play x --sink fi", "chatter play x --sink file:+"),
        ("chatter play x --sink file:sounds/hea", "chatter play x --sink file:sounds/heard.wav +"),
        ("chatter record x --source tone:4", "chatter record x --source tone:440 +"),
        ("chatter save latest sounds/hea", "chatter save latest sounds/heard.wav +"),
        ("chatter --server http://h:1 play lat", "chatter --server http://h:1 play latest +"),
        // The parser does not accept it, so nothing is completed.
        ("chatter --plain lis", "chatter --plain lis+"),
      ].enumerated() {
        try await emulator.type("clear; echo cl''eared \(number)")
        try await emulator.press("Enter")
        // Input before the prompt would appear twice: from the terminal, then from the shell.
        try await emulator.screen(showing: "a prompt after the text") { screen in
          let parts = screen.split(separator: "cleared \(number)", omittingEmptySubsequences: false)
          return parts.count == 2 && !parts[1].allSatisfy(\.isWhitespace)
        }
        try await emulator.type(typed)
        try await emulator.press("Tab")
        // The next character shows whether a space was inserted.
        try await emulator.type("+")
        let screen = try await emulator.screen(showing: completed)
        #expect(!screen.contains("bad option"), "\(screen)")
        try await emulator.press("C-u")
      }
    }
  }
}
