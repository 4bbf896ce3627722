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
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
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
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            #expect(try await appAttest.exchange(ports.public).status == 202)
            for wrong in [
                right.setting(\.contentType, "text/plain"), right.setting(\.contentType, nil),
                right.setting(\.body, ""),
                right.setting(\.body, "{}"), right.setting(\.body, #"{"analytics_token":"\#(digits)"}"#),
            ] {
                let answer = try await wrong.exchange(ports.public)
                #expect(answer.status == 400)
                #expect(answer.body == APIError.notCompliant.body)
                #expect(answer.wireSize == 512)
            }
        }
        #expect(sample.authorisation.asked.map(\.kind) == [.appAttest])
        #expect(sample.authorisation.asked.first?.deviceToken == nil)
    }

    @Test("two uploads of each kind are counted, and every upload is answered 204")
    func counted() async throws {
        let sample = try await SampleAnalytics()
        try await sample.authorise(AnalyticsRequest.token())
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            for exposedDaysAgo in [nil, 3, nil, 3, nil, 3] {
                let answer = try await AnalyticsRequest.apple(AnalyticsRequest.info(exposedDaysAgo: exposedDaysAgo))
                    .exchange(ports.public)
                #expect(answer.status == 204)
                #expect(answer["Cache-Control"] == "no-store")
            }
            let stranger = AnalyticsRequest.apple(token: AnalyticsRequest.token(2))
            #expect(try await stranger.exchange(ports.public).status == 204)
        }
        let counts = try await sample.counts()
        let today = SampleAnalytics.noon.utcDay
        let expected = [nil, today.advanced(byDays: -3)].map { day in
            OperationalCount(
                receivedOn: today,
                facts: OperationalFacts(
                    platform: .ios,
                    province: "EX",
                    exposurePermission: true,
                    bluetoothActive: false,
                    notificationPermission: true,
                    lastRiskyExposureOn: day
                ),
                count: 2
            )
        }
        #expect(Set(counts) == Set(expected))
    }

    @Test("a token ends with the month after its authorisation, in UTC to the second")
    func monthsEnd() async throws {
        let sample = try await SampleAnalytics()
        try await sample.authorise(AnalyticsRequest.token())
        let end = SampleAnalytics.month.advanced(byMonths: 2).firstDay.startInUTC
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            // One of its two uploads arrives in the last second, the other a second later.
            for (moment, uploads) in [(end.advanced(bySeconds: -1), 1), (end, 1)] {
                sample.clock.set(moment)
                #expect(try await AnalyticsRequest.apple().exchange(ports.public).status == 204)
                #expect(try await sample.counts().map(\.count).reduce(0, +) == uploads)
            }
        }
    }

    @Test("a code outside the table counts as unknown, and a build is not counted")
    func unknownProvince() async throws {
        let sample = try await SampleAnalytics()
        try await sample.authorise(AnalyticsRequest.token())
        let info = OperationalInfoRequest(
            province: try #require(Province(code: "XX")),
            exposurePermission: false,
            bluetoothActive: false,
            notificationPermission: false,
            exposureNotification: false,
            lastRiskyExposureOn: SampleAnalytics.noon.utcDay,
            build: 7
        )
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            #expect(try await AnalyticsRequest.apple(info).exchange(ports.public).status == 204)
        }
        #expect(try await sample.counts().map(\.facts.province) == ["unknown"])
    }

    @Test("a genuine request that breaks the schema is 400 and counts nothing")
    func refused() async throws {
        let sample = try await SampleAnalytics()
        try await sample.authorise(AnalyticsRequest.token())
        let right = AnalyticsRequest.apple()
        let digits = AnalyticsRequest.token().exposedText
        let wrong: [AnalyticsRequest] =
            [nil, "", "2", "-1", "true", "0, 0"].map { right.setting(\.dummyFlag, $0) }
            + [
                nil, "", "Bearer", "Bearer \(digits.dropLast())", "Basic \(digits)", digits,
                "Bearer \(digits.uppercased())",
            ]
            .map { right.setting(\.authorization, $0) }
            + [nil, "text/plain"].map { right.setting(\.contentType, $0) }
            + ["", "{", "{}", "[]"].map { right.setting(\.body, $0) }
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            for request in wrong {
                let answer = try await request.exchange(ports.public)
                #expect(answer.status == 400, "\(request)")
                #expect(answer.body == APIError.notCompliant.body)
                #expect(answer.wireSize == 512)
            }
        }
        #expect(try await sample.counts().isEmpty)
    }
}
