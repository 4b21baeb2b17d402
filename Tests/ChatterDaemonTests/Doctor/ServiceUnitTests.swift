import Testing

@testable import ChatterDaemon

struct ServiceUnitTests {
  private static let text = """
    ExecStart={ path=/usr/bin/chatterd ; argv[]=/usr/bin/chatterd serve --config /etc/c.conf ; pid=7 }
    LimitNOFILE=65536
    User=chatterd
    MemoryMax=1073741824
    Id=chatterd.service
    LoadState=loaded
    ActiveState=active

    Listen=[::]:443 (Stream)
    Listen=192.0.2.7:8443 (Stream)
    Id=chatterd.socket
    LoadState=loaded
    ActiveState=active

    """

  @Test func readsWhatSystemdSays() throws {
    let unit = try #require(ServiceUnit(Self.text))
    #expect(unit.user == "chatterd" && unit.configuration == "/etc/c.conf")
    #expect(unit.listen == ["[::]:443", "192.0.2.7:8443"] && unit.isListening)
    #expect(unit.descriptors == 65_536 && unit.memory == 1 << 30)
  }

  @Test func isNoneWithoutAServiceThatNamesAConfiguration() {
    #expect(ServiceUnit("") == nil)
    #expect(ServiceUnit(Self.text.replacing("=loaded", with: "=not-found")) == nil)
    #expect(ServiceUnit(Self.text.replacing("--config", with: "--other")) == nil)
    let unlimited = Self.text.replacing("1073741824", with: "infinity")
    #expect(ServiceUnit(unlimited)?.memory == nil)
  }

  @Test func takesTheSocketsOfSystemdForItsOwn() throws {
    var unit = try #require(ServiceUnit(Self.text))
    let configuration = try serve("--listen 192.0.2.1:1 --admin 127.0.0.1:0")
    #expect(NetworkCheck(configuration, unit: unit).ports.map(\.listen.port) == [0])
    unit.isListening = false
    let ports = NetworkCheck(configuration, unit: unit).ports.map(\.listen.port)
    #expect(ports == [443, 8443, 0])
    unit.listen = ["127.0.0.1:1"]
    #expect(NetworkCheck(configuration, unit: unit).faults == [], "systemd may bind any port")
    let limits = ProcessCheck(configuration, [:], unit: unit)
    #expect(limits.memoryLimit == .init(source: "MemoryMax of chatterd.service", value: 1 << 30))
    #expect(limits.descriptors == 65_536)
  }
}
