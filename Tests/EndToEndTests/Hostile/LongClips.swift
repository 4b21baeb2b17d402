import TestSupport

/// Long clips that play.
enum LongClips {
  /// The tiny clip with that many more bytes of noise in its last sample.
  static func clip(mediaBytes: Int) throws -> [UInt8] {
    var state: UInt64 = 7
    var noise: [UInt8] = []
    noise.reserveCapacity(mediaBytes)
    // Base64 of it has every character, and no compression makes it shorter.
    while noise.count < mediaBytes {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      for shift in stride(from: 0, to: 64, by: 8) {
        noise.append(UInt8(truncatingIfNeeded: state >> UInt64(shift)))
      }
    }
    return try Clips.clip(with: noise)
  }

  /// Returns a post of a clip as iOS writes it: escaped text costs the most.
  static func costlyPost(of clip: [UInt8]) -> WireRequest {
    let base64 = clip.base64.replacing("/", with: #"\/"#)
    return .post(
      "/postaudio/", #"{"username":"ada","message":"listen","audio":"\#(base64)"}"#)
  }

  /// The tiny clip and a box of no known type behind it, which could carry any file.
  static func carrier(byteCount: Int) throws -> [UInt8] {
    try TinyClip.bytes() + Surgery.word(UInt32(8 + byteCount)) + Array("file".utf8)
      + [UInt8](repeating: 0x4D, count: byteCount)
  }
}

extension Attack {
  /// Posts, reads the compressed getaudio on another connection, and returns both statuses.
  func statusesOfPostAndList(_ post: WireRequest) async throws -> [Int?] {
    let client = try await connect()
    defer { client.close() }
    try await client.send(post.bytes)
    let posted = try await client.status()
    let second = try await connect()
    defer { second.close() }
    try await second.send(
      WireRequest.get("/getaudio/").with(fields: "Accept-Encoding: gzip").bytes)
    return [posted, try await second.status()]
  }
}
