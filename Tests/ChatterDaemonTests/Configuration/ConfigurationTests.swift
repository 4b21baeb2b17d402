import Arguments
import Chatter
import ChatterServer
import ChatterStore
import Crypto
import HTTP
import Sockets
import System
import TLS
import Testing
import WebServer

@testable import ChatterDaemon

struct ConfigurationTests {
  @Test func takesTheDefaultsOfTheOptionTable() throws {
    let configuration = try serve()
    #expect(configuration.listen.map(\.description) == ["[::]:8443"])
    #expect(configuration.loops == 2)
    #expect(configuration.dataDirectory == "/home/me/.local/share/chatterd")
    #expect(configuration.databaseConnections == DatabaseConnections(loops: 2, requested: 8))
    #expect(configuration.database.connectTimeout == .seconds(2))
    #expect(configuration.database.usesNamedStatements)
    let (server, service) = (configuration.server, configuration.service)
    #expect(server.connectionsMax == 10_000 && server.connectionsPerAddressMax == 1024)
    #expect(server.request.headBytesMax == 32_768 && server.request.bodyBytesMax == 33_554_432)
    #expect(server.requestMemoryMax == 536_870_912)
    #expect(server.handshakeTimeout == .seconds(10) && server.headTimeout == .seconds(10))
    #expect(server.bodyTimeout == .seconds(120) && server.idleTimeout == .seconds(75))
    #expect(server.shutdownTimeout == .seconds(10))
    #expect(service.version == CommandTable.version)
    #expect(service.bodyBytesMax == 33_554_432 && service.messageBytesMax == 65_536)
    #expect(service.profile == ListProfile(shape: .arrays, order: .newest, ids: .with))
    #expect(service.clipMetadata == .stripLocation)
    #expect(service.rateLimiter != nil)
    #expect(service.strictTransportSecurity == nil)
    #expect(service.access.posting == .open && service.access.reading == .open)
    #expect(configuration.listMemoryMax == 268_435_456)
    #expect(configuration.listRowsMax == nil)
    #expect(configuration.proxies.isEmpty)
    #expect(configuration.log.isEnabled(.info) && !configuration.log.isEnabled(.debug))
    #expect(configuration.warnings.isEmpty)
  }

  @Test func takesTheSocketsOfTheSupervisor() throws {
    var environment = LaunchEnvironment.fixture(
      ["LISTEN_PID": "42", "LISTEN_FDS": "2", "NOTIFY_SOCKET": "/run/notify"])
    environment.processID = 42
    let configuration = try serve("", environment)
    #expect(configuration.inheritedSockets?.numbers == [3, 4])
    #expect(configuration.supervisor != nil)
    #expect(configuration.warnings.isEmpty)
    let warnings = try serve("--listen :443", environment).warnings
    #expect(warnings.count == 1 && warnings[0].hasPrefix("--listen is ignored"))
    #expect(try serve("--listen :443").warnings.isEmpty)
    for address in ["9464", "localhost:9464", "127.0.0.1:9464", "[::1]:9464"] {
      #expect(try serve("--admin \(address)").warnings.isEmpty)
    }
    #expect(try serve("--admin 0.0.0.0:9464").warnings.first?.contains("not encrypted") == true)

    environment.variables["LISTEN_FDS"] = "x"
    let error = try #require(failure("serve", environment))
    #expect(error.description.contains("LISTEN_FDS") && !error.isUsage)
  }

  @Test func takesEveryOptionOfServe() throws {
    let configuration = try serve(
      """
      --listen 0.0.0.0:443 --listen [::1]:1 --loops 7 --data-dir d --certificate c.pem \
      --private-key /k.pem --database postgresql://db --database-connections 9 \
      --database-wait 500ms --prepared-statements off --connections-max 20 \
      --connections-per-address-max 10 --head-bytes-max 4KiB --body-bytes-max 1MiB \
      --request-memory-max 8MiB --message-bytes-max 100 --list-memory-max 7KiB \
      --list-rows-max 100 --rate-limit 0.5 --proxy-protocol-from 10.0.0.0/8 \
      --proxy-protocol-from 2001:db8::1 --handshake-timeout 1s --head-timeout 2s \
      --body-timeout 3s --idle-timeout 4s --shutdown-timeout 5s --list-shape wrapped \
      --list-order oldest --list-ids off --clip-metadata strip-all --cors-origin https://a.example \
      --cors-origin http://b.example:81 --hsts 365d --log-format json --log-level warning
      """)
    #expect(configuration.listen.map(\.description) == ["0.0.0.0:443", "[::1]:1"])
    #expect(configuration.loops == 7)
    #expect(configuration.dataDirectory == "/desk/d")
    #expect(configuration.certificate.files.certificate == "/desk/c.pem")
    #expect(configuration.certificate.files.privateKey == "/k.pem")
    #expect(configuration.database.choice.connectionString == "postgresql://db")
    #expect(configuration.database.connectTimeout == .milliseconds(500))
    #expect(!configuration.database.usesNamedStatements)
    #expect(configuration.databaseConnections == DatabaseConnections(loops: 7, requested: 9))
    let (server, service) = (configuration.server, configuration.service)
    #expect(server.connectionsMax == 20 && server.connectionsPerAddressMax == 10)
    #expect(server.request.headBytesMax == 4096 && server.request.targetBytesMax == 2048)
    #expect(server.request.bodyBytesMax == 1_048_576 && service.bodyBytesMax == 1_048_576)
    #expect(server.request.drainBytesMax == 2_097_152)
    #expect(server.requestMemoryMax == 8_388_608)
    #expect(server.handshakeTimeout == .seconds(1) && server.headTimeout == .seconds(2))
    #expect(server.bodyTimeout == .seconds(3) && server.idleTimeout == .seconds(4))
    #expect(server.shutdownTimeout == .seconds(5))
    #expect(service.messageBytesMax == 100)
    #expect(service.profile == ListProfile(shape: .wrapped, order: .oldest, ids: .without))
    #expect(service.clipMetadata == .stripAll)
    #expect(service.strictTransportSecurity == .seconds(31_536_000))
    #expect(configuration.listMemoryMax == 7168)
    #expect(configuration.listRowsMax == 100)
    #expect(configuration.proxies.map(\.description) == ["10.0.0.0/8", "2001:db8::1"])
    #expect(configuration.log.isEnabled(.warning) && !configuration.log.isEnabled(.notice))
  }

  @Test func limitsPostsAndTheTimelineAsConfigured() throws {
    #expect(try serve("--rate-limit 0").service.rateLimiter == nil)
    #expect(try serve("--rate-limit 0.5").service.rateLimiter != nil)
    #expect(try serve().diskReserveBytes == nil)
    #expect(try serve("--disk-reserve 1GiB").diskReserveBytes == 1 << 30)
    #expect(try serve("--disk-reserve 0").diskReserveBytes == 0)
    #expect(try serve().retention.isEmpty)
    #expect(
      try serve("--timeline-bytes-max off --timeline-age-max off --timeline-full refuse")
        .retention.isEmpty)
    let limits = try serve(
      "--timeline-bytes-max 2GiB --timeline-full refuse --timeline-age-max 30d"
    ).retention
    #expect(!limits.isEmpty)
    #expect(limits.bytesMax == 2 << 30)
    #expect(limits.whenFull == .refuse)
    #expect(limits.ageMax == .seconds(2_592_000))
    #expect(try serve("--timeline-bytes-max 1MiB").retention.whenFull == .deleteOldest)
  }

  @Test func restrictsPostsAndReadingSeparately() throws {
    let posting = try serve("--posting token").service.access
    #expect(posting.posting == .token && posting.reading == .open)
    let reading = try serve("--reading token").service.access
    #expect(reading.posting == .open && reading.reading == .token)
    #expect(failure("serve --posting tokens")?.isUsage == true)
  }

  @Test func raisesTheRequestMemoryToFourBodies() throws {
    let server = try serve("--body-bytes-max 1GiB").server
    #expect(server.requestMemoryMax == 4 << 30)
  }

  @Test func choosesTheDataDirectoryOfRootAndOfUsers() {
    let root = LaunchEnvironment.fixture(["XDG_DATA_HOME": "/x"], isRoot: true)
    #expect(root.defaultDataDirectory == "/var/lib/chatterd")
    #expect(
      LaunchEnvironment.fixture(["XDG_DATA_HOME": "/x"]).defaultDataDirectory == "/x/chatterd")
    for variables in [[:], ["XDG_DATA_HOME": "relative"]] {
      let user = LaunchEnvironment.fixture(variables)
      #expect(user.defaultDataDirectory == "/home/me/.local/share/chatterd")
    }
    for home in [nil, "", "/", "relative"] {
      #expect(LaunchEnvironment.fixture(home: home).defaultDataDirectory == nil)
    }
  }

  @Test func lowersADefaultToALowerLimit() throws {
    let lowered = try serve("--connections-max 100 --body-bytes-max 16KiB")
    #expect(lowered.server.connectionsPerAddressMax == 100)
    #expect(lowered.server.request.headBytesMax == 16_384)
    #expect(lowered.service.messageBytesMax == 16_384)
  }

  @Test(
    arguments: [
      (
        "--connections-max 10 --connections-per-address-max 11",
        "--connections-per-address-max: 11 exceeds 10, the value of --connections-max"
      ),
      (
        "--connections-per-address-max 10001",
        "--connections-per-address-max: 10001 exceeds 10000, "
          + "the value of --connections-max (default)"
      ),
      (
        "--message-bytes-max 2KiB --body-bytes-max 1KiB",
        "--message-bytes-max: 2KiB exceeds 1KiB, the value of --body-bytes-max"
      ),
      (
        "--head-bytes-max 2KiB --body-bytes-max 1KiB",
        "--head-bytes-max: 2KiB exceeds 1KiB, the value of --body-bytes-max"
      ),
    ])
  func rejectsAValueAboveAnotherLimit(options: String, description: String) {
    #expect(failure("serve " + options)?.description == description)
  }

  @Test(
    arguments: [
      "--listen ::1", "--listen nowhere:99999", "--loops 1025", "--connections-max 0",
      "--body-bytes-max 1023", "--body-bytes-max 2GiB", "--body-bytes-max 32MB",
      "--message-bytes-max 0", "--head-timeout 10x", "--head-timeout 0s", "--idle-timeout 2d",
      "--database-connections 1001", "--database-wait soon", "--prepared-statements yes",
      "--proxy-protocol-from 10.0.0.1/8", "--proxy-protocol-from proxy",
      "--rate-limit -1", "--rate-limit 1e3", "--rate-limit 1000001", "--list-shape array",
      "--list-order new", "--list-ids true", "--clip-metadata all", "--cors-origin example.org",
      "--cors-origin *",
      "--hsts on", "--hsts 0s", "--hsts 731d", "--log-format xml", "--log-level trace",
      "--certificate= --private-key=", "--data-dir=", "--disk-reserve 5%",
      "--timeline-bytes-max 1MB", "--timeline-bytes-max 0", "--timeline-bytes-max 1KiB",
      "--timeline-age-max 59s", "--timeline-age-max 0", "--timeline-age-max 3651d",
      "--timeline-full delete",
    ])
  func rejectsAWrongValueOfEachKind(options: String) {
    let error = failure("serve " + options)
    #expect(error?.isUsage == true)
    let flag = options.prefix { $0 != " " && $0 != "=" }
    #expect(error?.description.hasPrefix("\(flag): expected ") == true)
  }
}
