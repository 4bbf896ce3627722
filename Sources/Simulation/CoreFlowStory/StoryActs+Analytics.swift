import ExposurePrimitives
import ImmuniAPI
import MobileClient
import PhonePorts
import Stores

/// The phones tell the health authority how they are.
extension StoryActs {
    func tellAuthority(_ listeners: [StoryOutcome.Listener]) async throws -> StoryOutcome.Analytics {
        var analytics = StoryOutcome.Analytics()
        try await tellFromIPhones(listeners, &analytics)
        try await tellFromAndroid(&analytics)
        analytics.counts = try await cast.servers.operationalCounts(on: cast.clock.now().utcDay)
        return analytics
    }

    private func tellFromIPhones(
        _ listeners: [StoryOutcome.Listener],
        _ analytics: inout StoryOutcome.Analytics
    ) async throws {
        cast.narrator.step(
            """
            \(listeners.map(\.name).joined(separator: " and ")) have iPhones. Each makes a random token and asks until the \
            server has authorised it: by DeviceCheck, whose server is emulated here, once a month for a device.
            """
        )
        let phones = cast.phones.dropFirst()
        var tokens: [AnalyticsToken] = []
        for phone in phones {
            let token = await phone.analytics.makeToken()
            _ = try await ask(for: token, phone)
            tokens.append(token)
        }
        for ((listener, phone), token) in zip(zip(listeners, phones), tokens) {
            let client = phone.analytics
            try await waitForAuthorisation(of: token, phone)
            let info = Self.info(lastContact: listener.report.lastContact, today: cast.clock.now().utcDay)
            try await client.send(info, with: token)
            analytics.sent.append(info.facts(.ios))
            try await client.sendAppleDummy()
        }
    }

    /// Asks as a phone does each time that it wakes up, only sooner.
    private func waitForAuthorisation(of token: AnalyticsToken, _ phone: StoryPhone) async throws {
        for _ in 0..<Self.greatestAskCount {
            try await Task.sleep(for: .seconds(1))
            if try await ask(for: token, phone) == .authorised {
                return
            }
        }
        throw StoryError.tokenNotAuthorised
    }

    private func ask(
        for token: AnalyticsToken,
        _ phone: StoryPhone
    ) async throws -> AnalyticsClient.Authorisation {
        try await phone.analytics.authorise(token, by: .deviceCheck, of: cast.servers.iPhone(of: phone.name))
    }

    private func tellFromAndroid(_ analytics: inout StoryOutcome.Analytics) async throws {
        let dora = cast.dora
        cast.narrator.step(
            """
            \(dora.name) has an Android phone. It tells the health authority how it is, without saying whose it is; its \
            platform, which is emulated here, vouches for it.
            """
        )
        let info = Self.info(lastContact: nil, today: cast.clock.now().utcDay)
        try await dora.client.send(info, attestedBy: cast.servers.androidPhone)
        analytics.sent.append(info.facts(.android))
        cast.narrator.detail("A dummy follows: the same size, nothing in it, and nothing of it is kept.")
        try await dora.client.sendAndroidDummy(attestedBy: cast.servers.androidPhone)
    }

    private static func info(lastContact: CalendarDay?, today: CalendarDay) -> OperationalInfoRequest {
        OperationalInfoRequest(
            province: Cast.province,
            exposurePermission: true,
            bluetoothActive: true,
            notificationPermission: true,
            exposureNotification: lastContact != nil,
            lastRiskyExposureOn: lastContact ?? today
        )
    }

    /// Many times what an authorisation takes here.
    private static let greatestAskCount = 60
}

extension OperationalInfoRequest {
    fileprivate func facts(_ platform: OperationalFacts.Platform) -> OperationalFacts {
        OperationalFacts(
            platform: platform,
            province: province.code,
            exposurePermission: exposurePermission,
            bluetoothActive: bluetoothActive,
            notificationPermission: notificationPermission,
            lastRiskyExposureOn: exposureDay
        )
    }
}
