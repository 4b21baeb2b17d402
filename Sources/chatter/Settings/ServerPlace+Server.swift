import ChatterClient
import Program

extension ServerPlace {
  /// The server as the client takes it.
  func server() throws(Trouble) -> Server {
    let trusted: Trust =
      switch trust {
      case .system: .system
      case .file(let path): .file(path)
      case .pin(let pin): .pinnedKey(pin)
      }
    if case .file(let path) = trust {
      do throws(FileError) {
        _ = try Files.read(path, bytesMax: Files.certificatesBytesMax)
      } catch {
        throw Trouble(path, error)
      }
    }
    do throws(ServerURLError) {
      return try Server(url: url, trust: trusted)
    } catch {
      throw Trouble("\(error)", .configuration)
    }
  }
}
