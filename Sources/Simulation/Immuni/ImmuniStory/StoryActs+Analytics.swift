import AnalyticsStores
import ExposurePrimitives
import ImmuniAPI
import ImmuniClient
import ImmuniDemoServers
import PhonePorts
import StoryKit

/// The phones' reports to the health authority.
extension StoryActs {
    /// Sends the remaining reports. An iPhone's app has already sent one by itself, after the detection that gave a
    /// notice. Some reports leave at a random moment once a month; these, and dummies, are sent here at once:
    /// docs/decisions/0093.
    func tellAuthority() async throws -> StoryOutcome.Analytics {
        let today = cast.clock.now().utcDay
        var analytics = StoryOutcome.Analytics(sent: cast.reports.of(today))
        cast.narrator.step(
            """
            Whoever was notified has an app that told the health authority so, with its token and without a name. A dummy \
            looks the same on the wire, and nothing of it is kept.
            """
        )
        try await cast.bruno.analytics.sendAppleDummy()
        try await tellFromAndroid(&analytics)
        analytics.counts = try await cast.servers.operationalCounts(on: today)
        return analytics
    }

    private func tellFromAndroid(_ analytics: inout StoryOutcome.Analytics) async throws {
        let dora = cast.dora
        cast.narrator.step(
            """
            \(dora.name) has an Android phone. It tells the health authority how it is, without saying whose it is; its \
            platform, which is emulated here, vouches for it.
            """
        )
        let info = OperationalInfoRequest(
            province: Cast.province,
            exposurePermission: true,
            bluetoothActive: true,
            notificationPermission: true,
            exposureNotification: false,
            lastRiskyExposureOn: cast.clock.now().utcDay
        )
        try await dora.client.send(info, attestedBy: cast.servers.androidPhone)
        analytics.sent.append(info.facts(.android))
        cast.narrator.detail("A dummy follows: the same size, nothing in it, and nothing of it is kept.")
        try await dora.client.sendAndroidDummy(attestedBy: cast.servers.androidPhone)
    }
}

extension OperationalInfoRequest {
    func facts(_ platform: OperationalFacts.Platform) -> OperationalFacts {
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
