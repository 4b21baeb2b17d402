import System

struct TerminalCapabilities: Equatable, Sendable {
  enum Colors: Equatable, Sendable {
    case none
    case sixteen
    case palette256
  }

  var colors = Colors.none
  /// Whether to use characters beyond ASCII.
  var isUnicode = true
}

extension TerminalCapabilities {
  /// Reads the variables of the terminal. `NO_COLOR` (no-color.org) and a monochrome terminal turn
  /// colour off; an explicit choice overrides both.
  init(_ environment: LaunchEnvironment, color: ColorChoice, isTerminal: Bool) {
    // A file or a pipe can hold any text.
    self.init(isUnicode: environment.showsUnicode || !isTerminal)
    let terminal = environment.variable("TERM") ?? "dumb"
    let isForbidden =
      environment.variable("NO_COLOR") != nil || !isTerminal || environment.isDumbTerminal
      || Self.isMonochrome(terminal)
    guard color == .always || color == .auto && !isForbidden else { return }
    let isRich =
      terminal.contains("256color") || environment.variable("COLORTERM") != nil
      || terminal.contains("kitty") || terminal.contains("direct")
    colors = isRich ? .palette256 : .sixteen
  }

  /// Whether a terminal has no colours, by its terminfo(5) name.
  private static func isMonochrome(_ terminal: String) -> Bool {
    terminal.hasPrefix("vt100") || terminal.hasPrefix("vt102") || terminal.hasPrefix("vt220")
      || terminal.hasSuffix("-mono") || terminal.hasSuffix("-m")
  }

  /// Returns the SGR parameters that reset the style and select one (ECMA-48 section 8.3.117).
  func rendition(_ style: Style) -> String {
    var codes = ["0"]
    if style.isBold { codes.append("1") }
    if style.isReversed { codes.append("7") }
    let code = Self.codes[style.color]
    switch colors {
    case .none: break
    case .sixteen:
      if style.isAlternate { codes.append("44") }
      codes += [style.isAlternate ? code?.onBlue ?? "37" : code?.basic].compactMap(\.self)
    case .palette256:
      if style.isAlternate { codes.append("48;5;236") }
      codes += [code?.rich ?? (style.isAlternate ? "38;5;253" : nil)].compactMap(\.self)
    }
    return codes.joined(separator: ";")
  }

  /// The parameters of colours: of sixteen, of sixteen on blue, of 256.
  private static let codes: [Style.Color: (basic: String, onBlue: String, rich: String)] = [
    .blue: ("34", "36", "38;5;75"), .red: ("31", "31", "38;5;203"),
    .green: ("32", "32", "38;5;113"), .gray: ("90", "37", "38;5;245"),
  ]
}
