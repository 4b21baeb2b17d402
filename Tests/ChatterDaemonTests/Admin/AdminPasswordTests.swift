import Chatter
import Glibc
import HTTP
import TestSupport
import Testing

@testable import ChatterDaemon

struct AdminPasswordTests {
  private static func fields(_ value: String) throws -> HeaderFields {
    ["Authorization": try FieldValue(value)]
  }

  private static func basic(_ credentials: String, scheme: String = "Basic") throws -> HeaderFields
  {
    let text = String(decoding: Base64.encode(Array(credentials.utf8)[...]), as: UTF8.self)
    return try fields("\(scheme) \(text)")
  }

  @Test func acceptsOnlyItsUserWithThePassword() throws {
    let password = AdminPassword("secret")
    #expect(password.isGiven(by: try Self.basic("admin:secret")))
    #expect(password.isGiven(by: try Self.basic("admin:secret", scheme: "basic")))
    for wrong in ["admin:secre", "admin:secrets", "Admin:secret", "secret", "admin:"] {
      #expect(!password.isGiven(by: try Self.basic(wrong)))
    }
    #expect(!password.isGiven(by: [:]))
    for wrong in ["Basic", "Basic ***", "Bearer secret", "secret"] {
      #expect(!password.isGiven(by: try Self.fields(wrong)))
    }
    var twice = try Self.basic("admin:secret")
    twice.append(.authorization, "Basic YQ==")
    #expect(!password.isGiven(by: twice))
  }

  @Test func isCreatedOnceAndReadableForItsOwnerOnly() throws {
    let directory = try TemporaryDirectory()
    _ = try AdminPassword(in: directory.path + "/data")
    let path = AdminPassword.path(in: directory.path + "/data")
    let text = try String(decoding: directory.bytes(of: "data/admin-password"), as: UTF8.self)
    #expect(text.utf8.count == 33)
    var status = stat()
    #expect(unsafe stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    let again = try AdminPassword(in: directory.path + "/data")
    #expect(again.isGiven(by: try Self.basic("admin:\(text.dropLast())")))
  }

  @Test func refusesAFileThatIsNotOneWord() throws {
    for text in ["", "\n", "two words"] {
      let directory = try TemporaryDirectory()
      try directory.write(text, to: "admin-password", permissions: 0o600)
      let error = #expect(throws: VerbError.self) { _ = try AdminPassword(in: directory.path) }
      #expect("\(String(describing: error))".contains("not one word"))
    }
  }

  @Test(arguments: [0o640, 0o604, 0o620])
  func refusesAFileThatOthersCanRead(mode: Int) throws {
    let directory = try TemporaryDirectory()
    try directory.write("secret\n", to: "admin-password", permissions: mode)
    let error = #expect(throws: VerbError.self) { _ = try AdminPassword(in: directory.path) }
    #expect("\(String(describing: error))".contains("chmod 600"))
    try directory.write("secret\n", to: "admin-password", permissions: 0o400)
    _ = try AdminPassword(in: directory.path)
  }
}
