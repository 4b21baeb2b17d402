import Program

/// The values of one verb's options as text, each with its origin. A flag precedes the environment,
/// and the environment precedes the file. A repeatable option takes all its values from the first
/// of these that sets it.
struct OptionValues: Sendable {
  /// A value and its origin.
  struct Sourced: Sendable, Equatable {
    let text: String
    let origin: OptionOrigin
  }

  private(set) var given: [OptionKey: [Sourced]] = [:]

  /// Warnings about environment variables that start with chatterd's prefix and resemble one of its
  /// names. They may be mistakes or belong to another program.
  let warnings: [String]

  init(
    verb: Verb, flags: [FlagParser.Flag], environment: LaunchEnvironment
  ) throws(CommandError) {
    warnings = Self.suspects(in: environment.variables)
    for option in verb.options {
      given[option.key] =
        Self.fromFlags(flags, option) ?? Self.fromEnvironment(environment, option)
    }
    guard let path = given[.config]?.last?.text else { return }
    for (key, values) in try Self.fromFile(environment, path: path)
    where given[key] == nil && OptionTable[key].verbs.contains(verb) {
      given[key] = values
    }
  }

  private static func fromFlags(_ flags: [FlagParser.Flag], _ option: Option) -> [Sourced]? {
    let values = flags.filter { $0.key == option.key }
    return values.isEmpty
      ? nil : values.map { Sourced(text: $0.value, origin: .flag(option.flag)) }
  }

  private static func fromEnvironment(
    _ environment: LaunchEnvironment, _ option: Option
  ) -> [Sourced]? {
    for name in [option.environmentVariable, option.sharedVariable].compactMap(\.self) {
      if let value = environment.variable(name) {
        return [Sourced(text: value, origin: .environment(variable: name))]
      }
    }
    return nil
  }

  private static func fromFile(
    _ environment: LaunchEnvironment, path: String
  ) throws(CommandError) -> [OptionKey: [Sourced]] {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try environment.readFile(environment.absolute(path))
    } catch {
      throw .unreadableFile(path: path, reason: error)
    }
    return try known(try ConfigurationFile(bytes, path: path), path: path)
  }

  private static func known(
    _ file: ConfigurationFile, path: String
  ) throws(CommandError) -> [OptionKey: [Sourced]] {
    var values: [OptionKey: [Sourced]] = [:]
    var firstLines: [OptionKey: Int] = [:]
    for line in file.lines {
      guard let key = OptionKey(rawValue: line.key), OptionTable[key].fileKey != nil else {
        let nearest = NearestName.nearest(
          to: line.key, among: OptionTable.all.compactMap(\.fileKey))
        throw .unknownKey(path: path, line: line.number, key: line.key, nearest: nearest)
      }
      if let first = firstLines[key], !OptionTable[key].isRepeatable {
        throw .repeatedKey(path: path, line: line.number, key: line.key, first: first)
      }
      firstLines[key] = firstLines[key] ?? line.number
      let origin = OptionOrigin.file(path: path, line: line.number, key: line.key)
      values[key, default: []].append(Sourced(text: line.value, origin: origin))
    }
    return values
  }

  private static func suspects(in environment: [String: String]) -> [String] {
    let known = OptionTable.all.map(\.environmentVariable)
    return environment.keys.sorted().compactMap { name in
      guard name.hasPrefix(Option.variablePrefix), !known.contains(name) else { return nil }
      let suffix = String(name.dropFirst(Option.variablePrefix.count))
      let suffixes = known.map { String($0.dropFirst(Option.variablePrefix.count)) }
      return NearestName.nearest(to: suffix, among: suffixes).map {
        "unknown environment variable \(LogEscape.printable(name)): "
          + "did you mean \(Option.variablePrefix)\($0)?"
      }
    }
  }
}
