import AnalyticsStores
import DeviceAttestation
import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("Requests of iPhones to the Analytics Service")
struct AppleRouteTests {
    @Test("a token request is answered 201 if authorised and 202 until then, empty, of one size and never cached")
    func tokens() async throws {
        let sample = try await SampleAnalytics()
        try await sample.run { ports async throws in
            for (isAuthorised, status) in [(false, 202), (true, 201)] {
                sample.authorisation.isAuthorised = isAuthorised
                let answer = try await AnalyticsRequest.authorisation().exchange(ports.public)
                #expect(answer.status == status)
                #expect(answer.body.isEmpty)
                #expect(answer.wireSize == 512)
                #expect(answer["Cache-Control"] == "no-store")
            }
        }
        let asked = sample.authorisation.asked
        #expect(asked.map(\.token) == [AnalyticsRequest.token(), AnalyticsRequest.token()])
        #expect(asked.map(\.deviceToken?.exposedText) == ["QUJD", "QUJD"])
        #expect(asked.map(\.kind) == [nil, nil])
    }

    @Test("a token request may have an App Attest object; other forms are refused without asking anybody")
    func tokenForms() async throws {
        let sample = try await SampleAnalytics()
        let digits = AnalyticsRequest.token().exposedText
        let right = AnalyticsRequest.authorisation()
        let appAttest = right.setting(\.body, #"{"analytics_token":"\#(digits)","app_attest":"QUJD"}"#)
        #expect(try await sample.answer(to: appAttest).status == 202)
        try await sample.expectRefusals(
            of: ["text/plain", nil].map { right.setting(\.contentType, $0) }
                + ["", "{}", #"{"analytics_token":"\#(digits)"}"#].map { right.setting(\.body, $0) }
        )
        #expect(sample.authorisation.asked.map(\.kind) == [.appAttest])
        #expect(sample.authorisation.asked.first?.deviceToken == nil)
    }

    @Test("two uploads of each kind are counted, and every upload is answered 204")
    func counted() async throws {
        let sample = try await SampleAnalytics.authorised()
        try await sample.run { ports async throws in
            for exposedDaysAgo in [nil, 3, nil, 3, nil, 3] {
                let request = AnalyticsRequest.apple(AnalyticsRequest.info(exposedDaysAgo: exposedDaysAgo))
                let answer = try await request.exchange(ports.public)
                #expect(answer.status == 204)
                #expect(answer["Cache-Control"] == "no-store")
            }
            let stranger = AnalyticsRequest.apple(token: AnalyticsRequest.token(2))
            #expect(try await stranger.exchange(ports.public).status == 204)
        }
        let counts = try await sample.counts()
        let today = SampleAnalytics.noon.utcDay
        let expected = [nil, today.advanced(byDays: -3)].map { day -> OperationalCount in
            let facts = OperationalFacts.sample(province: "EX", bluetoothActive: false, exposure: day)
            return OperationalCount(receivedOn: today, facts: facts, count: 2)
        }
        #expect(Set(counts) == Set(expected))
    }

    @Test("a token ends with the month after its authorisation, in UTC to the second")
    func monthsEnd() async throws {
        let sample = try await SampleAnalytics.authorised()
        let end = SampleAnalytics.month.advanced(byMonths: 2).firstDay.startInUTC
        // One of its two uploads arrives in the last second, the other a second later.
        for moment in [end.advanced(bySeconds: -1), end] {
            sample.clock.set(moment)
            #expect(try await sample.answer(to: AnalyticsRequest.apple()).status == 204)
            #expect(try await sample.uploads() == 1)
        }
    }

    @Test("a code outside the table counts as unknown, and a build is not counted")
    func unknownProvince() async throws {
        let sample = try await SampleAnalytics.authorised()
        let info = OperationalInfoRequest(
            province: try #require(Province(code: "XX")),
            exposurePermission: false,
            bluetoothActive: false,
            notificationPermission: false,
            exposureNotification: false,
            lastRiskyExposureOn: SampleAnalytics.noon.utcDay,
            build: 7
        )
        #expect(try await sample.answer(to: AnalyticsRequest.apple(info)).status == 204)
        #expect(try await sample.counts().map(\.facts.province) == ["unknown"])
    }

    @Test("a genuine request that breaks the schema is 400 and counts nothing")
    func refused() async throws {
        let sample = try await SampleAnalytics.authorised()
        let right = AnalyticsRequest.apple()
        let digits = AnalyticsRequest.token().exposedText
        let authorizations = [
            nil, "", "Bearer", "Bearer \(digits.dropLast())", "Basic \(digits)", digits,
            "Bearer \(digits.uppercased())",
        ]
        let wrong: [AnalyticsRequest] =
            [nil, "", "2", "-1", "true", "0, 0"].map { right.setting(\.dummyFlag, $0) }
            + authorizations.map { right.setting(\.authorization, $0) }
            + [nil, "text/plain"].map { right.setting(\.contentType, $0) }
            + ["", "{", "{}", "[]"].map { right.setting(\.body, $0) }
        try await sample.expectRefusals(of: wrong)
        #expect(try await sample.counts().isEmpty)
    }
}
