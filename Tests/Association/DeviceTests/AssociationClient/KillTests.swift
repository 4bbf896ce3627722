import AssociationAPI
import AssociationPorts
import AssociationService
import AssociationStoreConformance
import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import Foundation
import PhonePorts
import Testing

@testable import AssociationClient

/// The real app and the real authority, with the phone killed at any effect of a story. Nothing may be lost, and the
/// person is asked nothing twice.
@Suite("A phone that is killed at any effect")
struct KillTests {
    @Test("reports once, and completely")
    func everyEffect() async throws {
        let count = try await Self.live(effect: nil, isAfter: false)
        #expect(count > 30, "\(count)")
        for effect in stride(from: 1, through: count, by: Effort.choose(quick: 47, whole: 1)) {
            for isAfter in [false, true] {
                _ = try await Self.live(effect: effect, isAfter: isAfter)
            }
        }
    }

    @Test("has one account, though its proof names nothing but its key")
    func registration() async throws {
        let count = try await Self.register(effect: nil, isAfter: false)
        #expect(count > 5, "\(count)")
        for effect in 1...count {
            for isAfter in [false, true] {
                _ = try await Self.register(effect: effect, isAfter: isAfter)
            }
        }
    }

    /// Onboarding with a registration.
    ///
    /// - Returns: the number of effects.
    private static func register(effect: Int?, isAfter: Bool) async throws -> Int {
        let authority = try await SampleAuthority(proofs: UnprovenPhones())
        var phone = KilledPhone(try SamplePhone("ben", authority), effect: effect, isAfter: isAfter)
        try await settleIn(&phone)
        let count = phone.count
        try await phone.run(until: phone.sample.clock.now().advanced(bySeconds: 3600))
        let context = "killed \(isAfter ? "after" : "before") effect \(effect ?? 0)"
        let account = try #require(await phone.sample.state.account.account, "\(context)")
        #expect(try await authority.stores.accounts.account(account.registrationID) != nil, "\(context)")
        #expect(try await authority.stores.accounts.count(in: nil) == 1, "\(context)")
        return count
    }

    /// Onboarding, a contact, and a report.
    ///
    /// - Returns: the number of effects.
    private static func live(effect: Int?, isAfter: Bool) async throws -> Int {
        let authority = try await SampleAuthority()
        let anna = try await SamplePhone("anna", authority).settleIn()
        var phone = KilledPhone(try SamplePhone("ben", authority), effect: effect, isAfter: isAfter)
        try await settleIn(&phone)
        try await phone.run(until: phone.sample.clock.now().advanced(bySeconds: 3600))
        try await phone.sample.meet(anna)
        // A person consents once. After a kill before the consent was in the file, the app asks again.
        let code = try await authority.code()
        for _ in 0..<2 where await phone.sample.report == nil {
            for action in SamplePhone.report(code) {
                try await phone.send(action)
            }
        }
        for _ in 0..<24 where await phone.sample.report != nil {
            try await phone.run(until: phone.sample.clock.now().advanced(bySeconds: 3600))
        }
        let context = "killed \(isAfter ? "after" : "before") effect \(effect ?? 0)"
        let state = await phone.sample.state
        #expect(try await authority.edges().count == 1, "\(context)")
        #expect(state.report.report == nil && state.report.completedAt != nil, "\(context)")
        #expect(state.notices.unshown.isEmpty, "\(context)")
        #expect((1...2).contains(phone.sample.owner.shown.count), "\(context)")
        #expect(phone.sample.scheduler[.traffic] != nil, "\(context)")
        return phone.count
    }

    /// If the phone is killed in the middle of the onboarding, the person continues where they were.
    private static func settleIn(_ phone: inout KilledPhone<SamplePhone>) async throws {
        try await phone.send(.launched(inForeground: true))
        while let step = await phone.sample.state.onboarding.step {
            try await phone.send(step == .district ? .chooseDistrict(AssociationSamples.district) : .proceed)
        }
        try await phone.send(.enteredBackground)
    }
}

@Suite("The file of a phone")
struct FileTests {
    private let authority: SampleAuthority
    private let storage = FillingStorage()
    private let ben: SamplePhone

    /// Ben has met Anna.
    init() async throws {
        authority = try await SampleAuthority()
        ben = try await SamplePhone("ben", authority, storage: storage).settleIn()
        try await ben.meet(SamplePhone("anna", authority).settleIn())
    }

    @Test("contains nothing in the clear")
    func encryption() async throws {
        let code = try await authority.code()
        await ben.consent(to: code)
        // This proves the search: the memory has the words before it is encrypted.
        let words = [code, "consentedAt", "contacts", AssociationSamples.district.text]
        let memory = try await ben.memory
        #expect(words.allSatisfy(memory.contains))
        for name in try storage.names() {
            let content = try #require(try storage.read(name))
            for word in words {
                #expect(content.firstRange(of: Array(word.utf8)) == nil, "\(word) in \(name)")
            }
        }
        #expect(try !storage.names().isEmpty)
    }

    @Test("that cannot take the account lets the phone register again, and it has one account")
    func unwrittenAccount() async throws {
        let authority = try await SampleAuthority(proofs: UnprovenPhones())
        let storage = FillingStorage()
        let phone = try SamplePhone("claire", authority, storage: storage)
        authority.setReachable(false)
        await phone.settleIn()
        authority.setReachable(true)
        let effects = await phone.app.container.apply(.retryRegistration)
        storage.isFull = true
        for effect in effects {
            if let end = await phone.app.container.perform(effect) {
                await phone.app.send(end)
            }
        }
        #expect(await phone.state.account.account == nil)
        #expect(try await authority.stores.accounts.count(in: nil) == 1, "the authority has it")
        storage.isFull = false
        await phone.run(hours: 2)
        #expect(await phone.state.account.account != nil)
        #expect(try await authority.stores.accounts.count(in: nil) == 1)
    }

    @Test("that cannot be written lets no genuine request leave, and the report goes on later")
    func fullStorage() async throws {
        try await ben.consent()
        storage.isFull = true
        await ben.run(hours: 3)
        #expect(try await authority.edges().isEmpty)
        storage.isFull = false
        await ben.runUntilAnswered()
        #expect(try await authority.edges().count == 1)
    }
}
