import Testing

@testable import Postgres

struct ConnectionPlanTests {
  private func attempts(_ text: String, _ variables: [String: String] = [:]) throws
    -> [ConnectionPlan.Attempt]
  {
    try ConnectionPlan(text) { variables[$0] }.attempts
  }

  @Test(
    arguments: [
      ("postgresql://a:1,b:2/db", ["a 1", "b 2"]),
      ("postgresql://a,b/db?target_session_attrs=read-write", ["a -", "b -"]),
      ("host=a,b port=5 dbname=x", ["a 5", "b 5"]),
      ("host='/run/x' port=6", ["/run/x 6"]),
      ("dbname=x", ["- -"]), ("x", ["- -"]), ("", ["- -"]),
      // Lists that do not match are left to libpq, which reports the error.
      ("host=a,b port=1,2,3", ["- -"]), ("host=a,b hostaddr=1.2.3.4", ["- -"]),
    ])
  func splitsListsOfHosts(_ text: String, _ expected: [String]) throws {
    let found = try attempts(text).map {
      "\($0.host.map { $0.isEmpty ? "-" : $0 } ?? "-") \($0.port.map { $0.isEmpty ? "-" : $0 } ?? "-")"
    }
    #expect(found == expected)
  }

  @Test func readsMissingSettingsFromPGVariables() throws {
    let variables = ["PGHOST": "a,b", "PGPORT": "7"]
    #expect(try attempts("dbname=x", variables).map(\.host) == ["a", "b"])
    #expect(try attempts("dbname=x", variables).map(\.port) == ["7", "7"])
    #expect(try attempts("host=c", variables).map(\.host) == ["c"])
  }

  @Test(
    arguments: [
      ("host=a,b", nil, "primary"), ("host=a,b target_session_attrs=any", nil, nil),
      ("host=a,b", "any", nil), ("host=a", nil, nil), ("", nil, nil),
    ])
  func prefersPrimaryAmongServers(_ text: String, _ variable: String?, _ expected: String?) throws {
    let plan = try ConnectionPlan(text) { $0 == "PGTARGETSESSIONATTRS" ? variable : nil }
    let parameters = plan.parameters(for: plan.attempts[0])
    #expect(parameters.first { $0.0 == "target_session_attrs" }?.1 == expected)
  }

  @Test(arguments: [("", 5), ("1", 2), ("9", 9)])
  func usesTheTimeoutOfTheConnectionString(_ given: String, _ seconds: Int) throws {
    let text = given.isEmpty ? "host=a" : "host=a connect_timeout=\(given)"
    #expect(try ConnectionPlan(text) { _ in nil }.connectTimeout == .seconds(seconds))
  }

  @Test func passesAPasswordToProgramsInAVariable() throws {
    let (options, variables) = try ConnectionPlan.ofProgram(
      "postgresql://ann:p%40ss@db:6000/chatts?sslmode=verify-full")
    #expect(
      options == [
        "--no-password",
        "--dbname=application_name='chatterd' dbname='chatts' host='db' port='6000' "
          + "sslmode='verify-full' user='ann'",
      ])
    #expect(variables.last == "PGPASSWORD=p@ss")
    let quoted = try ConnectionPlan.ofProgram(#"host=/a dbname='it\'s \\ one'"#).options
    #expect(quoted.last == #"--dbname=application_name='chatterd' dbname='it\'s \\ one' host='/a'"#)
    #expect(
      try ConnectionPlan.ofProgram("host=a,b").options.last?.hasSuffix("attrs='primary'") == true)
    #expect(try ConnectionPlan.ofProgram("").options.last == "--dbname=application_name='chatterd'")
  }

  @Test func rejectsAMalformedStringWithoutQuotingIt() {
    let error = #expect(throws: ConnectFailure.self) { try attempts("host=a secret word") }
    #expect(error?.cause == .connectionString)
    #expect(error?.description.contains("secret") == false)
    #expect(throws: ConnectFailure.self) { try attempts("host=a gssencmode=require") }
  }

  @Test func ordersParametersByPrecedence() throws {
    let plan = try ConnectionPlan("host=a,b application_name=mine") { _ in nil }
    let names = plan.parameters(for: plan.attempts[1]).map(\.0)
    let string = try #require(names.firstIndex(of: "dbname"))
    #expect(try #require(names.firstIndex(of: "application_name")) < string)
    #expect(try #require(names.lastIndex(of: "host")) > string)
    #expect(try #require(names.firstIndex(of: "client_encoding")) > string)
  }
}
