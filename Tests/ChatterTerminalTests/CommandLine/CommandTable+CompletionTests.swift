import CommandLine
import Foundation
import TestSupport
import Testing

@testable import ChatterTerminal

@Suite struct CompletionTests {
  @Test(arguments: Shell.allCases)
  func generatesScriptsThatEachShellParses(shell: Shell) async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(CommandTable.chatter.completion(for: shell), to: "completion")
    let run = try await ProgramRun(shell.rawValue, ["-n", path])
    #expect(run.ending == .exited(0), "\(run.errors)")
  }

  @Test(arguments: Shell.allCases)
  func listsAllVerbsAndOptionsForEachShell(shell: Shell) {
    let text = CommandTable.chatter.completion(for: shell)
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    for verb in CommandTable.chatter.verbs where !verb.name.isEmpty {
      let start =
        switch shell {
        case .bash: "\(verb.name)) printf '%s' '"
        case .zsh: "'\(verb.name):"
        case .fish: "complete -c chatter -n '__chatter_fits "
        }
      let end = shell == .fish ? " -a \(verb.name) " : ""
      #expect(
        lines.contains { $0.hasPrefix(start) && (end.isEmpty || $0.contains(end)) }, "\(start)")
    }
    for verb in CommandTable.chatter.verbs {
      for option in CommandTable.chatter.options(of: verb) {
        #expect(names(option, of: verb, shell, text), "\(option.flag)")
      }
    }
    for flag in ["help", "version"] {
      #expect(text.contains(shell == .fish ? "-l \(flag) " : "--\(flag)"))
    }
  }

  /// Whether an option is among the options of a verb.
  private func names(_ option: Option, of verb: Verb, _ shell: Shell, _ text: String) -> Bool {
    let name = verb.name.isEmpty ? "''" : verb.name
    switch shell {
    case .bash:
      return text.split(separator: "\n").contains {
        $0.contains(" \(name)) printf '%s' '")
          && $0.split { " '".contains($0) }.contains { $0 == option.flag }
      }
    case .zsh:
      guard let place = text.range(of: "    \(name))\n") else { return false }
      let rest = text[place.upperBound...]
      let part = rest[..<(rest.range(of: "\n      ;;")?.lowerBound ?? rest.endIndex)]
      return part.contains("'\(option.flag)[") || part.contains("'\(option.flag)=[")
    case .fish:
      let condition = verb.name.isEmpty ? "__chatter_verbless" : "'__chatter_is \(verb.name)'"
      return text.contains("complete -c chatter -n \(condition) -l \(option.name) ")
    }
  }

  // Readline splits words at colons and equals signs.
  @Test(
    arguments: [
      ("chatter l", ["list"]), ("chatter list --f", ["--follow"]),
      ("chatter list --color n", ["never"]), ("chatter completion z", ["zsh"]),
      ("chatter --pl", ["--plain"]), ("chatter play la", ["latest"]),
      ("chatter play x --sink si", ["silent"]),
      ("chatter list --color = n", ["never"]),
      ("chatter list --color =", ["auto", "always", "never"]),
      ("chatter record x --source tone : 4", ["440"]),
      ("chatter record x --source to", ["tone:440"]),
      ("chatter play x --sink fi", ["file:"]),
      ("chatter play x --sink file : /etc/host", ["/etc/hostname", "/etc/hosts"]),
      ("chatter play x --sink file : /etc/hosts --ra", ["--rate"]),
      ("chatter list --trust sys", ["system"]),
      ("chatter list --trust /etc/hostn", ["/etc/hostname"]),
      ("chatter list --server https : // h", []), ("chatter post a : --aud", ["--audio"]),
      ("chatter post : x --aud", ["--audio"]),
      ("chatter --server https : //h:1 l", ["list"]), ("chatter --color = never li", ["list"]),
      ("chatter --every 1s qu", ["queue"]), ("chatter --every 1s queue --al", ["--all"]),
      ("chatter --help li", ["list"]), ("chatter --color ne", ["never"]),
      ("chatter --plain --ser", ["--server"]),
      // The parser rejects these.
      ("chatter --plain l", []), ("chatter --plain --vers", []), ("chatter --follow --pl", []),
      ("chatter -- l", []), ("chatter post -- --a", []), ("chatter lst --", []),
    ])
  func completesVerbsOptionsAndValuesInBash(line: String, words: [String]) async throws {
    let script = """
      source /dev/stdin
      compopt() { :; }
      read -ra COMP_WORDS <<<"$1"
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _chatter
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try await ProgramRun(
      shell: script, [line], input: Array(CommandTable.chatter.completion(for: .bash).utf8))
    let found = run.text.split(separator: "\n").map(String.init)
    #expect(
      Set(found).isSuperset(of: words)
        && found.allSatisfy { word in
          words.contains(word) || word.hasPrefix("/etc/")
        }, "\(found) \(run.errors)")
  }

  @Test(
    arguments: [
      ("chatter lis", "list"), ("chatter list --fo", "--follow"), ("chatter help po", "post"),
      ("chatter --vers", "--version"), ("chatter list --he", "--help"),
      ("chatter list --trust sys", "system"), ("chatter play x --sink fi", "file:"),
      ("chatter --server u lis", "list"), ("chatter --color=never list --fo", "--follow"),
      ("chatter --follow lis", "list"), ("chatter --plain --ser", "--server"),
      ("chatter --plain l", nil), ("chatter --plain --vers", nil), ("chatter --follow --pl", nil),
      ("chatter -- l", nil),
    ] as [(String, String?)])
  func completesVerbsOptionsAndValuesInFish(line: String, word: String?) async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(CommandTable.chatter.completion(for: .fish), to: "chatter.fish")
    let run = try await ProgramRun(
      "fish", ["--no-config", "-c", "source \(path); complete -C '\(line)'"],
      environment: ["HOME": directory.path])
    let lines = run.text.split(separator: "\n")
    #expect(
      word.map { word in lines.contains { $0.hasPrefix(word) } } ?? lines.isEmpty,
      "\(run.text)\(run.errors)")
  }
}
