import ExposurePrimitives
import ImmuniAPI
import Testing

@Suite("The binding of an Android phone's attestation")
struct OperationalInfoBindingTests {
    @Test(
        "the published nonces",
        arguments: [
            // Payloads in the tests of Immuni's Analytics Service.
            (true, "2020-06-09", "I2zF1+fgk4/uVHYe7DRt3A==", "2opZ23BpSheHRrRgZDS49w0CRKjoNlRnY38t8nY6BcU="),
            (false, "2020-06-11", "T84OSRnLtbRRtUgYQM5wLw==", "myoHyaIaMkIk+wW3fBhUPBvfs5gzOBDhVz/g1mNR5K4="),
        ]
    )
    func published(exposed: Bool, day: String, salt: String, nonce: String) throws {
        #expect(try Base64.encode(digest(exposed: exposed, day: day, salt: salt)) == nonce)
    }

    @Test("every fact and the salt change it")
    func sensitive() throws {
        let digests = try [
            digest(exposed: true, day: "2020-06-09", salt: "AA=="),
            digest(exposed: false, day: "2020-06-09", salt: "AA=="),
            digest(exposed: true, day: "2020-06-10", salt: "AA=="),
            digest(exposed: true, day: "2020-06-09", salt: "AQ=="),
            digest(province: "RM", exposed: true, day: "2020-06-09", salt: "AA=="),
            digest(others: [false, true, true], exposed: true, day: "2020-06-09", salt: "AA=="),
            digest(others: [true, false, true], exposed: true, day: "2020-06-09", salt: "AA=="),
            digest(others: [true, true, false], exposed: true, day: "2020-06-09", salt: "AA=="),
        ]
        #expect(Set(digests).count == digests.count)
    }

    private func digest(
        province: String = "CH",
        others: [Bool] = [true, true, true],
        exposed: Bool,
        day: String,
        salt: String
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
