internal import Chatter
internal import HTTP
internal import System

extension ChatterService {
  func readV1Chatt(_ request: Request) async throws -> NewChatt {
    guard let type = request.fields[.contentType],
      let parser = try MultipartParser(contentType: type)
    else { return try await readAudioChatt(request, allowsOtherClips: false) }
    return try await readForm(request, parser)
  }

  /// Reads a form. The bytes of its clip are collected once, without the rest of the body.
  private func readForm(_ request: Request, _ parser: MultipartParser) async throws -> NewChatt {
    let body = try openBody(of: request)
    let (bytesMax, metadata) = (settings.bodyBytesMax, settings.clipMetadata)
    let announced = body.announcedBytes ?? 0
    guard announced <= bytesMax else { throw RequestBodyError.tooLarge(limit: bytesMax) }
    var (parser, form, count) = (parser, PostForm(messageBytesMax: settings.messageBytesMax), 0)
    while let slice = try await body.next() {
      count += slice.count
      guard count <= bytesMax else { throw RequestBodyError.tooLarge(limit: bytesMax) }
      try body.reserve(slice.count)
      parser.receive(slice)
      // As in `collect`: an announced length is trusted once much of it has arrived.
      let capacity = count > Self.trustedBytesMax ? announced : min(announced, Self.trustedBytesMax)
      try form.take(&parser, capacity: capacity)
    }
    try parser.finish()
    let chatt = NewChatt(username: try form.username(), message: try form.message())
    guard let audio = try form.takeAudio() else { return chatt }
    let make = { @Sendable [chatt] () throws -> NewChatt in
      var chatt = chatt
      try chatt.setAudio(audio, metadata: metadata)
      return chatt
    }
    guard audio.count > Self.loopBytesMax else { return try make() }
    return try await settings.workers.run(for: request.client.keyText) { Result { try make() } }
      .get()
  }

  /// Maximum number of bytes to allocate for an announced length before they have arrived.
  private static let trustedBytesMax = 1 << 20
}

extension PostForm {
  fileprivate mutating func take(
    _ parser: inout MultipartParser, capacity: Int
  ) throws {
    while true {
      switch try parser.next() {
      case .needsMoreBytes: return
      case .part(let part):
        try begin(
          part.name, isFile: part.filename != nil, isUTF8: part.isUTF8, isCoded: part.isCoded)
        reserve(capacity)
      case .bytes(let bytes):
        reserve(capacity)
        try append(bytes)
      case .endOfPart: break
      }
    }
  }
}

extension MultipartPart {
  /// Whether a text is in UTF-8, as far as the part says.
  fileprivate var isUTF8: Bool {
    let charset = contentType?["charset"]?.lowercased() ?? "utf-8"
    return ["utf-8", "utf8", "us-ascii"].contains(charset)
  }

  /// Whether the content is in another form, such as base64.
  fileprivate var isCoded: Bool {
    !["7bit", "8bit", "binary"].contains(transferEncoding ?? "binary")
  }
}
