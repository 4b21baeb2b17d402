import ChatterAudio
import Foundation
import TestSupport
import Testing

/// Exports the state machine, so that the player of the web front end is tested against it.
///
/// After a change, `CHATTERD_WRITE_TABLES=1 make test FILTER=PlayerStateTable` writes it again.
@MainActor struct PlayerStateTableTests {
  private struct Table: Encodable {
    /// By state and event, the next state; without an entry, the event is not valid.
    var transitions: [String: [String: String]] = [:]
    /// All buttons that any sequence of states leads to, beginning with those of a new screen.
    var buttons: [Buttons] = []
    /// By state, the number of the buttons after it, for the number of the buttons before it.
    var propagations: [String: [Int]] = [:]
  }

  private struct Buttons: Encodable, Equatable {
    var recHidden, recDisabled, playCtlDisabled, playDisabled, doneDisabled: Bool
    var recColor, recIcon, playIcon, doneIcon: String

    @MainActor init(_ ui: PlayerUIState) {
      (recHidden, recDisabled) = (ui.recHidden, ui.recDisabled)
      (playCtlDisabled, playDisabled) = (ui.playCtlDisabled, ui.playDisabled)
      doneDisabled = ui.doneDisabled
      (recColor, recIcon) = ("\(ui.recColor)", "\(ui.recIcon)")
      (playIcon, doneIcon) = ("\(ui.playIcon)", "\(ui.doneIcon)")
    }
  }

  private static let file = "Tests/WebTests/player-table.json"
  private let states = PlayerStateTests.states

  private func name(_ state: PlayerState) -> String {
    switch state {
    case .start(let mode): "start(\(mode))"
    case .recording: "recording"
    case .playing(let mode): "playing(\(mode))"
    case .paused(let mode): "paused(\(mode))"
    }
  }

  private func buttons(after path: [PlayerState]) -> Buttons {
    let ui = PlayerUIState()
    for state in path { ui.propagate(state) }
    return Buttons(ui)
  }

  private func table() -> Table {
    var table = Table()
    for state in states {
      for event in TransEvent.allCases {
        var next = state
        guard next.transition(event) == .taken else { continue }
        table.transitions[name(state), default: [:]]["\(event)"] = name(next)
      }
    }
    // Each path leads to buttons that no shorter one leads to.
    var paths: [[PlayerState]] = [[]]
    table.buttons = [buttons(after: [])]
    var number = 0
    while number < paths.count {
      for state in states {
        let path = paths[number] + [state]
        let found = buttons(after: path)
        if !table.buttons.contains(found) {
          table.buttons.append(found)
          paths.append(path)
        }
        let index = table.buttons.firstIndex(of: found)
        table.propagations[name(state), default: []].append(index ?? -1)
      }
      number += 1
    }
    return table
  }

  @Test func isThatOfTheWebFrontEnd() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let text = String(decoding: try encoder.encode(table()), as: UTF8.self) + "\n"
    if ProcessInfo.processInfo.environment["CHATTERD_WRITE_TABLES"] == "1" {
      try Data(text.utf8).write(to: URL(filePath: Repository.path(of: Self.file)))
    }
    #expect(text == (try Repository.text(of: Self.file)), "see the comment of this suite")
  }
}
