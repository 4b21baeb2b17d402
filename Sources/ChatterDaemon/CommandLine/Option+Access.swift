import Arguments
import ChatterServer

// Who may post and read.
extension Option {
  private static let requirements = AccessPolicy.Requirement.allCases.map(\.rawValue)

  static let posting = setting(
    "posting", .choice(requirements), .value("open"),
    "Let everyone post, or only holders of a token (see chatterd token), and only under the "
      + "username of the token.")
  static let reading = setting(
    "reading", .choice(requirements), .value("open"),
    "Let everyone read, or only holders of a token. The web front end's own files, /v1/server and "
      + "the health checks stay open.")
  static let publicURL = setting(
    "public-url",
    .text("URL", "the address of the web page, such as https://chat.example.org/"),
    .words("the first name or address of the certificate that other machines can reach"),
    of: [.serve, .token],
    "Name this address at the start, on the page /trust and in invitation links, for example "
      + "behind a proxy.")

  // Who else decides about requests: an identity provider, a list of the operator, a webhook.
  static let jwks = setting(
    "jwks", .fileOrURL, .words("none"),
    "Accept also tokens (JWT with ES256, RS256 or EdDSA) of the identity provider whose keys (a "
      + "JWK Set) are in this file or at this URL. Needs --token-issuer and --token-audience.")
  static let tokenIssuer = setting(
    "token-issuer", .text("TEXT", "the claim iss of the provider's tokens"), .words("none"),
    "Accept only tokens of --jwks with exactly this issuer.")
  static let tokenAudience = setting(
    "token-audience", .text("TEXT", "the claim aud of tokens for this server"), .words("none"),
    "Accept only tokens of --jwks for this audience, the name of this server at the provider.")
  static let tokenClaim = setting(
    "token-claim", .text("NAME", "a claim whose value is a text"),
    .value(TokenClaims.defaultUserClaim),
    "Take the username from this claim of the tokens of --jwks.")

  static let blocked = setting(
    "blocked", .file, .words("none"),
    "Refuse posts (403) by this list, with lines of user NAME, word WORD and clip SHA256; it is "
      + "read again on SIGHUP.")
  static let postWebhook = setting(
    "post-webhook", .url, .words("none"),
    "Send each post as JSON to this URL before it is stored: 2xx accepts the post, 403 refuses it, "
      + "and without a decision in 5 seconds the client gets 503.")
}

extension ValueSyntax {
  static let url = text(
    "URL", "a URL such as https://example.org/path, or http", isSecret: true)
  static let fileOrURL = text(
    "FILE|URL", "a file, or a URL such as https://example.org/jwks.json", files: true)
}
