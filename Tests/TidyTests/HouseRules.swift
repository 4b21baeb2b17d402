/// The lists used by the house rules. `Package.swift` lists the modules, their layers and what each
/// may import.
enum HouseRules {
  /// The dependencies inside a layer.
  static let dependenciesInsideLayers: [String: Set<String>] = [
    "CommandLine": ["Program"], "TLS": ["Sockets"], "ChatterSpeech": ["ChatterAudio"],
  ]

  /// The modules of the system that every target may import, and those that only tests may.
  static let systemModules: Set = ["Glibc", "Observation", "Synchronization"]
  static let testingModules: Set = ["Foundation", "FoundationNetworking", "Testing"]

  static let fileLinesMax = 300
  static let functionLinesMax = 60

  /// Maximum number of `@unchecked` declarations of the sources. Other types that threads share
  /// have their state in a `Lock`, and pointers in `ThreadSafePointer`.
  static let uncheckedCountMax = 8

  /// Where `print` is allowed.
  static let mayPrint = ["Sources/ChatterDaemon/", "Sources/ChatterTerminal/"]

  /// Where `LanguageRule` applies.
  static let textDirectories = [
    "Sources", "Tests", "Examples", "Fuzz", "Benchmarks", "docs", "scripts", "deploy",
  ]
  static let textFiles = [
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "certs/README.md",
  ]

  /// Exceptions from `LanguageRule`: the rule and its tests quote the words; the inputs of the
  /// fuzzers and the results of measurements are data.
  static let mayUseBannedWords = [
    "Tests/TidyTests/LanguageRule.swift", "Tests/TidyTests/LanguageRuleTests.swift",
    "Fuzz/corpus/", "Benchmarks/results/",
    // A migration that was applied somewhere keeps its text, comments included.
    "Sources/ChatterServer/Migrations/",
  ]

  /// Files of tests that may read the time: the helpers with the guards against hanging.
  static let guardsAgainstHanging: Set<String> = [
    "Tests/TestSupport/Eventually.swift", "Tests/TestSupport/Programs/RunningProgram.swift",
  ]

  /// Files that may block their thread; none of them runs on a loop.
  static let mayPause: Set<String> = [
    "Sources/EventLoop/SystemThread.swift",
    "Tests/EndToEndTests/Support/PrivateHome.swift",
  ]
}
