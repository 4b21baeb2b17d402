import Chatter
import CommandLine
import EventLoop
import Program
import Sockets
import Testing

@testable import ChatterDaemon

@Suite("The configuration of the server")
struct ConfigurationTests {
  @Test func takesTheDefaultsOfTheOptionTable() throws {
    let configuration = try serve()
    #expect(configuration.listen.map(\.description) == ["[::]:8443"])
    #expect(configuration.loops == 2)
    #expect(configuration.dataDirectory == "/home/me/.local/share/chatterd")
    #expect(configuration.databaseConnectionsMax == 8)
    #expect(configuration.database.connectTimeout == .seconds(2))
    #expect(configuration.database.usesNamedStatements)
    #expect(
      configuration.limits
        == Configuration.Limits(
          connectionsMax: 10_000, connectionsPerAddressMax: 1024, headBytesMax: 32_768,
          bodyBytesMax: 33_554_432, requestMemoryMax: 536_870_912, messageBytesMax: 65_536,
          listMemoryMax: 268_435_456, listRowsMax: nil, postsPerSecondMax: 10))
    #expect(
      configuration.timeouts
        == Configuration.Timeouts(
          handshake: .seconds(10), head: .seconds(10), body: .seconds(120), idle: .seconds(75),
          shutdown: .seconds(10)))
    #expect(
      configuration.lists
        == ListProfile(shape: .arrays, order: .newest, ids: .with))
    #expect(configuration.clipMetadata == .stripLocation)
    #expect(configuration.corsOrigins.isEmpty)
    #expect(configuration.proxies.isEmpty)
    #expect(configuration.hstsMaxAge == nil)
    #expect(configuration.log.format == .text)
    #expect(configuration.log.level == .info)
    #expect(configuration.warnings.isEmpty)
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
    #expect(configuration.certificate.certificate == "/desk/c.pem")
    #expect(configuration.certificate.privateKey == "/k.pem")
    #expect(configuration.database.choice.connectionString == "postgresql://db")
    #expect(configuration.database.connectTimeout == .milliseconds(500))
    #expect(!configuration.database.usesNamedStatements)
    #expect(configuration.databaseConnectionsMax == 9)
    #expect(configuration.limits.connectionsMax == 20)
    #expect(configuration.limits.headBytesMax == 4096)
    #expect(configuration.limits.requestMemoryMax == 8_388_608)
    #expect(configuration.limits.messageBytesMax == 100)
    #expect(configuration.limits.listMemoryMax == 7168)
    #expect(configuration.limits.listRowsMax == 100)
    #expect(configuration.limits.postsPerSecondMax == 0.5)
    #expect(configuration.proxies.map(\.description) == ["10.0.0.0/8", "2001:db8::1"])
    #expect(configuration.timeouts.shutdown == .seconds(5))
    #expect(
      configuration.lists
        == ListProfile(shape: .wrapped, order: .oldest, ids: .without))
    #expect(configuration.clipMetadata == .stripAll)
    #expect(configuration.corsOrigins.map(\.text) == ["https://a.example", "http://b.example:81"])
    #expect(configuration.hstsMaxAge == .seconds(31_536_000))
    #expect(configuration.log == (try serve("--log-format json --log-level warning")).log)
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
    let limits = try serve("--connections-max 100 --body-bytes-max 16KiB").limits
    #expect(limits.connectionsPerAddressMax == 100)
    #expect(limits.headBytesMax == 16_384)
    #expect(limits.messageBytesMax == 16_384)
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
      "--certificate= --private-key=", "--data-dir=",
    ])
  func rejectsAWrongValueOfEachKind(options: String) {
    let error = failure("serve " + options)
    #expect(error?.isUsage == true)
    let flag = options.prefix { $0 != " " && $0 != "=" }
    #expect(error?.description.hasPrefix("\(flag): expected ") == true)
  }
}
