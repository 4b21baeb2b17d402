import Arguments
import ChatterServer
import System

struct ExternalCheckOptions: Sendable, Equatable {
  /// Where the keys of the identity provider are.
  enum KeySource: Sendable, Equatable {
    case file(String)
    case url(WebURL)
  }

  struct Provider: Sendable, Equatable {
    let keys: KeySource
    let claims: TokenClaims
  }

  let provider: Provider?
  let blocklist: String?
  let webhook: WebURL?
  /// Where `jwks` and `blocked` are set, for errors.
  let keysOrigin: String
  let blocklistOrigin: String
  /// A PEM file with the authorities to trust instead of the system's (openssl-env(7)).
  let authorities: String?

  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    authorities = environment.variable("SSL_CERT_FILE")
    blocklist = try values.path(.blocked)
    keysOrigin = "\(values.origin(of: .jwks))"
    blocklistOrigin = "\(values.origin(of: .blocked))"
    webhook = try values.optional(.postWebhook) { WebURL($0) }
    let isURL = values.sourced(.jwks)?.text.contains("://") ?? false
    let keys: KeySource? =
      if isURL {
        try values.optional(.jwks) { WebURL($0).map { .url($0) } }
      } else {
        try values.path(.jwks).map { .file($0) }
      }
    guard let keys else {
      for option in [Option.tokenIssuer, .tokenAudience] {
        guard let origin = values.sourced(option)?.origin else { continue }
        throw .missingPartner(of: origin, Option.jwks.flag)
      }
      provider = nil
      return
    }
    let claims = TokenClaims(
      issuer: try values.text(.tokenIssuer, neededBy: .jwks),
      audience: try values.text(.tokenAudience, neededBy: .jwks),
      userClaim: try values.required(.tokenClaim) { $0.isEmpty ? nil : $0 })
    provider = Provider(keys: keys, claims: claims)
  }

  /// Warnings about options that others on the network could abuse.
  var warnings: [String] {
    var warnings: [String] = []
    if case .url(let url) = provider?.keys, url.isExposed {
      warnings.append(
        "\(keysOrigin): over http, others on the network can replace the keys: use https")
    }
    if webhook?.isExposed ?? false {
      warnings.append("--post-webhook: over http, others on the network can read posts: use https")
    }
    return warnings
  }
}

extension OptionValues {
  fileprivate func text(_ option: Option, neededBy other: Option) throws(CommandError) -> String {
    guard let text = try optional(option, { $0.isEmpty ? nil : $0 }) else {
      throw .missingPartner(of: origin(of: other), option.flag)
    }
    return text
  }
}
