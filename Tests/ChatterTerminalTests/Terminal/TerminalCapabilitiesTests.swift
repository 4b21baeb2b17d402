import System
import Testing

@testable import ChatterTerminal

struct TerminalCapabilitiesTests {
  @Test(
    arguments: [
      (["TERM": "xterm"], ColorChoice.auto, true, TerminalCapabilities.Colors.sixteen),
      (["TERM": "xterm-256color"], .auto, true, .palette256),
      (["TERM": "xterm", "COLORTERM": "truecolor"], .auto, true, .palette256),
      (["TERM": "dumb"], .auto, true, .none), ([:], .auto, true, .none),
      (["TERM": "xterm"], .auto, false, .none),
      (["TERM": "vt100"], .auto, true, .none), (["TERM": "vt220"], .auto, true, .none),
      (["TERM": "xterm-mono"], .auto, true, .none), (["TERM": ""], .auto, true, .none),
      (["TERM": "xterm", "NO_COLOR": "1"], .auto, true, .none),
      (["TERM": "xterm", "NO_COLOR": ""], .auto, true, .sixteen),
      (["TERM": "xterm", "NO_COLOR": "1"], .always, false, .sixteen),
      (["TERM": "xterm-256color"], .never, true, .none),
    ])
  func selectsColorsOfTerminal(
    variables: [String: String], choice: ColorChoice, isTerminal: Bool,
    colors: TerminalCapabilities.Colors
  ) {
    let environment = LaunchEnvironment(variables: variables)
    #expect(
      TerminalCapabilities(environment, color: choice, isTerminal: isTerminal).colors == colors)
  }

  @Test func allowsUnicodeOutsideTerminals() {
    for (isTerminal, isUnicode) in [(true, false), (false, true)] {
      let capabilities = TerminalCapabilities(
        LaunchEnvironment(), color: .auto, isTerminal: isTerminal)
      #expect(capabilities.isUnicode == isUnicode)
    }
  }

  @Test func omitsColorsWithoutColorSupport() {
    let capabilities = TerminalCapabilities(colors: .none, isUnicode: true)
    #expect(capabilities.rendition(Style(color: .red, isBold: true, isAlternate: true)) == "0;1")
    #expect(capabilities.rendition(.reversed) == "0;7")
  }

  @Test func rendersEachColorDifferently() {
    for colors in [TerminalCapabilities.Colors.sixteen, .palette256] {
      let capabilities = TerminalCapabilities(colors: colors, isUnicode: true)
      let plain: [Style.Color] = [.normal, .blue, .red, .green, .gray]
      #expect(Set(plain.map { capabilities.rendition(Style(color: $0)) }).count == plain.count)
      #expect(capabilities.rendition(Style(isAlternate: true)) != capabilities.rendition(.plain))
    }
  }
}
