// swift-tools-version: 6.2
import PackageDescription

// The load generator is a separate package, so that the server's package contains only what the
// server needs. `make bench` builds it, `make test` runs its tests.

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "LoadGenerator",
  dependencies: [.package(name: "chatterd", path: "../..")],
  targets: [
    .systemLibrary(name: "CInflate", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "LoadGeneration",
      dependencies: [
        "CInflate",
        .product(name: "EventLoop", package: "chatterd"),
        .product(name: "Sockets", package: "chatterd"),
        .product(name: "TLS", package: "chatterd"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "load-generator", dependencies: ["LoadGeneration"], swiftSettings: settings),
    .testTarget(
      name: "LoadGenerationTests",
      dependencies: [
        "LoadGeneration", "CInflate",
        .product(name: "EventLoop", package: "chatterd"),
        .product(name: "Sockets", package: "chatterd"),
        .product(name: "TLS", package: "chatterd"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
