import CoronaWarnAPI
import CoronaWarnClient
import CoronaWarnDemo
import CoronaWarnFlyers
import ExposurePrimitives
import PhonePorts
import PhoneSimulation
import StoryKit

/// The acts of the story.
struct StoryActs {
    let cast: Cast
    let options: StoryOptions
    let mishap: StoryMishap?

    var narrator: Narrator { cast.narrator }
    var clock: StoryClock { cast.clock }

    func play() async throws -> StoryOutcome {
        narrator.step("Anna, Bruno, Carla, Dora and Emil install the app.")
        for phone in cast.phones {
            try await phone.settleIn()
        }
        let links = await meet()
        let cards = try await test()
        try await telephone()
        var outcome = StoryOutcome(minutes: options.minutes, mishap: mishap, cards: cards)
        outcome.shared = try await share()
        try await publish()
        for (place, phone) in cast.listeners {
            let link = links.first { $0.listener == place }
            outcome.listeners.append(try await detect(phone, at: Cast.metres[place], link: link))
        }
        outcome.record = cast.connection.record
        outcome.publishedKeys = try outcome.record.keyCounts(verifiedWith: cast.servers.exportPublicKeyPEM)
        return outcome
    }

    /// The signals that the other phones received from Anna's.
    private func meet() async -> [SimulatedRadio.Link] {
        var radio = StoryRadio(options: options, clock: clock)
        narrator.step("For two days they live far apart; their phones broadcast, and nobody is near to listen.")
        for day in -2..<0 {
            await radio.liveApart(cast.devices, day: day)
        }
        narrator.step(
            """
            \(options.meeting): Anna and Bruno sit \(Cast.metres[1]) m apart for \(options.minutes) minutes; Carla stands \
            \(Cast.metres[2]) m away. Dora and Emil are elsewhere. The radio's seed is \(options.seed).
            """
        )
        return await radio.meet(cast.devices, at: Cast.metres)
    }

    // MARK: - Test and result

    /// - Returns: the results that Anna and Dora see.
    private func test() async throws -> StoryOutcome.Cards {
        clock.move(to: options.time(day: 1, hour: 9))
        narrator.step(
            """
            \(clock.now()): Anna and Dora are tested. Each scans the code on her sheet, and her phone gets a registration \
            token for it, once. An open app sends three requests every eight seconds, so nobody sees which are genuine.
            """
        )
        var generator = SystemRandomNumberGenerator()
        let flyers = FlyerStack(count: 2, using: &generator)
        for (phone, code) in zip([cast.anna, cast.dora], flyers.codes) {
            try await phone.scan(code)
            narrator.detail("\(phone.name)'s app shows: no result yet.")
        }
        clock.move(to: options.time(day: 1, hour: 12))
        narrator.step(
            """
            \(clock.now()): The laboratory uploads its file of results. It has hashes of the codes, and no names.
            """
        )
        let results = zip(flyers.codes, [TestOutcome.positive, .negative]).map { (code: $0, outcome: $1) }
        try await cast.staff.send(results, now: clock.now())
        clock.move(to: options.time(day: 1, hour: 14))
        narrator.step("\(clock.now()): The phones ask again, when their daily fakes are due, in place of a fake.")
        return StoryOutcome.Cards(anna: try await learn(cast.anna), dora: try await learn(cast.dora))
    }

    private func learn(_ phone: StoryPhone) async throws -> TestCard {
        await phone.wake(for: .traffic)
        if phone.device.screen.shown == [.resultAvailable] {
            narrator.detail("\(phone.name)'s phone notifies: a result is available. It does not say which.")
        }
        let card = try await phone.openResult()
        narrator.detail("\(phone.name) opens the app: the result is \(card.rawValue).")
        return card
    }

    /// Emil's way without a code.
    private func telephone() async throws {
        narrator.step(
            "Emil tested positive too, but has no code. He telephones with the hotline, which gives him a teleTAN."
        )
        let teleTAN = try await cast.staff.giveTeleTAN()
        narrator.detail("The hotline reads out \(teleTAN.exposedGroups), and Emil types it.")
        try await cast.emil.enter(teleTAN)
        try await cast.emil.consent()
        let phase = try await cast.emil.answer(.noAnswer)
        await cast.emil.putAway()
        narrator.detail("Emil agrees to warn others, and says nothing about symptoms. \(Self.words(for: phase))")
    }

    // MARK: - Packages and risk

    private func publish() async throws {
        clock.move(to: UnixTime((clock.now().seconds / 3600 + 1) * 3600 + 300))
        narrator.step(
            """
            \(clock.now()): The hour of the upload is over. The distribution service makes its package, and signs it and \
            the indexes.
            """
        )
        try await cast.servers.distribute()
        // A run of the service that began before the clock moved may have closed the hour without these keys. They come
        // an hour later.
        clock.move(to: clock.now().advanced(bySeconds: 7200))
        try await cast.servers.distribute()
    }

    private func detect(
        _ phone: StoryPhone,
        at metres: Double,
        link: SimulatedRadio.Link?
    ) async throws -> StoryOutcome.Listener {
        narrator.step("\(clock.now()): \(phone.name)'s phone downloads the packages and looks for exposures.")
        let before = phone.device.screen.shown.count
        await phone.wake(for: .session)
        let listener = StoryOutcome.Listener(
            name: phone.name,
            metres: metres,
            minutesInReach: link?.minutesInReach ?? 0,
            risk: try await phone.risk,
            isWarned: phone.device.screen.shown.dropFirst(before).contains(.riskChanged)
        )
        for line in listener.why {
            narrator.detail(line)
        }
        return listener
    }
}
