import Testing

@testable import ChatterTerminal

@Suite struct LookTests {
  @Test(
    "colour is what the terminal has, unless it is forbidden",
    arguments: [
      (["TERM": "xterm"], ColorChoice.auto, true, Look.Colors.sixteen),
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
  func colors(
    environment: [String: String], choice: ColorChoice, isTerminal: Bool, colors: Look.Colors
  ) {
    let surroundings = Surroundings(environment: environment)
    #expect(Look(surroundings, color: choice, isTerminal: isTerminal).colors == colors)
  }

  @Test("a pipe takes UTF-8, whatever the terminal shows")
  func unicode() {
    for (isTerminal, isUnicode) in [(true, false), (false, true)] {
      let look = Look(Surroundings(), color: .auto, isTerminal: isTerminal)
      #expect(look.isUnicode == isUnicode)
    }
  }

  @Test("without colour a style is bold, underlined or reversed at most")
  func plain() {
    let look = Look(colors: .none, isUnicode: true)
    #expect(look.rendition(Style(color: .red, isBold: true, isAlternate: true)) == "0;1")
    #expect(look.rendition(.reversed) == "0;7")
    #expect(look.rendition(Style(isUnderlined: true)) == "0;4")
  }

  @Test("with colour each style has its own")
  func colored() {
    for colors in [Look.Colors.sixteen, .palette256] {
      let look = Look(colors: colors, isUnicode: true)
      let plain: [Style.Color] = [.normal, .blue, .red, .green, .yellow, .gray]
      #expect(Set(plain.map { look.rendition(Style(color: $0)) }).count == plain.count)
      #expect(look.rendition(Style(isAlternate: true)) != look.rendition(.plain))
    }
  }
}
