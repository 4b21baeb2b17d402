/// The keys of the options; the raw value is the key in a configuration file.
enum OptionKey: String, CaseIterable, Sendable {
  case config
  case listen
  case loops
  case dataDirectory = "data-dir"
  case certificate
  case privateKey = "private-key"
  case database
  case databaseConnections = "database-connections"
  case databaseWait = "database-wait"
  case preparedStatements = "prepared-statements"
  case connectionsMax = "connections-max"
  case connectionsPerAddressMax = "connections-per-address-max"
  case headBytesMax = "head-bytes-max"
  case bodyBytesMax = "body-bytes-max"
  case requestMemoryMax = "request-memory-max"
  case messageBytesMax = "message-bytes-max"
  case rateLimit = "rate-limit"
  case diskReserve = "disk-reserve"
  case proxyProtocolFrom = "proxy-protocol-from"
  case timelineBytesMax = "timeline-bytes-max"
  case timelineFull = "timeline-full"
  case timelineAgeMax = "timeline-age-max"
  case handshakeTimeout = "handshake-timeout"
  case headTimeout = "head-timeout"
  case bodyTimeout = "body-timeout"
  case idleTimeout = "idle-timeout"
  case shutdownTimeout = "shutdown-timeout"
  case listShape = "list-shape"
  case listOrder = "list-order"
  case listIDs = "list-ids"
  case listRowsMax = "list-rows-max"
  case listMemoryMax = "list-memory-max"
  case clipMetadata = "clip-metadata"
  case corsOrigin = "cors-origin"
  case hsts
  case logFormat = "log-format"
  case logLevel = "log-level"
  case certName = "cert-name"
  case certAddress = "cert-address"
  case certKey = "cert-key"
  case certDays = "cert-days"
  case certOut = "cert-out"
  case certForce = "cert-force"
}
