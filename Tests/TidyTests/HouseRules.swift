/// The lists used by the house rules: the modules, their imports, and the files with exceptions.
enum HouseRules {
  /// The names of the modules of each layer, from the bottom, in the order of `Package.swift`.
  static let floors = [
    [
      "CLinux", "CZlib", "CNghttp2", "COpenSSL", "CPostgres", "CCurl", "CGStreamer", "CGIO",
      "CPocketSphinx", "CVector",
    ],
    ["EventLoop", "Program"],
    ["Chatter", "HTTP", "Sockets", "TLS", "Postgres"],
    ["WebServer", "ChatterServer", "ChatterClient", "ChatterAudio", "ChatterSpeech"],
    ["ChatterDaemon", "ChatterTerminal", "client-example", "audio-example", "speech-example"],
  ]

  /// The table of imports of the design. Tests may import what their module may, the module
  /// itself, and what tests need.
  static let imports: [String: Set<String>] = {
    let system: Set = ["Glibc", "Synchronization"]
    var table: [String: Set<String>] = [
      "Sources/Chatter": system.union(["CVector", "FoundationEssentials"]),
      "Sources/HTTP": system.union(["CNghttp2", "CZlib", "EventLoop"]),
      "Sources/EventLoop": system.union(["CLinux"]),
      "Sources/Program": system.union(["CLinux"]),
      "Sources/Sockets": system.union(["CLinux", "EventLoop"]),
      "Sources/TLS": system.union(["COpenSSL", "EventLoop", "Sockets"]),
      "Sources/Postgres": system.union(["CPostgres", "EventLoop"]),
      "Sources/WebServer": system.union(["EventLoop", "HTTP", "Sockets", "TLS"]),
      "Sources/ChatterServer": system.union([
        "Chatter", "EventLoop", "HTTP", "Postgres", "TLS",
      ]),
      "Sources/ChatterClient": system.union(["CCurl", "Chatter", "EventLoop", "Observation"]),
      "Sources/ChatterAudio": system.union([
        "CGStreamer", "CGIO", "Chatter", "EventLoop", "Observation",
      ]),
      "Sources/ChatterSpeech": system.union(["CPocketSphinx", "ChatterAudio"]),
      "Sources/ChatterTerminal": system.union([
        "Chatter", "ChatterClient", "ChatterAudio", "Observation", "EventLoop", "Program",
      ]),
      "Sources/ChatterDaemon": system.union([
        "Chatter", "ChatterServer", "EventLoop", "HTTP", "Postgres", "Program", "Sockets", "TLS",
        "WebServer",
      ]),
    ]
    let testing: Set = ["Testing", "TestSupport", "Foundation", "FoundationNetworking"]
    for (directory, modules) in table {
      let module = String(directory.dropFirst("Sources/".count))
      table["Tests/\(module)Tests"] = modules.union([module]).union(testing)
    }
    table["Tests/TestSupport"] = system.union(testing).union([
      "CNghttp2", "Chatter", "EventLoop", "Sockets", "TLS",
    ])
    table["Tests/EndToEndTests"] = system.union(testing).union([
      "Chatter", "ChatterClient", "ChatterDaemon", "EventLoop", "Sockets", "TLS",
    ])
    table["Tests/EventLoopTests"]?.formUnion(["Sockets"])
    table["Tests/ChatterClientTests"]?.formUnion(["Sockets", "TLS"])
    table["Tests/ChatterSpeechTests"]?.formUnion(["Chatter"])
    table["Tests/EngineProgram"] = ["ChatterAudio", "Foundation"]
    table["Tests/URLSessionClient"] = ["Foundation", "FoundationNetworking"]
    table["Tests/TidyTests"] = system.union(testing)
    return table
  }()

  static let fileLinesMax = 300
  static let functionLinesMax = 60

  /// Maximum number of `@unchecked` declarations of the sources. Other types that threads share have
  /// their state in a `Lock`, and pointers in `ThreadSafePointer`.
  static let uncheckedCountMax = 8

  /// Where `print` is allowed.
  static let mayPrint = ["Sources/ChatterDaemon/", "Sources/ChatterTerminal/"]

  /// Where `LanguageRule` applies.
  static let textDirectories = [
    "Sources", "Tests", "Examples", "Fuzz", "Benchmarks", "docs", "scripts", "deploy",
  ]
  static let textFiles = ["README.md", "CONTRIBUTING.md", "Makefile", "certs/README.md"]

  /// Exceptions from `LanguageRule`: the rule and its tests quote the words; the inputs of the
  /// fuzzers and the results of measurements are data.
  static let mayUseBannedWords = [
    "Tests/TidyTests/LanguageRule.swift", "Tests/TidyTests/LanguageRuleTests.swift",
    "Fuzz/corpus/", "Benchmarks/results/",
    // A migration that was applied somewhere keeps its text, comments included.
    "Sources/ChatterServer/Migrations/EmbeddedMigrations.swift",
  ]

  /// Files that may block their thread; none of them runs on a loop.
  static let mayPause: Set<String> = [
    "Sources/EventLoop/SystemThread.swift",
    "Tests/EndToEndTests/Support/PrivateHome.swift",
  ]
}
