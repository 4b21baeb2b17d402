// swift-tools-version: 6.2
import Foundation
import PackageDescription

// 4 programs    chatterd                                chatter
//                  |                                       |
// 3 components WebServer     ChatterServer         ChatterClient     ChatterAudio ◄─ ChatterSpeech
//                  |               |                   |                  |
// 2 protocols  HTTP   TLS ───► Sockets      Postgres   |                  |
//   domain                   Chatter   (imports only CVector; imported by 3 and 4)
//                  |               |                   |                  |
// 1 system     EventLoop (loops, time, threads, locks)    Program (imported by 4)
//                  |
// 0 C          CLinux CNghttp2 CZlib COpenSSL CPostgres CCurl CGStreamer CGIO CPocketSphinx CVector
//
// A module imports only modules of lower layers. The exceptions: in layer 2 TLS imports Sockets,
// and in layer 3 ChatterSpeech imports ChatterAudio. `TidyTests` checks every import
// against this table.

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

/// Whether PocketSphinx is installed. Without it ChatterSpeech reports at run time that it has no
/// speech recognition.
let hasPocketSphinx = ["/usr/include", "/usr/local/include"].contains {
  FileManager.default.fileExists(atPath: "\($0)/pocketsphinx.h")
    || FileManager.default.fileExists(atPath: "\($0)/pocketsphinx/pocketsphinx.h")
}

let package = Package(
  name: "chatterd",
  products: [
    .executable(name: "chatterd", targets: ["ChatterDaemon"]),
    .executable(name: "chatter", targets: ["ChatterTerminal"]),
    .library(name: "Chatter", targets: ["Chatter"]),
    .library(name: "ChatterClient", targets: ["ChatterClient"]),
    .library(name: "ChatterAudio", targets: ["ChatterAudio"]),
    .library(name: "ChatterSpeech", targets: ["ChatterSpeech"]),
    // For the fuzzers, which are in a separate package.
    .library(name: "HTTP", targets: ["HTTP"]),
    // For the load generator, which is in a separate package too.
    .library(name: "EventLoop", targets: ["EventLoop"]),
    .library(name: "Sockets", targets: ["Sockets"]),
    .library(name: "TLS", targets: ["TLS"]),
  ],
  targets: [
    // 0  C: libraries, each with a module map and a shim.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CNghttp2", pkgConfig: "libnghttp2", providers: [.apt(["libnghttp2-dev"])]),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev", "libssl-dev"])]),
    .systemLibrary(
      name: "CGStreamer", pkgConfig: "gstreamer-app-1.0",
      providers: [.apt(["libgstreamer-plugins-base1.0-dev"])]),
    .systemLibrary(name: "CGIO", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(
      name: "CPocketSphinx", pkgConfig: "pocketsphinx",
      providers: [.apt(["libpocketsphinx-dev"])]),

    // Our own C code: vectorized loops.
    .target(name: "CVector"),

    // 1  System: loops, threads and locks, and the program's environment.
    .target(name: "EventLoop", dependencies: ["CLinux"], swiftSettings: settings),
    .target(name: "Program", dependencies: ["CLinux"], swiftSettings: settings),

    // 2  Domain and protocols.
    .target(name: "Chatter", dependencies: ["CVector"], swiftSettings: settings),
    .target(
      name: "HTTP", dependencies: ["CNghttp2", "CZlib", "EventLoop"], swiftSettings: settings),
    .target(name: "Sockets", dependencies: ["CLinux", "EventLoop"], swiftSettings: settings),
    .target(
      name: "TLS", dependencies: ["COpenSSL", "EventLoop", "Sockets"], swiftSettings: settings),
    .target(
      name: "Postgres", dependencies: ["CPostgres", "EventLoop"], swiftSettings: settings),

    // 3  Components.
    .target(
      name: "WebServer", dependencies: ["EventLoop", "HTTP", "Sockets", "TLS"],
      swiftSettings: settings),
    .target(
      name: "ChatterServer", dependencies: ["Chatter", "EventLoop", "HTTP", "Postgres", "TLS"],
      resources: [.embedInCode("Migrations")],
      swiftSettings: settings),

    .target(
      name: "ChatterClient", dependencies: ["CCurl", "Chatter", "EventLoop"],
      swiftSettings: settings),
    .target(
      name: "ChatterAudio", dependencies: ["CGStreamer", "CGIO", "Chatter", "EventLoop"],
      swiftSettings: settings),
    .target(
      name: "ChatterSpeech",
      dependencies: ["ChatterAudio"] + (hasPocketSphinx ? ["CPocketSphinx"] : []),
      swiftSettings: settings + (hasPocketSphinx ? [.define("POCKETSPHINX")] : [])),

    // 4  Programs.
    .executableTarget(
      name: "ChatterDaemon",
      dependencies: [
        "Chatter", "ChatterServer", "EventLoop", "HTTP", "Postgres", "Program", "Sockets", "TLS",
        "WebServer",
      ],
      swiftSettings: settings),

    .executableTarget(
      name: "ChatterTerminal",
      dependencies: [
        "Chatter", "ChatterClient", "ChatterAudio", "Program", "EventLoop",
      ],
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

    // Tests mirror sources; several of them share TestSupport.
    .target(
      name: "TestSupport", dependencies: ["CNghttp2", "Chatter", "EventLoop", "Sockets", "TLS"],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "ChatterTests", dependencies: ["Chatter", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "HTTPTests", dependencies: ["HTTP", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "EventLoopTests", dependencies: ["EventLoop", "Sockets", "TestSupport"],
      swiftSettings: settings),
    .testTarget(name: "ProgramTests", dependencies: ["Program"], swiftSettings: settings),
    .testTarget(
      name: "SocketsTests", dependencies: ["EventLoop", "Sockets", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "TLSTests", dependencies: ["TLS", "EventLoop", "Sockets", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "PostgresTests", dependencies: ["Postgres", "EventLoop", "Sockets", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "WebServerTests",
      dependencies: ["WebServer", "HTTP", "TLS", "EventLoop", "Sockets", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ChatterServerTests",
      dependencies: [
        "ChatterServer", "Chatter", "HTTP", "Postgres", "EventLoop", "Sockets", "TLS",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ChatterDaemonTests",
      dependencies: [
        "ChatterDaemon", "Chatter", "ChatterServer", "HTTP", "TLS", "EventLoop", "Sockets",
        "Postgres",
        "Program",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ChatterClientTests",
      dependencies: ["ChatterClient", "Chatter", "EventLoop", "Sockets", "TLS", "TestSupport"],
      swiftSettings: settings),
    // An audio engine in its own process: the tests kill it, and count its threads and files.
    .executableTarget(
      name: "EngineProgram", dependencies: ["ChatterAudio"], path: "Tests/EngineProgram",
      swiftSettings: settings),
    .testTarget(
      name: "ChatterAudioTests",
      dependencies: [
        "ChatterAudio", "EngineProgram", "CGIO", "CGStreamer", "Chatter", "EventLoop",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ChatterSpeechTests",
      dependencies: [
        "ChatterSpeech", "speech-example", "ChatterAudio", "Chatter", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ChatterTerminalTests",
      dependencies: [
        "ChatterTerminal", "Chatter", "ChatterClient", "ChatterAudio", "Program", "TestSupport",
      ],
      swiftSettings: settings),
    // A separate process, since it reads its trust from the system, which a test must replace for
    // it.
    .executableTarget(
      name: "URLSessionClient", path: "Tests/URLSessionClient", swiftSettings: settings),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "ChatterDaemon", "ChatterTerminal", "client-example", "audio-example", "URLSessionClient",
        "Chatter",
        "ChatterClient", "EventLoop", "Sockets", "TLS", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(name: "TidyTests", dependencies: ["TestSupport"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
