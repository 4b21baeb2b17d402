import Chatter
import ChatterClient
import Program

/// Posts a text, and a clip where there is one.
@MainActor
struct PostVerb {
  let options: PostOptions
  let source: any ChattSource
  let console: any Console
  let glyphs: Glyphs
  let interruption: Interruption
  /// Records into a file until it is told to stop.
  let record: (_ path: String, _ time: Duration?) async throws(Trouble) -> Void

  /// All that can be wrong without the server is said before anything is recorded. What was
  /// recorded goes only when it has been posted.
  func run() async throws(Trouble) {
    let message = try message()
    switch options.audio {
    case .none:
      guard !message.isEmpty else {
        throw Trouble("there is nothing to post: the text is empty", .data)
      }
      _ = try await send(message, nil)
    case .file(let path): _ = try await send(message, try Self.clip(path))
    case .recording(let time): try await sendRecording(message, time)
    }
  }

  private func message() throws(Trouble) -> String {
    let bytesMax = PostLimit.messageBytesMax
    guard options.text == "-" else {
      guard options.text.utf8.count <= bytesMax else {
        throw Trouble("the text is longer than \(bytesMax) bytes", .data)
      }
      return options.text
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try Files.read("-", bytesMax: bytesMax)
    } catch {
      throw Trouble("standard input", error)
    }
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw Trouble("standard input: the text is not in UTF-8", .data)
    }
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }

  private func sendRecording(_ message: String, _ time: Duration?) async throws(Trouble) {
    let folder: String
    do throws(FileError) {
      folder = try Files.makeTemporaryFolder()
    } catch {
      throw Trouble("a temporary folder: \(error)", .cannotCreate)
    }
    let path = folder + "/recording.m4a"
    var isPosted = false
    // Said before the error, which is the last that is said.
    defer {
      if isPosted { Files.remove(path) }
      if !Files.removeFolder(folder) {
        console.note("chatter: your recording is in \(Printable.line(path))\n")
      }
    }
    try await record(path, time)
    isPosted = try await send(message, try Self.clip(path))
  }

  /// - Returns: whether it has been posted; a signal may have come before.
  private func send(_ message: String, _ audio: AudioClip?) async throws(Trouble) -> Bool {
    let chatt = NewChatt(
      username: options.username, message: message.isEmpty ? nil : message, audio: audio)
    let key = try key(for: chatt.call)
    let progress = ProgressLine("Posting", on: console, glyphs: glyphs)
    var isPosted = false
    try await interruption.run { [source, console, interruption] () async throws(Trouble) in
      do throws(ClientError) {
        try await source.post(chatt, once: key, TransferRelay.to(progress))
        progress.end()
        isPosted = true
      } catch {
        progress.end()
        let trouble = Trouble(ofPost: error, key.text)
        guard interruption.signal != nil else { throw trouble }
        // The signal is what the program ends by.
        console.note("chatter: \(trouble.sentence)\n")
      }
    }
    return isPosted
  }

  private func key(for call: Call) throws(Trouble) -> PostKey {
    guard let text = options.key else {
      var generator = SystemRandomNumberGenerator()
      return PostKey(randomFor: call, using: &generator)
    }
    do throws(PostKeyError) {
      return try PostKey(fieldValue: text, call: call)
    } catch {
      throw Trouble("--key: \(error)", .usage)
    }
  }

  /// A clip that the server will take, from a file.
  static func clip(_ path: String) throws(Trouble) -> AudioClip {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try Files.read(path, bytesMax: Files.clipBytesMax)
    } catch {
      throw Trouble(path, error)
    }
    do throws(AudioClipError) {
      return try AudioClip(bytes: bytes)
    } catch {
      throw Trouble(path, error)
    }
  }
}
