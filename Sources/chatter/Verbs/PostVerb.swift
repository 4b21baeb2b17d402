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
  /// Records into a file until it is told to stop.
  let record: (_ path: String, _ time: Duration?) async throws(Trouble) -> Void

  /// What the server takes of a message by default.
  static let messageBytesMax = 64 * 1024

  func run() async throws(Trouble) {
    let message = try message()
    let audio = try await clip()
    guard !message.isEmpty || audio != nil else {
      throw Trouble("there is nothing to post: the text is empty", .data)
    }
    let chatt = NewChatt(
      username: options.username, message: message.isEmpty ? nil : message, audio: audio)
    let progress = ProgressLine("Posting", on: console, glyphs: glyphs)
    defer { progress.end() }
    do throws(ClientError) {
      try await source.post(chatt, TransferRelay.to(progress))
    } catch {
      throw Trouble(error)
    }
  }

  private func message() throws(Trouble) -> String {
    guard options.text == "-" else { return options.text }
    do throws(FileError) {
      let bytes = try Files.read("-", bytesMax: Self.messageBytesMax)
      var text = String(decoding: bytes, as: UTF8.self)
      while text.last?.isNewline == true { text.removeLast() }
      return text
    } catch {
      throw Trouble("standard input", error)
    }
  }

  private func clip() async throws(Trouble) -> AudioClip? {
    switch options.audio {
    case .none: return nil
    case .file(let path): return try Self.clip(path)
    case .recording(let time):
      let path: String
      do throws(FileError) {
        path = try Files.makeTemporary(ending: ".m4a")
      } catch {
        throw Trouble("a temporary file: \(error)", .cannotCreate)
      }
      defer { Files.remove(path) }
      try await record(path, time)
      return try Self.clip(path)
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
