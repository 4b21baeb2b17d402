import Sockets
import TestSupport

extension HostileNeighbour.Habit {
  /// The bytes that the attacks send, made once.
  struct Material: Sendable {
    let bomb: [UInt8]
    let longClip: [UInt8]
    let carrier: [UInt8]
    let v1Clip: [UInt8]

    init() async throws {
      let members = try await GzipBomb.bytes(
        start: "{", repeating: #""\/":0,"#, count: 32 << 20, end: #""a":0}"#)
      bomb = GzipBomb.post("/postaudio/", members).bytes
      v1Clip = try LongClips.clip(mediaBytes: 4 << 20)
      longClip = WireRequest.clip("long", v1Clip).bytes
      carrier = WireRequest.clip("carrier", try LongClips.carrier(byteCount: 1 << 20)).bytes
    }
  }

  static func all(_ material: Material) -> [Self] {
    [
      post("bombs", .milliseconds(500), material.bomb),
      post("long clips", .seconds(1), material.longClip),
      post("carriers", .seconds(1), material.carrier),
      post("posts", .milliseconds(20), WireRequest.text("mallory", "m").bytes),
      post("v1 posts", .milliseconds(20), v1Post.bytes),
      post("v1 forms", .milliseconds(20), v1Form(audio: nil).bytes),
      post("v1 clips", .seconds(1), v1Form(audio: material.v1Clip).bytes),
      post("searches", .milliseconds(20), WireRequest.get("/v1/chatts?q=zzz").bytes),
      post("deletions", .milliseconds(20), deletion.bytes),
      endlessHead, unreadLists, pingedLists, healthChecks, resetChecks, unfinishedBodies,
      slowBodies, chunks, handshakes, idleConnections, vanishing, unreadEvents, abandonedEvents,
    ]
  }

  private static let v1Post = WireRequest.post(
    "/v1/chatts", #"{"username":"mallory","message":"m"}"#
  ).with(fields: "Content-Type: application/json")

  /// A deletion of a chatt that does not exist, with a token of the right form.
  private static let deletion = WireRequest(
    method: "DELETE", target: "/v1/chatts/01942485-5e23-7d27-9f0c-0d6a4b0e8a51"
  ).with(fields: "Authorization: Bearer \(String(repeating: "A", count: 64))")

  /// A post of a form, with a clip if there is one.
  private static func v1Form(audio: [UInt8]?) -> WireRequest {
    func part(_ name: String, _ value: some Sequence<UInt8>) -> [UInt8] {
      Array("--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8) + value
        + Array("\r\n".utf8)
    }
    let parts = part("username", "mallory".utf8) + part("message", "m".utf8)
    let body = parts + (audio.map { part("audio", $0) } ?? []) + Array("--x--\r\n".utf8)
    return WireRequest.post("/v1/chatts", body)
      .with(fields: "Content-Type: multipart/form-data; boundary=x")
  }

  /// The time after which an attacker tries another connection.
  private static let stepTimeMax = Duration.seconds(5)

  /// Posts repeatedly, on one connection as long as it is open.
  private static func post(_ name: String, _ pause: Duration, _ bytes: [UInt8]) -> Self {
    Self(name: name, pause: pause) { attack, clients in
      if clients.isEmpty { clients.append(try await attack.connect()) }
      try await clients[0].send(bytes, within: stepTimeMax)
      guard try await clients[0].status(within: stepTimeMax) != nil else {
        throw StreamError.truncated
      }
    }
  }

  /// A request line without an end.
  private static let endlessHead = Self(name: "endless heads", pause: .milliseconds(50)) {
    attack, clients in
    if clients.isEmpty {
      clients.append(try await attack.connect())
      try await clients[0].send("GET / ")
    }
    try await clients[0].send([UInt8](repeating: 0x78, count: 1 << 18))
  }

  /// Lists over HTTP/2 with closed windows.
  private static let unreadLists = Self(name: "unread lists", pause: .milliseconds(100)) {
    attack, clients in
    if clients.isEmpty { clients.append(try await attack.connectHTTP2(streamWindow: 0)) }
    for path in ["/getchatts/", "/getaudio/"] { try await clients[0].request("GET", path) }
    guard try await clients[0].frames(within: .milliseconds(1)) != nil else {
      throw StreamError.truncated
    }
  }

  /// A few lists over HTTP/2 with closed windows, and a PING each second.
  private static let pingedLists = Self(name: "pinged lists", pause: .seconds(1)) {
    attack, clients in
    if clients.isEmpty {
      clients.append(try await attack.connectHTTP2(streamWindow: 0))
      for _ in 0..<5 { try await clients[0].request("GET", "/getchatts/") }
    }
    try await clients[0].send(RawFrame.frame(6, [UInt8](repeating: 0, count: 8)))
    guard try await clients[0].frames(within: .milliseconds(1)) != nil else {
      throw StreamError.truncated
    }
  }

  /// 600 health checks on five connections.
  private static let healthChecks = Self(name: "health checks", pause: .milliseconds(500)) {
    attack, clients in
    for client in clients { client.close() }
    clients = []
    for _ in 0..<5 { clients.append(try await attack.connectHTTP2()) }
    for client in clients {
      var burst: [UInt8] = []
      for _ in 0..<120 { burst += client.requestFrames("GET", "/readyz").bytes }
      try await client.send(burst)
    }
  }

  /// Streams of events from the first position on, over both protocols, that are never read. The
  /// posts of the others fill them.
  private static let unreadEvents = Self(name: "unread events", pause: .milliseconds(100)) {
    attack, clients in
    if clients.count == 60 {
      for client in clients { client.close() }
      clients = []
    }
    let client = try await attack.connectHTTP2(streamWindow: 0)
    clients.append(client)
    for _ in 0..<20 { try await client.request("GET", "/v1/events?since=e-1:1:") }
    let other = try await attack.connect()
    clients.append(other)
    try await other.send("GET /v1/events?since=e-1:1: HTTP/1.1\r\nHost: x\r\n\r\n")
  }

  /// Streams of events that are opened and cut at once.
  private static let abandonedEvents = Self(name: "abandoned events", pause: .milliseconds(20)) {
    attack, clients in
    let client = try await attack.connect()
    try await client.send("GET /v1/events HTTP/1.1\r\nHost: x\r\n\r\n")
    client.close()
  }

  /// Health checks that are reset immediately.
  private static let resetChecks = Self(name: "reset checks", pause: .milliseconds(200)) {
    attack, clients in
    if clients.isEmpty { clients.append(try await attack.connectHTTP2()) }
    for _ in 0..<4 {
      let stream = try await clients[0].request("GET", "/readyz")
      try await clients[0].send(RawFrame.reset(stream))
    }
    guard try await clients[0].frames(within: .milliseconds(1)) != nil else {
      throw StreamError.truncated
    }
  }

  /// Unfinished bodies of 60 KB on every stream of a connection.
  private static let unfinishedBodies = Self(name: "unfinished bodies", pause: .milliseconds(100)) {
    attack, clients in
    if clients.count == 4 { return }
    let client = try await attack.connectHTTP2()
    clients.append(client)
    let body =
      Array(#"{"username":"a","message":""#.utf8) + [UInt8](repeating: 0x78, count: 60_000)
    for _ in 0..<127 {
      try await client.send(
        client.requestFrames("POST", "/postchatt/", body: body, ends: false).bytes,
        within: .milliseconds(500))
    }
  }

  /// Large bodies that are sent fast at first, and then at a kilobyte per second.
  private static let slowBodies = Self(name: "slow bodies", pause: .seconds(1)) {
    attack, clients in
    if clients.count < 8 {
      let client = try await attack.connect()
      clients.append(client)
      try await client.send(
        """
        POST /postaudio/ HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n\r\n\
        {"username":"a","audio":"
        """)
      for _ in 0..<64 {
        try await client.send(
          [UInt8](repeating: 0x41, count: 65_536), within: .milliseconds(500))
      }
    }
    for client in clients { try await client.send([UInt8](repeating: 0x41, count: 1024)) }
  }

  /// A body in chunks of one byte.
  private static let chunks = Self(name: "chunks", pause: .milliseconds(100)) { attack, clients in
    if clients.isEmpty {
      clients.append(try await attack.connect())
      try await clients[0].send(
        "POST /postaudio/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    }
    try await clients[0].send(String(repeating: "1\r\n \r\n", count: 4000))
  }

  /// Handshakes, each for one short request.
  private static let handshakes = Self(name: "handshakes", pause: .milliseconds(50)) {
    attack, _ in
    let client = try await attack.connect()
    defer { client.close() }
    try await client.send("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
    _ = try await client.status()
  }

  /// Connections that stay open without sending anything.
  private static let idleConnections = Self(name: "idle connections", pause: .milliseconds(50)) {
    attack, clients in
    if clients.count < 200 { clients.append(try await attack.connect()) }
  }

  /// Clients that request the longest list, and disconnect without reading it.
  private static let vanishing = Self(name: "vanishing readers", pause: .milliseconds(100)) {
    attack, clients in
    let client = try await attack.connect()
    clients.append(client)
    try await client.send(WireRequest.get("/getaudio/").bytes)
    if clients.count > 50 { clients.removeFirst().close() }
  }
}
