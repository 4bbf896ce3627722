import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import GAENCore
import PhonePorts
import ProximityRadio
import Testing

@Suite("The release of the owner's keys")
struct KeyReleaseTests {
    private static let day: Int64 = 86_400

    @Test("needs the owner's consent")
    func refused() async throws {
        let (phone, framework) = try await SamplePhone.enabled(owner: SampleOwner(share: false))
        for _ in 0..<2 {
            let error = ExposureFrameworkError.rejectedOptIn
            await #expect(throws: error) { try await framework.temporaryExposureKeyHistory() }
        }
        #expect(phone.owner.shareQuestions == 2)
    }

    @Test("is covered by one consent for 24 hours, no longer", arguments: [(0, 1), (day - 1, 1), (day, 2), (-1, 2)])
    func consent(seconds: Int64, questions: Int) async throws {
        let (phone, framework) = try await SamplePhone.enabled()
        _ = try await framework.temporaryExposureKeyHistory()
        phone.clock.advance(bySeconds: seconds)
        _ = try await framework.temporaryExposureKeyHistory()
        #expect(phone.owner.shareQuestions == questions)
    }

    @Test("remembers the consent after a restart, and still ends it in time")
    func consentAfterRestart() async throws {
        let phone = SamplePhone()
        _ = try await phone.bootEnabled().temporaryExposureKeyHistory()
        phone.clock.advance(bySeconds: Self.day - 1)
        _ = try await phone.boot().temporaryExposureKeyHistory()
        #expect(phone.owner.shareQuestions == 1)
        phone.clock.advance(bySeconds: 1)
        _ = try await phone.boot().temporaryExposureKeyHistory()
        #expect(phone.owner.shareQuestions == 2)
    }

    @Test("ends today's key with the last whole interval, and the phone continues with a new one")
    func shortened() async throws {
        let (phone, framework) = try await SamplePhone.enabled(todaysKey: .shortened)
        phone.clock.advance(bySeconds: 90 * 600 + 30)
        let before = try #require(await phone.broadcast(of: framework))
        let released = try await framework.temporaryExposureKeyHistory()
        #expect(released.map(\.rollingStart.start) == [SamplePhone.start])
        #expect(released.map(\.rollingPeriod) == [90])
        // The phone no longer broadcasts the released key, even within the same interval.
        let after = try #require(await phone.broadcast(of: framework))
        #expect(after.packet != before.packet && after.address != before.address)
        phone.clock.advance(bySeconds: Self.day)
        let later = try await framework.temporaryExposureKeyHistory()
        #expect(later.map(\.rollingPeriod) == [90, 54])
        #expect(later.last?.rollingStart == released.first?.rollingStart.advanced(by: 90))
        #expect(try later.last?.allIdentifiers.contains(GAENAdvertisement(packet: after.packet).identifier) == true)
    }

    @Test(
        "is announced by a number, without a question to the owner and without the end of a key",
        arguments: FrameworkOptions.TodaysKey.allCases,
        [(0, 599), (0, 600), (1, 0), (3, 5000), (20, 5000)] as [(Int64, Int64)]
    )
    func announced(todaysKey: FrameworkOptions.TodaysKey, time: (days: Int64, seconds: Int64)) async throws {
        let (phone, framework) = try await SamplePhone.enabled(todaysKey: todaysKey)
        for _ in 0..<time.days {
            _ = await phone.broadcast(of: framework)
            phone.clock.advance(bySeconds: Self.day)
        }
        _ = await phone.broadcast(of: framework)
        phone.clock.advance(bySeconds: time.seconds)
        let before = await phone.broadcast(of: framework)
        let count = await framework.releasableKeyCount
        #expect(await phone.broadcast(of: framework) == before)
        #expect(phone.owner.shareQuestions == 0)
        #expect(try await framework.temporaryExposureKeyHistory().count == count)
    }

    @Test("is announced only if the owner would be asked", arguments: waysToTurnOff.indices)
    func notAnnounced(way: Int) async throws {
        let (phone, framework) = try await SamplePhone.enabled()
        _ = await phone.broadcast(of: framework)
        phone.clock.advance(bySeconds: Self.day)
        #expect(await framework.releasableKeyCount == 1)
        try await Self.waysToTurnOff[way](framework)
        #expect(await framework.releasableKeyCount == nil)
    }

    @Test("leaves out a key without a whole interval", arguments: [(599, 0), (600, 1)])
    func firstInterval(seconds: Int64, count: Int) async throws {
        let (phone, framework) = try await SamplePhone.enabled(todaysKey: .shortened)
        _ = await phone.broadcast(of: framework)
        phone.clock.advance(bySeconds: seconds)
        #expect(try await framework.temporaryExposureKeyHistory().count == count)
    }

    @Test("withholds today's key until its day is over, if the app chose that")
    func withheld() async throws {
        let (phone, framework) = try await SamplePhone.enabled(todaysKey: .withheld)
        let before = await phone.broadcast(of: framework)
        phone.clock.advance(bySeconds: Self.day - 1)
        #expect(try await framework.temporaryExposureKeyHistory().isEmpty)
        #expect(await framework.broadcast(at: SamplePhone.start) == before)
        phone.clock.advance(bySeconds: 1)
        let keys = try await framework.temporaryExposureKeyHistory()
        #expect(keys.map(\.rollingPeriod) == [144])
        #expect(phone.owner.shareQuestions == 1, "the test day's key follows by itself")
    }

    @Test(
        "never releases a key before its window is over, and never uses it after its release",
        arguments: 1...10 as ClosedRange<UInt64>
    )
    func property(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let (phone, framework) = try await SamplePhone.enabled(seed: seed)
        var released: Set<RollingProximityIdentifier> = []
        for _ in 0..<150 {
            phone.clock.advance(bySeconds: Int64.random(in: 1...4000, using: &generator))
            let now = phone.clock.now()
            if let packet = await framework.broadcast(at: now)?.packet {
                #expect(!released.contains(try GAENAdvertisement(packet: packet).identifier))
            }
            if Int.random(in: 0..<10, using: &generator) == 0 {
                let keys = try await framework.temporaryExposureKeyHistory()
                #expect(keys.allSatisfy { $0.windowEnd <= now })
                #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.windowEnd <= $1.rollingStart.start })
                released.formUnion(keys.flatMap(\.allIdentifiers))
            }
        }
    }

    @Test("keeps the phone silent if its clock is set back into the time of a released key")
    func setBack() async throws {
        let (phone, framework) = try await SamplePhone.enabled()
        _ = await phone.broadcast(of: framework)
        phone.clock.advance(bySeconds: 6000)
        let key = try #require(try await framework.temporaryExposureKeyHistory().first)
        phone.clock.set(key.windowEnd.advanced(bySeconds: -1200))
        #expect(try await framework.temporaryExposureKeyHistory().isEmpty, "its window is not over any more")
        phone.clock.set(key.windowEnd.advanced(bySeconds: -1))
        #expect(await phone.broadcast(of: framework) == nil)
        phone.clock.set(key.windowEnd)
        #expect(await phone.broadcast(of: framework) != nil)
        #expect(try await framework.temporaryExposureKeyHistory() == [key], "with the window that is known")
    }

    @Test("makes a new key at UTC midnight and deletes one fourteen days after its window, also in the storage")
    func retention() async throws {
        let (phone, framework) = try await SamplePhone.enabled(todaysKey: .withheld)
        for second in [0, Self.day - 1, Self.day] {
            _ = await framework.broadcast(at: SamplePhone.start.advanced(bySeconds: second))
        }
        phone.clock.set(SamplePhone.start.advanced(bySeconds: 15 * Self.day - 1))
        let keys = try await framework.temporaryExposureKeyHistory()
        #expect(keys.map(\.rollingStart.start.seconds) == [0, Self.day].map { SamplePhone.start.seconds + $0 })
        #expect(try await phone.boot().temporaryExposureKeyHistory() == keys)
        phone.clock.advance(bySeconds: 1)
        #expect(try await framework.temporaryExposureKeyHistory() == [try #require(keys.last)])
        #expect(try await phone.boot().temporaryExposureKeyHistory() == [try #require(keys.last)])
    }

    @Test("asks one question at a time, and releases nothing if the owner turned it off meanwhile")
    func meanwhile() async throws {
        let phone = SamplePhone()
        let (owner, framework) = (phone.owner, try phone.boot())
        for turnOff in Self.waysToTurnOff {
            owner.whileAsked { try? await turnOff(framework) }
            await #expect(throws: ExposureFrameworkError.serviceDisabled) { try await framework.enable() }
            #expect(await framework.status == [.inactivated, .noConsent], "the yes comes too late")
        }
        owner.whileAsked {
            await #expect(throws: ExposureFrameworkError.alreadyStarted) { try await framework.enable() }
        }
        try await framework.enable()
        owner.whileAsked {
            let error = ExposureFrameworkError.alreadyStarted
            await #expect(throws: error) { try await framework.temporaryExposureKeyHistory() }
            try? await framework.disable()
            try? await framework.enable()
        }
        let error = ExposureFrameworkError.serviceDisabled
        await #expect(throws: error) { try await framework.temporaryExposureKeyHistory() }
    }

    private static let waysToTurnOff: [@Sendable (PortableExposureFramework) async throws -> Void] = [
        { try await $0.disable() }, { try await $0.revokeAuthorisation() }, { try await $0.wipe() },
    ]
}
