import ExposurePrimitives
import ImmuniAPI
import Testing

@Suite("The binding of an Android phone's attestation")
struct OperationalInfoBindingTests {
    @Test("every fact and the salt change it")
    func sensitive() throws {
        let digests = try [
            digest(), digest(exposed: false), digest(day: "2020-06-10"), digest(salt: "AQ=="), digest(province: "RM"),
            digest(others: [false, true, true]), digest(others: [true, false, true]),
            digest(others: [true, true, false]),
        ]
        #expect(Set(digests).count == digests.count)
    }

    private func digest(
        province: String = "CH",
        others: [Bool] = [true, true, true],
        exposed: Bool = true,
        day: String = "2020-06-09",
        salt: String = "AA=="
    ) throws -> [UInt8] {
        OperationalInfoBinding.digest(
            province: try #require(Province(code: province)),
            exposurePermission: others[0],
            bluetoothActive: others[1],
            notificationPermission: others[2],
            exposureNotification: exposed,
            lastRiskyExposureOn: try #require(CalendarDay(iso: day)),
            salt: salt
        )
    }
}
