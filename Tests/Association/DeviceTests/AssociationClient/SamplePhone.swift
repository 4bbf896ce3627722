import AssociationAPI
import AssociationExchange
import AssociationProtocol
import AssociationStoreConformance
import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import Foundation
import PhonePorts
import PhoneSimulation
import Synchronization
import Testing

@testable import AssociationClient

/// A phone with the real app and its files, its owner, and the real authority.
struct SamplePhone {
    let authority: SampleAuthority
    let app: AssociationApp
    let owner: SampleOwner
    let scheduler = ManualScheduler()
    let name: String
    private let storage: any PhoneStorage & KeyVault
    private let policy: AttestationPolicy
    private let confirmation: AssociationApp.AlertConfirmation
    private let reports: AssociationApp.ReportForm
    /// The number of starts of the phone.
    private let starts: UInt64

    init(
        _ name: String,
        _ authority: SampleAuthority,
        storage: any PhoneStorage & KeyVault = InMemoryPhoneStorage(),
        policy: AttestationPolicy = .off,
        confirmation: AssociationApp.AlertConfirmation = .required,
        reports: AssociationApp.ReportForm = .validated
    ) throws {
        try self.init(name, authority, storage, SampleOwner(), policy, confirmation, reports, starts: 0)
    }

    private init(
        _ name: String,
        _ authority: SampleAuthority,
        _ storage: any PhoneStorage & KeyVault,
        _ owner: SampleOwner,
        _ policy: AttestationPolicy,
        _ confirmation: AssociationApp.AlertConfirmation,
        _ reports: AssociationApp.ReportForm,
        starts: UInt64
    ) throws {
        (self.policy, self.confirmation, self.reports) = (policy, confirmation, reports)
        (self.name, self.authority, self.storage, self.owner, self.starts) = (name, authority, storage, owner, starts)
        let seed = name.utf8.reduce(UInt64(1000)) { $0 &* 31 &+ UInt64($1) }
        app = try AssociationApp(
            app: AssociationApp.App(
                jurisdiction: authority.place,
                agreementKey: authority.agreementKey.publicKey,
                policy: policy,
                confirmation: confirmation,
                reports: reports
            ),
            phone: AssociationApp.Phone(
                proofs: NamedProof(name: name),
                transport: authority,
                notifications: owner,
                system: owner,
                scheduler: scheduler,
                storage: storage,
                vault: storage,
                clock: authority.clock,
                generator: SeededGenerator(seed: seed &+ starts)
            )
        )
    }

    var state: AppState { get async { await app.container.state } }

    /// The content of the app's file, decrypted.
    var memory: String {
        get async throws { String(decoding: try JSONEncoder().encode(await state.memory), as: UTF8.self) }
    }

    /// What the first screen shows; nil on any other screen.
    var home: HomeFacts? {
        get async {
            guard case .home(let facts) = await app.screen else {
                return nil
            }
            return facts
        }
    }

    var alerts: [AlertFacts]? { get async { await home?.alerts } }

    /// Goes through the onboarding to the end, which registers.
    @discardableResult
    func settleIn() async -> SamplePhone {
        await app.send(.launched(inForeground: true))
        await app.send(.proceed)
        await app.send(.proceed)
        await app.send(.chooseDistrict(AssociationSamples.district))
        await app.send(.proceed)
        await app.send(.enteredBackground)
        return self
    }

    /// Exchanges tickets with another phone, which answers.
    func meet(_ other: SamplePhone, samples: Int = 10, rssi: Int8 = -60) async throws {
        var generator = SystemRandomNumberGenerator()
        let (mine, theirs) = (await app.exchangeParts(), await other.app.exchangeParts())
        let (own, peer) = (try #require(mine), try #require(theirs))
        let now = clock.now()
        var responder = try peer.responder()
        let visit = try own.visit(identity: responder.readIdentity(at: now))
        let connection = ConnectionID(1)
        try responder.acceptIntroduction(visit.introduction(), over: connection, at: now)
        let seen = try peer.observation(rssi: -60)
        let delivery = try responder.readDelivery(over: connection, observation: seen, at: now, using: &generator)
        if let record = delivery.record {
            await other.app.send(.issued(record, from: .answering))
        }
        let contact = try visit.accept(delivery.bytes, at: now)
        let measured = (0..<samples).map { RSSISample(second: UInt16($0) * 7, rssi: rssi) }
        await app.send(.received(contact, samples: measured))
    }

    /// Each of the two gets a ticket of the other.
    func meetEachOther(_ other: SamplePhone, samples: Int = 10) async throws {
        try await other.meet(self, samples: samples)
        try await meet(other, samples: samples)
    }

    /// Exchanges tickets in three intervals beside each other.
    func meetForLong(_ other: SamplePhone) async throws {
        for _ in 0..<3 {
            try await meetEachOther(other, samples: 100)
            clock.advance(bySeconds: AssociationInterval.seconds)
        }
    }

    /// Types a new code and consents.
    func consent() async throws { await consent(to: try await authority.code()) }

    /// Types a code that the authority never made, and consents.
    func consentToUnknownCode() async {
        var generator = SeededGenerator(seed: 1)
        await consent(to: ReportCode.generate(using: &generator).exposedText)
    }

    /// Types a code and consents.
    func consent(to code: String) async {
        for action in Self.report(code) {
            await app.send(action)
        }
    }

    static func report(_ code: String) -> [AppAction] {
        [.enteredForeground, .open(.report), .typeCode(code), .confirmCode, .consent, .open(.home), .enteredBackground]
    }

    /// Runs scheduled tasks for hours.
    func run(hours: Int64) async {
        let end = clock.now().advanced(bySeconds: hours * 3600)
        while let next = scheduler.next(until: end) {
            clock.set(max(clock.now(), next.time))
            await app.send(.woken(next.task))
        }
        clock.set(max(clock.now(), end))
    }

    /// Runs scheduled tasks one by one, as long as `goesOn` says so before the next one, for hours at most.
    func run(hours: Int64, while goesOn: () async -> Bool) async {
        let end = clock.now().advanced(bySeconds: hours * 3600)
        while await goesOn(), let next = scheduler.next(until: end) {
            clock.set(max(clock.now(), next.time))
            await app.send(.woken(next.task))
        }
    }

    /// Runs scheduled tasks until no code waits, for a day at most.
    func runUntilAnswered() async {
        for _ in 0..<24 where await report?.code != nil {
            await run(hours: 1)
        }
    }

    var report: PlannedReport? { get async { await state.report.report } }
}

extension SamplePhone: RestartablePhone {
    var container: StateContainer<AppDefinition> { app.container }
    var clock: ManualClock { authority.clock }
    var launch: AppAction { .launched(inForeground: false) }

    func restarted() throws -> SamplePhone {
        try SamplePhone(name, authority, storage, owner, policy, confirmation, reports, starts: starts + 1)
    }

    func wakeUp(for task: PhoneTask) -> AppAction { .woken(task) }
}

/// The owner of a phone, and a record of what they were shown.
final class SampleOwner: PhoneNotifications, PhoneSystem {
    private let notifications = Mutex<[PhoneNotification]>([])

    var shown: [PhoneNotification] { notifications.withLock { $0 } }

    func facts() async -> PhoneFacts {
        PhoneFacts(
            systemVersion: SystemVersion(14),
            model: "Sample",
            notificationPermission: .granted,
            languages: ["en-GB"]
        )
    }

    func mayNotify() async -> Bool { true }

    func show(_ notification: PhoneNotification) async { notifications.withLock { $0.append(notification) } }
}

extension SampleAuthority {
    /// An authority, and two phones with accounts.
    static func withAnnaAndBen() async throws -> (authority: SampleAuthority, anna: SamplePhone, ben: SamplePhone) {
        let authority = try await SampleAuthority()
        let anna = try await SamplePhone("anna", authority).settleIn()
        return (authority, anna, try await SamplePhone("ben", authority).settleIn())
    }
}
