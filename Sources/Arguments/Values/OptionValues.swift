public import System

/// The values of one verb's options as text, each with its origin. A flag precedes the environment,
/// and the environment precedes the file. A repeatable option takes all its values from the first
/// of these that sets it.
public struct OptionValues: Sendable {
  /// The option that names the configuration file, in a program that has one.
  static let fileOption = "config"

  private let line: ParsedLine
  private let table: CommandTable
  private let environment: LaunchEnvironment
  private var file: [String: [SourcedValue]] = [:]

  /// Reads the configuration file, if one is named.
  public init(
    _ line: ParsedLine, of table: CommandTable, _ environment: LaunchEnvironment
  ) throws(CommandError) {
    (self.line, self.table, self.environment) = (line, table, environment)
    guard let option = table.options.first(where: { $0.name == Self.fileOption }),
      let path = sourced(option)?.text
    else { return }
    file = try Self.values(in: path, table, environment)
  }

  /// Returns the values with the configuration file as it is now.
  public func readAgain() throws(CommandError) -> OptionValues {
    try OptionValues(line, of: table, environment)
  }

  /// Returns the values on the command line.
  public func flags(_ option: Option) -> [SourcedValue]? {
    line.flags[option.name]?.map { SourcedValue(text: $0, origin: .flag(option.flag)) }
  }

  /// Returns the value in the environment, for an option of this verb.
  public func variable(_ option: Option) -> SourcedValue? {
    guard table.accepts(option, line.verb), !line.verb.isLineOnly else { return nil }
    for name in table.variables(of: option) {
      if let value = environment.variable(name) {
        return SourcedValue(text: value, origin: .environment(variable: name))
      }
    }
    return nil
  }

  private func given(_ option: Option) -> [SourcedValue]? {
    if let flags = flags(option) { return flags }
    if let variable = variable(option) { return [variable] }
    return table.accepts(option, line.verb) ? file[option.name] : nil
  }

  /// Returns all values of an option from the first place that sets it, otherwise its default
  /// value.
  public func all(_ option: Option) -> [SourcedValue] {
    if let given = given(option) { return given }
    guard case .value(let text) = option.byDefault else { return [] }
    return [SourcedValue(text: text, origin: .byDefault(flag: option.flag))]
  }

  /// Returns the single value of an option: the last one given, otherwise the default value.
  public func sourced(_ option: Option) -> SourcedValue? { all(option).last }

  /// Returns where an option is set.
  public func origin(of option: Option) -> OptionOrigin {
    sourced(option)?.origin ?? .byDefault(flag: option.flag)
  }

  private static func values(
    in path: String, _ table: CommandTable, _ environment: LaunchEnvironment
  ) throws(CommandError) -> [String: [SourcedValue]] {
    let name = CommandError.printable(path)
    let file: ConfigurationFile
    do {
      file = try ConfigurationFile(try environment.readFile(environment.absolute(path)))
    } catch let error as ConfigurationFile.Malformation {
      throw CommandError("\(name):\(error.line): \(error.reason)", isUsage: false)
    } catch {
      throw CommandError("\(name): \(error)", isUsage: false)
    }
    let options = table.options.filter { $0.reach == .file }
    var values: [String: [SourcedValue]] = [:]
    var firstLines: [String: Int] = [:]
    for line in file.lines {
      func failure(_ text: String) -> CommandError {
        CommandError("\(name):\(line.number): \(text)", isUsage: false)
      }
      let key = CommandError.printable(line.key)
      guard let option = options.first(where: { $0.name == line.key }) else {
        let nearest = NearestName.nearest(to: line.key, among: options.map(\.name))
        throw failure("unknown key \(key)" + CommandError.hint(nearest))
      }
      if line.value.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) {
        throw failure("contains a control character")
      }
      if let first = firstLines[line.key], !option.isRepeatable {
        throw failure("\(key) is already set on line \(first)")
      }
      firstLines[line.key] = firstLines[line.key] ?? line.number
      let origin = OptionOrigin.file(path: path, line: line.number, key: line.key)
      values[line.key, default: []].append(SourcedValue(text: line.value, origin: origin))
    }
    return values
  }

  /// Warnings about environment variables that start with the program's prefix and resemble one of
  /// its names. They may be mistakes or belong to another program.
  public var warnings: [String] {
    let prefix = table.variablePrefix
    let known = table.options.compactMap { table.variables(of: $0).first }
    return environment.variables.keys.sorted().compactMap { name in
      guard name.hasPrefix(prefix), !known.contains(name) else { return nil }
      let suffix = String(name.dropFirst(prefix.count))
      let nearest = NearestName.nearest(
        to: suffix, among: known.map { String($0.dropFirst(prefix.count)) })
      return nearest.map {
        "unknown environment variable \(CommandError.printable(name)): did you mean \(prefix)\($0)?"
      }
    }
  }

  /// Returns an absolute path.
  public func path(_ option: Option) throws(CommandError) -> String? {
    try optional(option) { $0.isEmpty ? nil : environment.absolute($0) }
  }
}
