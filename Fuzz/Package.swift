// swift-tools-version: 6.2
import PackageDescription

// The fuzzers are a separate package: they link only with libFuzzer, which contains `main`, so an
// ordinary `swift build` of the server must not include them. `make fuzz` builds them.

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A target whose only entry is `LLVMFuzzerTestOneInput`.
func fuzzer(_ name: String, of modules: String...) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["FuzzInput"] + modules.map { .product(name: $0, package: "chatterd") },
    swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "chatterd", path: "..")],
  targets: [
    .target(name: "FuzzInput", swiftSettings: settings),
    fuzzer("HTTPFuzz", of: "HTTP"),
    fuzzer("HTTP2Fuzz", of: "HTTP"),
    fuzzer("MultipartFuzz", of: "HTTP"),
    fuzzer("Base64Fuzz", of: "Chatter"),
    fuzzer("JSONFuzz", of: "Chatter"),
    fuzzer("MPEG4Fuzz", of: "Chatter"),
    fuzzer("SearchFuzz", of: "Search"),
    fuzzer("EventStreamFuzz", of: "ChatterClient"),
    fuzzer("TokenFuzz", of: "ChatterServer", "Crypto", "HTTP"),
  ],
  swiftLanguageModes: [.v6]
)
