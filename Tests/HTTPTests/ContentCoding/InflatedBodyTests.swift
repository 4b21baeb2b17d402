import TestSupport
import Testing

@testable import HTTP

struct InflatedBodyTests {
  private let plain = Array(#"{"username":"ada","message":"hello, hello, hello"}"#.utf8)

  private func coded(_ plain: [UInt8]) -> [UInt8] { DeflatedSegment.gzip(plain) }

  private func inflate(_ bytes: [UInt8], sliceBytesMax: Int = .max, atMost bytesMax: Int = 1 << 20)
    async throws(RequestBodyError) -> [UInt8]
  {
    try await InflatedBody(BufferedBody(bytes, sliceBytesMax: sliceBytesMax))
      .collect(atMost: bytesMax)
  }

  @Test func decodesABodyInSlicesOfAnySize() async throws {
    for sliceBytesMax in [1, 2, 7, .max] {
      #expect(try await inflate(coded(plain), sliceBytesMax: sliceBytesMax) == plain)
    }
  }

  @Test func decodesConsecutiveGzipMembersAsOneBody() async throws {
    let bytes = coded(Array(plain.prefix(20))) + coded([]) + coded(Array(plain.dropFirst(20)))
    for sliceBytesMax in [1, 2, 7, .max] {
      #expect(try await inflate(bytes, sliceBytesMax: sliceBytesMax) == plain)
    }
    await #expect(throws: RequestBodyError.badCoding) {
      () async throws in try await inflate(coded(plain) + [0x1F])
    }
  }

  @Test func decodesABodyLongerThanOneStep() async throws {
    let plain = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try await inflate(coded(plain)) == plain)
  }

  @Test func rejectsABombAtTheLimitOfDecodedBytes() async {
    let bytes = coded([UInt8](repeating: 0, count: 4 << 20))
    #expect(bytes.count < 20_000)
    await #expect(throws: RequestBodyError.tooLarge(limit: 100_000)) {
      () async throws in try await inflate(bytes, atMost: 100_000)
    }
  }

  @Test(.needs(.time)) func rejectsARatioOver20BeyondOneMebibyte() async throws {
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    #expect(try await inflate(coded(zeros)) == zeros)
    await #expect(throws: RequestBodyError.compressedTooMuch(ratioMax: 20)) {
      () async throws in try await inflate(coded(zeros + [0]), atMost: 4 << 20)
    }
    // Six random bits in each byte, as in base64.
    let text = (0..<(3 << 20)).map { _ in UInt8.random(in: 0..<64) }
    #expect(try await inflate(coded(text), atMost: 4 << 20) == text)
  }

  @Test func rejectsMoreThanAThousandMembers() async throws {
    let member = coded([7])
    let members = Array([[UInt8]](repeating: member, count: 1_000).joined())
    #expect(try await inflate(members) == [UInt8](repeating: 7, count: 1_000))
    await #expect(throws: RequestBodyError.tooManyMembers(countMax: 1_000)) {
      () async throws in try await inflate(members + member)
    }
  }

  @Test func rejectsTruncatedCorruptAndUncompressedBodies() async {
    let bytes = coded(plain)
    var flipped = bytes
    flipped[bytes.count - 6] ^= 1
    let broken = (0..<bytes.count).map { Array(bytes.prefix($0)) } + [flipped, bytes + [0], plain]
    for bytes in broken {
      await #expect(throws: RequestBodyError.badCoding) {
        () async throws in try await inflate(bytes)
      }
    }
  }
}
