import Program

/// The display capabilities of a terminal.
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
    switch (colors, style.isAlternate) {
    case (.none, _): break
    case (.sixteen, let isAlternate):
      if isAlternate { codes.append("44") }
      if let code = Self.code(style.color, onBlue: isAlternate) { codes.append(code) }
    case (.palette256, let isAlternate):
      if isAlternate { codes.append("48;5;236") }
      if let code = Self.code256(style.color) ?? (isAlternate ? "38;5;253" : nil) {
        codes.append(code)
      }
    }
    return codes.joined(separator: ";")
  }

  private static func code(_ color: Style.Color, onBlue: Bool) -> String? {
    switch color {
    case .normal: onBlue ? "37" : nil
    case .blue: onBlue ? "36" : "34"
    case .red: "31"
    case .green: "32"
    case .gray: onBlue ? "37" : "90"
    }
  }

  private static func code256(_ color: Style.Color) -> String? {
    switch color {
    case .normal: nil
    case .blue: "38;5;75"
    case .red: "38;5;203"
    case .green: "38;5;113"
    case .gray: "38;5;245"
    }
  }
}
