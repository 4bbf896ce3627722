import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationService
import AssociationStoreConformance
import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import Foundation
import PhonePorts
import Testing
import WireFormat

@testable import AssociationClient

@Suite("The account of a phone")
struct AccountTests {
    private let authority: SampleAuthority
    private let anna, ben: SamplePhone

    init() async throws { (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen() }

    @Test("nothing leaves the phone before consent and district, and then it registers")
    func onboarding() async throws {
        let authority = try await SampleAuthority()
        let phone = try SamplePhone("anna", authority)
        await phone.app.send(.launched(inForeground: true))
        await phone.app.send(.proceed)
        await phone.app.send(.proceed)
        #expect(await phone.state.onboarding.consentedAt == AssociationSamples.now)
        // Without a district nothing goes on.
        await phone.app.send(.proceed)
        await phone.app.send(.retryRegistration)
        #expect(await phone.state.onboarding.step == .district)
        #expect(authority.requests.isEmpty)
        await phone.app.send(.chooseDistrict(AssociationSamples.district))
        await phone.app.send(.proceed)
        #expect(authority.requests.count == 1)
        let home = HomeFacts(alerts: [], service: .on, report: nil, areNotificationsOff: false)
        #expect(await phone.app.screen == .home(home))
    }

    @Test("a failed registration is tried again by itself")
    func retry() async throws {
        let authority = try await SampleAuthority()
        let phone = try SamplePhone("anna", authority)
        authority.setReachable(false)
        await phone.settleIn()
        let service = HomeFacts.Service.notRegistered(.noConnection)
        let failed = HomeFacts(alerts: [], service: service, report: nil, areNotificationsOff: false)
        #expect(await phone.app.screen == .home(failed))
        authority.setReachable(true)
        authority.fail(.lostAnswer)
        await phone.run(hours: 2)
        #expect(await phone.state.account.account != nil)
        #expect(authority.requests(to: AssociationEndpoint.registration).count == 2)
    }

    @Test("a phone that is killed within its registration is woken, and registers")
    func killed() async throws {
        let authority = try await SampleAuthority()
        let phone = try SamplePhone("anna", authority)
        authority.setReachable(false)
        await phone.settleIn()
        // The effects of an action come in order, and the wake-up is there before the request leaves.
        let effects = await phone.app.container.apply(.retryRegistration)
        guard case .schedule(.registration, let time?)? = effects.first, case .register? = effects.last else {
            Issue.record("\(effects)")
            return
        }
        #expect(time == authority.clock.now().advanced(bySeconds: 600))
    }

    @Test("phone and authority have the same keys on later days")
    func agreement() async throws {
        authority.clock.advance(bySeconds: 5 * 86_400)
        await anna.app.send(.phoneChanged)
        let account = try #require(await anna.state.account.account)
        #expect(account.day == authority.clock.now().utcDay)
        let known = try #require(try await authority.stores.accounts.account(account.registrationID))
        let interval = AssociationInterval(clamping: authority.clock.now())
        let (own, same) = (try account.chainKey.dayKeys(on: account.day), try known.chain.dayKeys(on: account.day))
        #expect(try own.clientID(in: interval) == same.clientID(in: interval))
    }

    @Test("a stolen phone has no key of a past day")
    func theft() async throws {
        let first = try #require(await anna.state.account.account)
        let yesterday = first.day
        let past = try first.chainKey.dayKeys(on: yesterday)
        // The control: on the day itself the file has the key that makes its ClientIDs.
        let oldKey = Data(try first.chainKey.exposedBytes).base64EncodedString()
        #expect(try await Self.names(oldKey, in: anna))
        authority.clock.advance(bySeconds: 86_400)
        await anna.run(hours: 1)
        #expect(try await !Self.names(oldKey, in: anna))
        // Every 32 bytes that the file has are tried as a chain key of the past day.
        let candidates = try await Self.strings(in: anna).compactMap { Data(base64Encoded: $0) }
        let intervals = AssociationInterval.all(of: yesterday)
        let identifiers = Set(try intervals.map { try past.clientID(in: $0) })
        var tried = 0
        for bytes in candidates where bytes.count == 32 {
            let key = try ChainKey(day: yesterday, bytes: SecretBytes(bytes))
            let made = try key.dayKeys(on: yesterday).clientID(in: intervals[0])
            #expect(!identifiers.contains(made))
            tried += 1
        }
        #expect(tried > 40, "chain key, local secret and identity keys")
    }

    /// All texts of the phone's decrypted file.
    private static func strings(in phone: SamplePhone) async throws -> [String] {
        try await phone.memory.replacing("\\/", with: "/").split(separator: "\"").map(String.init)
    }

    private static func names(_ text: String, in phone: SamplePhone) async throws -> Bool {
        try await strings(in: phone).contains(text)
    }

    @Test("deleting everything deletes everything")
    func deletion() async throws {
        try await ben.meet(anna)
        try await ben.consent()
        #expect(await ben.state.report.report != nil)
        await ben.app.send(.deleteEverything)
        let state = await ben.state
        #expect(state.memory == AppMemory())
        #expect(state.life.beginning == .deleted)
        #expect(AssociationApp.tasks.allSatisfy { ben.scheduler[$0] == nil })
        let again = try ben.restarted()
        #expect(await again.state.memory == AppMemory())
    }
}

// MARK: - Attempts to register

extension AccountTests {
    /// As with an attestation, the proof names nothing but the phone's key.
    private static func authorityOfKeys() async throws -> SampleAuthority {
        try await SampleAuthority(proofs: UnprovenPhones())
    }

    @Test("the account of a lost answer ends with the next attempt, also after a kill", arguments: [false, true])
    func lostAnswer(isKilled: Bool) async throws {
        let authority = try await Self.authorityOfKeys()
        let first = try SamplePhone("anna", authority)
        authority.fail(.lostAnswer, .lostAnswer)
        await first.settleIn()
        #expect(try await authority.stores.accounts.count(in: nil) == 1)
        let key = try #require(await first.state.account.registrationKey)
        let text = Data(key.bytes).base64EncodedString()
        #expect(try await Self.names(text, in: first), "the control of the search")
        let phone = isKilled ? try first.restarted() : first
        await phone.app.send(.launched(inForeground: false))
        await phone.run(hours: 2)
        let account = try #require(await phone.state.account.account)
        #expect(try await authority.stores.accounts.account(account.registrationID) != nil)
        #expect(try await authority.stores.accounts.count(in: nil) == 1)
        #expect(try await !Self.names(text, in: phone), "the key is erased with the answer")
        let attempts = authority.requests(to: AssociationEndpoint.registration)
        #expect(attempts.count == 3)
        #expect(Set(attempts.map(\.size)).count == 1)
    }

    @Test("a phone that lost its key leaves an account behind, unless the proof names its owner")
    func otherKey() async throws {
        for (authority, count) in [(try await Self.authorityOfKeys(), 2), (try await SampleAuthority(), 1)] {
            let phone = try await SamplePhone("anna", authority).settleIn()
            // As for an app that is deleted and installed again, the authority hears nothing.
            authority.setReachable(false)
            await phone.app.send(.deleteEverything)
            authority.setReachable(true)
            await phone.settleIn()
            #expect(await phone.state.account.account != nil)
            #expect(try await authority.stores.accounts.count(in: nil) == count)
        }
    }

    @Test("deleting everything deletes the key of a registration, too")
    func deletedKey() async throws {
        let authority = try await Self.authorityOfKeys()
        authority.setReachable(false)
        let phone = try await SamplePhone("anna", authority).settleIn()
        #expect(await phone.state.account.registrationKey != nil)
        await phone.app.send(.deleteEverything)
        #expect(await phone.state.memory == AppMemory())
    }
}

// MARK: - The end at the authority

extension AccountTests {
    /// Whether the authority still has an account.
    private func has(_ account: StoredAccount) async throws -> Bool {
        try await authority.stores.accounts.account(account.registrationID) != nil
    }

    @Test("deleting everything ends the account at the authority, with a request that looks like a poll")
    func end() async throws {
        await anna.run(hours: 4)
        let account = try #require(await anna.state.account.account)
        let other = try #require(await ben.state.account.account)
        let polls = authority.requests(to: AssociationEndpoint.poll)
        let before = authority.requests.count
        await anna.app.send(.deleteEverything)
        #expect(try await !has(account))
        #expect(try await has(other), "the control")
        let after = authority.requests.dropFirst(before)
        #expect(after.count == 1)
        let (last, poll) = (try #require(after.last), try #require(polls.last))
        #expect(last.target == poll.target && last.size == poll.size && last.headers == poll.headers)
        // A phone without an account tells nobody anything.
        await anna.app.send(.deleteEverything)
        #expect(authority.requests.count == before + 1)
    }

    @Test("the deletion goes on without a connection, and without an answer")
    func endWithoutAnswer() async throws {
        for (phone, isReachable) in [(anna, false), (ben, true)] {
            let account = try #require(await phone.state.account.account)
            authority.setReachable(isReachable)
            authority.fail(.lostAnswer)
            await phone.app.send(.deleteEverything)
            #expect(await phone.state.memory == AppMemory())
            // Without a connection nothing arrived, and the account waits for its end by silence.
            #expect(try await has(account) == !isReachable)
        }
    }

    @Test("a phone that is killed in the deletion still tells the authority, as long as it has its key")
    func killedInDeletion() async throws {
        let account = try #require(await anna.state.account.account)
        let effects = await anna.app.container.apply(.deleteEverything)
        #expect(effects.suffix(2) == [.endAccount(account), .life(.wipe)], "it is told before the key is gone")
        #expect(try await has(account))
        let again = try anna.restarted()
        await again.app.send(.launched(inForeground: false))
        #expect(try await !has(account))
        #expect(await again.state.memory == AppMemory())
    }
}
