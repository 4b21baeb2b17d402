import Crypto
import TestSupport
import Testing

@testable import ChatterDaemon

struct CertificateScheduleTests {
  private static let day: Int64 = 86_400

  private func schedule(days: Int, isRenewable: Bool = true) throws
    -> (schedule: CertificateSchedule, end: Int64)
  {
    var request = CertificateRequest(names: ["a.test"])
    request.days = days
    let certificate = try request.make().certificate
    return (CertificateSchedule(certificate, isRenewable: isRenewable), certificate.notAfter)
  }

  @Test func isDueThirtyDaysBeforeTheEnd() throws {
    let (schedule, end) = try schedule(days: 825)
    #expect(schedule.due == end - 30 * Self.day)
  }

  @Test func isDueWhenAThirdIsLeftOfAShortValidity() throws {
    let (schedule, end) = try schedule(days: 6)
    #expect(schedule.due > end - 2 * Self.day - 1)
    #expect(schedule.due <= end - 2 * Self.day + 1)
  }

  @Test func onlyWarnsOfCertificatesThatChatterdCannotRenew() throws {
    let (long, end) = try schedule(days: 825, isRenewable: false)
    #expect(long.due == end - 30 * Self.day)
    // Programs renew a certificate of 90 days when 30 days are left: then it is too early to warn.
    let (short, endOfShort) = try schedule(days: 90, isRenewable: false)
    #expect(short.due > endOfShort - 16 * Self.day)
    #expect(short.due <= endOfShort - 15 * Self.day + 1)
  }

  @Test func waitsADayAtMostAndNotBeyondTheTimeThatIsDue() throws {
    let (schedule, end) = try schedule(days: 825)
    let due = end - 30 * Self.day
    #expect(schedule.wait(at: due - 100 * Self.day) == .seconds(Self.day))
    #expect(schedule.wait(at: due - 100) == .seconds(100))
    #expect(schedule.wait(at: due) == .seconds(Self.day))
    #expect(schedule.wait(at: end + Self.day) == .seconds(Self.day))
  }

  @Test func acceptsClocksThatAreFarOff() throws {
    let (schedule, _) = try schedule(days: 1)
    #expect(schedule.wait(at: .max) == .seconds(Self.day))
    #expect(schedule.wait(at: 0) == .seconds(Self.day))
  }
}
