import Crypto
import System
import TestSupport
import Testing

@testable import ChatterDaemon

@Suite(.needs(.programs))
struct CertificateCheckTests {
  /// How to produce a fault with files in an empty directory.
  struct Case: Sendable, CustomStringConvertible {
    let kind: FaultKind
    /// Shell commands; `make ARGUMENT...` creates `chatterd.crt` and `chatterd.key`.
    var script = "make"
    var days: Int64 = 0
    var listen = ["8443"]
    var machine: [String] = []

    var description: String { kind.rawValue }
  }

  static let cases = [
    Case(kind: .certificateMissing, script: "true"),
    Case(kind: .certificateUnreadable, script: "make; rm chatterd.crt; mkdir chatterd.crt"),
    Case(kind: .certificateNotPEM, script: "make; echo hello > chatterd.crt"),
    Case(
      kind: .certificateMalformed,
      script: """
        make; printf -- '-----BEGIN CERTIFICATE-----\\nAAAA\\n-----END CERTIFICATE-----\\n' \
          > chatterd.crt
        """),
    Case(kind: .certificateExpired, script: "make -days 30", days: 31),
    Case(kind: .certificateNotYetValid, days: -2),
    Case(kind: .certificateExpiresSoon, script: "make -days 60", days: 40),
    Case(kind: .certificateWithoutNames, script: "san= make"),
    Case(
      kind: .certificateForOthers, script: "san=IP:192.0.2.1 make", listen: ["192.0.2.9:8443"]),
    Case(
      kind: .certificateLacksAddress, script: "san=IP:192.0.2.1 make",
      machine: ["192.0.2.1", "192.0.2.9"]),
    Case(kind: .certificateNotForServers, script: "eku=clientAuth make"),
    Case(kind: .certificateNotForServers, script: "eku= make"),
    Case(kind: .certificateTooLong, script: "make -days 900"),
    Case(kind: .certificateIsAuthority, script: "ca=TRUE make"),
    Case(kind: .certificateSelfSigned),
    Case(kind: .certificateWeakKey, script: "key='rsa:1024' make"),
    Case(kind: .certificateWeakKey, script: "key=ed25519 make"),
    Case(kind: .chainMissing, script: "signed"),
    Case(kind: .chainOrder, script: "signed; make_as other; cat other.crt >> chatterd.crt"),
    Case(
      kind: .chainExpired, script: "ca_days=1 signed; cat chatterd-ca.crt >> chatterd.crt",
      days: 2),
    Case(kind: .keyMissing, script: "make; rm chatterd.key"),
    Case(kind: .keyUnreadable, script: "make; rm chatterd.key; mkdir chatterd.key"),
    Case(kind: .keyMalformed, script: "make; echo hello > chatterd.key"),
    Case(kind: .keyMismatch, script: "make; make_as other; mv other.key chatterd.key"),
    Case(kind: .keyReadableByOthers, script: "make; chmod 644 chatterd.key"),
    Case(kind: .authorityKeyReadable, script: "signed; chmod 640 chatterd-ca.key"),
  ]

  /// The commands that the scripts use.
  private static let commands = """
    cd "$1"
    umask 077
    make_as() {
      local name=$1 names="-addext subjectAltName=${san-DNS:a.example}"
      shift
      [[ ${san-x} ]] || names=
      [[ ${eku-x} ]] && names+=" -addext extendedKeyUsage=${eku-serverAuth}"
      openssl req -x509 -nodes -newkey ${key:-ec -pkeyopt ec_paramgen_curve:P-256} \
        -keyout $name.key -out $name.crt -subj /O=$name -days 200 \
        -addext basicConstraints=critical,CA:${ca:-FALSE} \
        $names "$@" 2> /dev/null
    }
    make() { make_as chatterd "$@"; }
    signed() {
      ca=TRUE make_as chatterd-ca -days ${ca_days:-200}
      make -CA chatterd-ca.crt -CAkey chatterd-ca.key
    }

    """

  private func check(_ script: String, days: Int64 = 0) async throws -> CertificateCheck {
    let directory = try TemporaryDirectory()
    _ = try await ProgramRun(shell: Self.commands + script, [directory.path]).checked()
    return CertificateCheck(
      reading: CertifiedKeyFiles(in: directory.path),
      now: Int64(WallClock.secondsSince1970) + days * 86_400)
  }

  @Test(arguments: cases) func reports(_ one: Case) async throws {
    var check = try await check(one.script, days: one.days)
    check.listen = one.listen.compactMap { ListenAddress($0) }
    check.machine = one.machine
    let faults = check.faults
    #expect(faults.map(\.kind).contains(one.kind), "\(faults)")
    for fault in faults { #expect(fault.isFilled, "\(fault)") }
  }

  @Test func findsNothingInWhatChatterdCreates() throws {
    let directory = try TemporaryDirectory()
    let files = CertifiedKeyFiles(in: directory.path)
    let issued = try IssuedKey(
      CertificateRequest(names: ["localhost"], addresses: ["192.0.2.7"]), reusing: files.authority)
    try issued.write(to: files, authority: files.authority)
    var check = CertificateCheck(reading: files, now: Int64(WallClock.secondsSince1970))
    check.listen = [try #require(ListenAddress("8443"))]
    check.machine = ["192.0.2.7"]
    #expect(check.faults == [])
  }

  @Test func findsNothingBeforeTheFirstStartWhichCreatesTheFiles() async throws {
    var check = try await check("true")
    check.isOwn = true
    #expect(check.faults == [])
  }
}
