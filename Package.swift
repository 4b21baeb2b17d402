// swift-tools-version: 6.2
import PackageDescription

// This list of targets is the table of the modules: a target imports what it declares here, and
// depends only on targets of lower layers, except ChatterSpeech on ChatterAudio.
// `Tests/HouseRules` reads the table and checks every import. docs/develop/architecture.md has a
// drawing.

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // An async function runs on its caller's executor: determining the task's preferred executor for
  // each call would cost the runtime a mutex.
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// Modules whose loops over bytes and rows scripts/swift optimizes in debug builds too: otherwise they
// take most of the time of the tests. Assertions stay. Other packages may not depend on unsafe flags.
let optimized =
  Context.environment["CHATTERD_OPTIMIZED"] == nil
  ? settings
  : settings + [
    .unsafeFlags(
      ["-O", "-Xfrontend", "-assert-config", "-Xfrontend", "Debug"],
      .when(configuration: .debug))
  ]

let package = Package(
  name: "chatterd",
  products: [
    .executable(name: "chatterd", targets: ["ChatterDaemon"]),
    .executable(name: "chatter", targets: ["ChatterTerminal"]),
    .executable(name: "chatter-transcribe", targets: ["ChatterTranscriber"]),
    .library(name: "Chatter", targets: ["Chatter"]),
    .library(name: "ChatterClient", targets: ["ChatterClient"]),
    .library(name: "ChatterAudio", targets: ["ChatterAudio"]),
    .library(name: "ChatterSpeech", targets: ["ChatterSpeech"]),
    // For the fuzzers, which are in a separate package.
    .library(name: "HTTP", targets: ["HTTP"]),
    .library(name: "ChatterServer", targets: ["ChatterServer"]),
    .library(name: "Search", targets: ["Search"]),
    .library(name: "Crypto", targets: ["Crypto"]),
  ],
  targets: [
    // 0  C: libraries, each with a module map and a shim.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
    .systemLibrary(
      name: "CNghttp2", pkgConfig: "libnghttp2", providers: [.apt(["libnghttp2-dev"])]),
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    // Without its .pc file, which has a flag that SwiftPM warns about in every build.
    .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev", "libssl-dev"])]),
    // Not gio-2.0: it requires a .pc file with -pthread, about which SwiftPM warns in every build.
    .systemLibrary(name: "CGIO", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(
      name: "CPocketSphinx", pkgConfig: "pocketsphinx",
      providers: [.apt(["libpocketsphinx-dev"])]),

    // A target rather than a system library, since all .pc files of GStreamer have -pthread. Its
    // directory is searched for headers and contains a link to those of GStreamer. A .pc file of our
    // own would need its absolute path, which SwiftPM caches and uses for other checkouts as well.
    .target(name: "CGStreamer", exclude: ["gst"], publicHeadersPath: "."),

    // Our own C code: vectorized loops.
    .target(name: "CVector"),

    // 1  System: loops, threads and locks, files, and the program's environment.
    .target(name: "System", dependencies: ["CLinux"], swiftSettings: settings),

    // 2  Domain, and what needs no protocol.
    .target(name: "Chatter", dependencies: ["CVector"], swiftSettings: optimized),
    .target(name: "Search", dependencies: ["CUTF8Proc"], swiftSettings: optimized),
    .target(name: "Sockets", dependencies: ["CLinux", "System"], swiftSettings: settings),
    .target(
      name: "Arguments", dependencies: ["System"],
      resources: [
        .embedInCode("Completion/completion.bash"),
        .embedInCode("Completion/completion.fish"),
        .embedInCode("Completion/completion.zsh"),
      ],
      swiftSettings: settings),

    // 3  Protocols, and certificates, which have the addresses of sockets.
    .target(
      name: "Crypto", dependencies: ["COpenSSL", "Sockets", "System"], swiftSettings: settings),
    .target(
      name: "HTTP", dependencies: ["CBrotli", "CNghttp2", "CZlib", "System"],
      swiftSettings: optimized),
    .target(
      name: "Postgres", dependencies: ["CPostgres", "Sockets", "System"], swiftSettings: settings),
    .target(
      name: "Migrations", path: "migrations",
      resources: [
        .embedInCode("0001-chatts.sql"),
        .embedInCode("0002-changes.sql"),
        .embedInCode("0003-idempotency-keys.sql"),
        .embedInCode("0004-replica-role.sql"),
        .embedInCode("0005-audio-sha256.sql"),
        .embedInCode("0006-deletion.sql"),
        .embedInCode("0007-page-indexes.sql"),
        .embedInCode("0008-access-tokens.sql"),
        .embedInCode("0009-words.sql"),
        .embedInCode("0010-frequent-words.sql"),
        .embedInCode("0011-pending-words.sql"),
      ], swiftSettings: settings),
    .target(name: "Curl", dependencies: ["CCurl", "System"], swiftSettings: settings),

    // 4  Protocols over others, and stores.
    .target(
      name: "TLS", dependencies: ["COpenSSL", "Crypto", "Sockets", "System"],
      swiftSettings: settings),
    .target(
      name: "PrivateCluster", dependencies: ["Postgres", "System"],
      resources: [.embedInCode("application-role.sql")], swiftSettings: settings),
    .target(
      name: "ChatterStore",
      dependencies: ["Chatter", "Crypto", "Migrations", "Postgres", "Search", "System"],
      swiftSettings: optimized),

    // 5  Components.
    .target(
      name: "WebServer", dependencies: ["HTTP", "Sockets", "System", "TLS"],
      swiftSettings: settings),
    .target(
      name: "ChatterServer",
      dependencies: [
        "Chatter", "ChatterStore", "Crypto", "HTTP", "Postgres", "Search", "System",
      ],
      resources: [.embedInCode("Endpoints/openapi.yaml")],
      swiftSettings: optimized),
    .target(
      name: "ChatterWeb", dependencies: ["CQREncode", "Crypto", "HTTP", "System"],
      resources: [.embedInCode("Site"), .embedInCode("Admin"), .embedInCode("Trust/Texts")],
      swiftSettings: settings),
    .target(
      name: "ChatterClient", dependencies: ["Chatter", "Curl", "System"],
      swiftSettings: settings),
    .target(
      name: "ChatterAudio", dependencies: ["CGStreamer", "CGIO", "Chatter", "System"],
      resources: [.embedInCode("SessionBus/mpris.xml")],
      swiftSettings: settings),
    .target(
      name: "ChatterSpeech", dependencies: ["CPocketSphinx", "ChatterAudio"],
      swiftSettings: settings),

    // 6  Programs.
    .executableTarget(
      name: "ChatterDaemon",
      dependencies: [
        "Chatter", "ChatterServer", "ChatterStore", "ChatterWeb", "Arguments", "Crypto", "Curl",
        "HTTP", "Postgres", "PrivateCluster", "Sockets", "System", "TLS", "WebServer",
      ],
      resources: [
        .embedInCode("Startup/hello.m4a"), .embedInCode("Doctor/faults.md"),
        .embedInCode("CommandLine/chatterd.mdoc"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "ChatterTerminal",
      dependencies: [
        "Chatter", "ChatterClient", "ChatterAudio", "Arguments", "System",
      ],
      resources: [.embedInCode("CommandLine/chatter.mdoc")],
      swiftSettings: settings),
    .executableTarget(
      name: "ChatterTranscriber", dependencies: ["ChatterSpeech", "System"],
      swiftSettings: settings),

    // Examples: starting points for a front end, which the tests build and run.
    .executableTarget(
      name: "audio-example", dependencies: ["ChatterAudio"], path: "Examples/AudioExample",
      swiftSettings: settings),
    .executableTarget(
      name: "speech-example", dependencies: ["ChatterAudio", "ChatterSpeech"],
      path: "Examples/SpeechExample", swiftSettings: settings),
    .executableTarget(
      name: "client-example", dependencies: ["Chatter", "ChatterClient"],
      path: "Examples/ClientExample", swiftSettings: settings),

    // 7  Tests. They mirror sources, and share TestSupport.
    .target(
      name: "TestSupport",
      dependencies: [
        "Crypto", "CNghttp2", "COpenSSL", "Chatter", "ChatterStore", "Postgres", "PrivateCluster",
        "Sockets",
        "System", "TLS",
      ],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "ChatterTests", dependencies: ["Chatter", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "SearchTests", dependencies: ["Search"], swiftSettings: settings),
    .testTarget(
      name: "HTTPTests", dependencies: ["HTTP", "System", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "SystemTests", dependencies: ["System", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "CryptoTests",
      dependencies: ["Crypto", "COpenSSL", "System", "TLS", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "PrivateClusterTests",
      dependencies: ["PrivateCluster", "Postgres", "System", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ArgumentsTests", dependencies: ["Arguments", "System", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "SocketsTests", dependencies: ["System", "Sockets", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "TLSTests",
      dependencies: [
        "Crypto", "TLS", "CLinux", "COpenSSL", "System", "Sockets", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PostgresTests", dependencies: ["Postgres", "PrivateCluster", "System", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "CurlTests", dependencies: ["Curl", "System", "TestSupport"], swiftSettings: settings
    ),
    .testTarget(
      name: "WebServerTests",
      dependencies: ["Crypto", "WebServer", "HTTP", "TLS", "System", "Sockets", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ChatterWebTests",
      dependencies: ["Crypto", "ChatterWeb", "HTTP", "TLS", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ChatterStoreTests",
      dependencies: [
        "Crypto", "ChatterStore", "Chatter", "System", "Postgres", "Search", "TLS", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ChatterServerTests",
      dependencies: [
        "PrivateCluster", "Crypto", "ChatterServer", "ChatterStore", "Chatter", "HTTP", "Postgres",
        "System",
        "Search", "TLS", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ChatterDaemonTests",
      dependencies: [
        "PrivateCluster", "Crypto", "ChatterDaemon", "Chatter", "ChatterServer", "ChatterStore",
        "ChatterWeb", "Arguments",
        "Curl", "HTTP", "TLS", "System", "Sockets", "Postgres", "WebServer",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ChatterClientTests",
      dependencies: [
        "Crypto", "ChatterClient", "Chatter", "Curl", "System", "Sockets", "TLS", "TestSupport",
      ],
      swiftSettings: settings),
    // An audio engine in its own process: the tests kill it, and count its threads and files.
    .executableTarget(
      name: "EngineProgram", dependencies: ["ChatterAudio"], path: "Tests/EngineProgram",
      swiftSettings: settings),
    // An audio engine on a clock that tests advance, without any device.
    .target(
      name: "SilentAudio", dependencies: ["Chatter", "ChatterAudio", "System"],
      path: "Tests/SilentAudio", swiftSettings: settings),
    .testTarget(
      name: "SilentAudioTests", dependencies: ["ChatterAudio", "System", "SilentAudio"],
      swiftSettings: settings),
    .testTarget(
      name: "ChatterAudioTests",
      dependencies: [
        "ChatterAudio", "EngineProgram", "CGIO", "CGStreamer", "Chatter", "System",
        "SilentAudio", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ChatterSpeechTests",
      dependencies: ["ChatterSpeech", "speech-example", "ChatterAudio", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ChatterTranscriberTests",
      dependencies: ["ChatterTranscriber", "ChatterSpeech", "System", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ChatterTerminalTests",
      dependencies: [
        "ChatterTerminal", "ChatterTranscriber", "Chatter", "ChatterClient", "ChatterAudio",
        "Arguments", "System", "SilentAudio", "TestSupport",
      ],
      swiftSettings: settings),
    // A separate process, since it reads its trust from the system, which a test must replace for
    // it.
    .executableTarget(
      name: "URLSessionClient", path: "Tests/URLSessionClient", swiftSettings: settings),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Crypto", "ChatterDaemon", "ChatterTerminal", "ChatterTranscriber", "client-example",
        "audio-example",
        "URLSessionClient",
        "Chatter", "ChatterClient", "System", "Sockets", "TLS", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "TestSupportTests", dependencies: ["Chatter", "TestSupport"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// The Makefile leaves out what a program does not need, so that SwiftPM neither builds it nor asks
// for its packages. By default, as for packages that depend on this one, nothing is left out.
var leftOut: Set<String> =
  switch Context.environment["CHATTERD_TARGETS"] {
  case "server": ["CGStreamer", "CGIO", "CPocketSphinx", "ChatterClient", "URLSessionClient"]
  case "programs": ["CPocketSphinx"]
  default: []
  }
// What depends on such a target is left out as well; it is declared after its dependencies.
for target in package.targets {
  let needsIt = target.dependencies.contains {
    if case .byNameItem(let name, _) = $0 { leftOut.contains(name) } else { false }
  }
  if needsIt { leftOut.insert(target.name) }
}
package.targets.removeAll { leftOut.contains($0.name) }
package.products.removeAll { product in
  let targets = (product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets
  return targets?.contains(where: leftOut.contains) ?? false
}
