import ChatterWeb
import Testing

@testable import ChatterDaemon

struct OptionsCheckTests {
  private static func faults(
    _ options: String, anchor: TrustAnchor.Kind? = nil
  ) -> [Fault] {
    do {
      let check = OptionsCheck(
        configuration: try serve(options), cores: 2, anchor: anchor)
      return check.faults
    } catch {
      preconditionFailure("\(error)")
    }
  }

  static let samples = [
    FaultSample(kind: .loopsOverCores, faults: faults("--loops 3")),
    FaultSample(kind: .fullWithoutLimit, faults: faults("--timeline-full refuse")),
    FaultSample(kind: .proxiesEverywhere, faults: faults("--proxy-protocol-from 0.0.0.0/0")),
    FaultSample(kind: .rateUnlimited, faults: faults("--rate-limit 0")),
    FaultSample(kind: .strictTransportUntrusted, faults: faults("--hsts 1d", anchor: .server)),
    FaultSample(kind: .nullOrigin, faults: faults("--cors-origin null")),
    FaultSample(kind: .optionRisky, faults: faults("--admin 0.0.0.0:9464")),
    FaultSample(kind: .optionRisky, faults: faults("--post-webhook http://192.0.2.1/")),
  ]

  @Test(arguments: [
    "", "--loops 2", "--timeline-bytes-max 1GiB --timeline-full refuse", "--hsts 1d",
    "--rate-limit 0 --listen 127.0.0.1:8443", "--cors-origin https://a.example",
    "--proxy-protocol-from 192.0.2.0/24",
  ])
  func findsNothingInOptionsThatAgree(options: String) {
    #expect(Self.faults(options) == [])
  }
}
