import ChatterServer
import Curl
import System

/// The files and servers that decide on requests besides this one: `--jwks`, `--blocked`,
/// `--post-webhook` and the operators' password.
struct ExternalCheck: Sendable {
  private static let timeout = Duration.seconds(5)

  var configuration: Configuration

  /// The files that a start reads.
  @FaultList var fileFaults: [Fault] {
    let options = configuration.externalChecks
    if let path = options.blocklist {
      Self.fault { _ = try ExternalChecks.blocklist(path, options.blocklistOrigin) }
    }
    if case .file(let path) = options.provider?.keys {
      Self.fault { _ = try ExternalChecks.keys(path, options.keysOrigin) }
    }
    if configuration.admin != nil, let directory = configuration.dataDirectory,
      FilePresence.exists(AdminPassword.path(in: directory))
    {
      Self.fault { _ = try AdminPassword(in: directory) }
    }
  }

  /// Requests the keys and the webhook, as a browser would.
  func serverFaults() async -> [Fault] {
    let options = configuration.externalChecks
    let client = WebClient(
      agent: "chatterd/\(configuration.service.version)", trusting: options.authorities)
    var faults: [Fault] = []
    if case .url(let url) = options.provider?.keys {
      do {
        _ = try await ExternalChecks.keys(at: url, by: client, timeout: Self.timeout)
      } catch {
        faults.append(Fault(.keysUnavailable, ["url": "\(url)", "reason": "\(error)"]))
      }
    }
    if let url = options.webhook {
      do throws(CurlError) {
        _ = try await client.response(
          from: url, bytesMax: PostWebhook.responseBytesMax, timeout: Self.timeout)
      } catch .tooLarge {
        // It responds.
      } catch {
        faults.append(Fault(.webhookUnavailable, ["url": "\(url)", "reason": "\(error)"]))
      }
    }
    return faults
  }

  private static func fault(_ read: () throws -> Void) -> [Fault] {
    do {
      try read()
      return []
    } catch {
      return [Fault(.optionFileInvalid, ["reason": "\(error)"])]
    }
  }
}
