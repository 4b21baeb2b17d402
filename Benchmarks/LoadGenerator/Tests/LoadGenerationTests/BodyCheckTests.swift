import CInflate
import Testing

@testable import LoadGeneration

@Suite("Checking bodies")
struct BodyCheckTests {
  /// Checks a body that is received in chunks of this number of bytes.
  private func judge(_ body: [UInt8], chunk: Int, _ check: inout BodyCheck)
    throws(ResponseError)
  {
    check.begin()
    var rest = body[...]
    while !rest.isEmpty {
      check.receive(rest.prefix(chunk))
      rest = rest.dropFirst(chunk)
    }
    try check.finish()
  }

  @Test func comparesEveryByteInChunksOfAnySize() throws {
    let right = Array("[[\"a\",\"b\",\"c\",\"d\"]]".utf8)
    var check = BodyCheck(.bytes(right))
    for chunk in 1...right.count {
      try judge(right, chunk: chunk, &check)
      for place in right.indices {
        var wrong = right
        wrong[place] ^= 1
        #expect(throws: ResponseError.wrongBody("other bytes")) {
          try judge(wrong, chunk: chunk, &check)
        }
      }
    }
    try judge(right, chunk: 3, &check)
  }

  /// Returns a gzip member of these bytes; another level gives other bytes with the same content.
  private func member(of plain: [UInt8], level: Int32) -> [UInt8] {
    var stream = unsafe z_stream()
    _ = unsafe deflateInit2_(
      &stream, level, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { unsafe _ = deflateEnd(&stream) }
    var plain = plain
    return [UInt8](capacity: plain.count + 200) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
        unsafe plain.withUnsafeMutableBufferPointer { input in
          unsafe stream.next_in = input.baseAddress
          unsafe stream.avail_in = UInt32(input.count)
          unsafe stream.next_out = buffer.baseAddress
          unsafe stream.avail_out = UInt32(buffer.count)
          _ = unsafe deflate(&stream, Z_FINISH)
          unsafe filled = buffer.count - Int(stream.avail_out)
        }
      }
    }
  }

  @Test func inflatesGzipMembersAndRejectsDamagedOnes() throws {
    let plain = Array("[[\"a\",\"b\"]]".utf8)
    var check = BodyCheck(.gzip(plain))
    for level in [1, 9, 0, 1] as [Int32] {
      try judge(member(of: plain, level: level), chunk: 7, &check)
    }
    let right = member(of: plain, level: 9)
    // Time, flags and system in the header may have any value; the data start at the tenth byte.
    for place in right.indices.dropFirst(10) {
      var wrong = right
      wrong[place] ^= 1
      #expect(throws: ResponseError.self) { try judge(wrong, chunk: 100, &check) }
    }
    for wrong in [plain, [], right + [0], Array(right.dropLast())] {
      #expect(throws: ResponseError.self) { try judge(wrong, chunk: 100, &check) }
    }
    let other = member(of: Array("[[\"a\",\"c\"]]".utf8), level: 9)
    let longer = member(of: plain + plain, level: 9)
    for wrong in [other, longer] {
      #expect(throws: ResponseError.self) { try judge(wrong, chunk: 100, &check) }
    }
  }

  @Test func requiresListsToContainThePostedToken() throws {
    var check = BodyCheck(.list)
    let list = Array("[[\"u\",\"~0123\",\"~01\"],[\"u\",\"~01~0124\",\"\"]]".utf8)
    try judge(list, chunk: 5, &check)
    for token in ["~0123", "~0124", "~01"] {
      check.token = Array(token.utf8)
      try judge(list, chunk: 5, &check)
    }
    for token in ["~0125", "~01234", "~0124\",\"\"]]]"] {
      check.token = Array(token.utf8)
      #expect(throws: ResponseError.wrongBody("a chatt that was acknowledged is missing")) {
        try judge(list, chunk: 5, &check)
      }
    }
    check.token = []
    for wrong in ["", "[]", "{}", "[[\"u\",\"m\"]", "[\"u\",\"m\"]]", "[[1]]"] {
      #expect(throws: ResponseError.wrongBody("not a list")) {
        try judge(Array(wrong.utf8), chunk: 5, &check)
      }
    }
  }

  @Test func findsTokensAtEveryOffsetOnly() {
    let token = Array("~ab".utf8)
    for before in 0..<8 {
      for after in 0..<4 {
        let text =
          [UInt8](repeating: UInt8(ascii: "~"), count: before) + token
          + [UInt8](repeating: UInt8(ascii: "~"), count: after)
        #expect(BodyCheck.contains(token, in: text))
        #expect(!BodyCheck.contains(token, in: Array(text.dropLast(after + 1))))
      }
    }
    #expect(!BodyCheck.contains(token, in: []))
    #expect(BodyCheck.contains([], in: []))
  }
}
