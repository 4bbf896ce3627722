import ExposurePrimitives
import ImmuniAPI
import MobileClient
import Stores

extension StoryActs {
    /// The phones tell the health authority how they are.
    func tellAuthority() async throws -> StoryOutcome.Analytics {
        let dora = cast.dora
        cast.narrator.step(
            """
            \(dora.name) has an Android phone. It tells the health authority how it is, without saying whose it is; its \
            platform, which is emulated here, vouches for it.
            """
        )
        let info = Self.info(lastContact: nil, today: cast.clock.now().utcDay)
        try await dora.client.send(info, attestedBy: cast.servers.androidPhone)
        cast.narrator.detail("A dummy follows: the same size, nothing in it, and nothing of it is kept.")
        try await dora.client.sendAndroidDummy(attestedBy: cast.servers.androidPhone)
        return StoryOutcome.Analytics(
            sent: [info.facts(.android)],
            counts: try await cast.servers.operationalCounts(on: cast.clock.now().utcDay)
        )
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
