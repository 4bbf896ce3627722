import AssociationAPI
import AssociationProtocol
import AssociationStoreConformance
import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import PhonePorts
import Testing
import WireFormat

@testable import AssociationClient

@Suite("The attestations of a phone")
struct AttestationTests {
    /// A test with phones that require the authority's attestations, on the day after their registration.
    private static func tomorrow(
        _ names: String...,
        body: (SampleAuthority, [SamplePhone]) async throws -> Void
    ) async throws {
        try await SampleAuthority.with(phones: "unattested") { authority, others in
            let policy = AttestationPolicy.required(by: [
                AttestationSigningKey(of: authority.agreementKey).verificationKey
            ])
            var phones: [SamplePhone] = []
            for name in names {
                let phone = try SamplePhone(name, authority, policy: policy)
                await phone.settleIn()
                #expect(await phone.app.exchangeParts() == nil)
                phones.append(phone)
            }
            for phone in phones {
                if let next = phone.scheduler[.attestations] {
                    authority.clock.set(max(authority.clock.now(), next))
                }
                await phone.app.send(.woken(.attestations))
            }
            authority.clock.set(AssociationSamples.today.advanced(byDays: 1).startInUTC)
            try await body(authority, phones + others)
        }
    }

    private static func questions(_ authority: SampleAuthority) -> [SampleAuthority.SeenRequest] {
        authority.requests.filter { $0.target == AssociationEndpoint.attestations.path }
    }

    @Test("phones with attestations exchange tickets from the next day on, and with nobody else")
    func exchange() async throws {
        try await Self.tomorrow("anna", "ben") { authority, phones in
            let (anna, ben, unattested) = (phones[0], phones[1], phones[2])
            try await anna.meet(ben)
            #expect(await anna.state.exchange.log.contacts.count == 1)
            #expect(await ben.state.exchange.log.issued.count == 1)
            // The control: a phone without attestations gets no ticket, and gives none.
            await #expect(throws: ExchangeRefusal.self) { try await unattested.meet(anna) }
            await #expect(throws: ExchangeRefusal.self) { try await anna.meet(unattested) }
            #expect(Set(Self.questions(authority).map(\.size)).count == 1)
        }
    }

    @Test("a phone keeps no attestation that its policy refuses")
    func otherAuthority() async throws {
        try await SampleAuthority.with(phones: "other") { authority, _ in
            var generator = SeededGenerator(seed: 4)
            let other = AttestationSigningKey(of: .generate(using: &generator)).verificationKey
            let anna = try SamplePhone("anna", authority, policy: .required(by: [other]))
            await anna.settleIn()
            await anna.app.send(.woken(.attestations))
            #expect(Self.questions(authority).count == 1)
            authority.clock.set(AssociationSamples.today.advanced(byDays: 1).startInUTC)
            #expect(await anna.app.exchangeParts() == nil)
        }
    }

    @Test("a phone asks again after a lost answer, also after a restart, and gets its attestations")
    func lostAnswer() async throws {
        try await SampleAuthority.with(phones: "other") { authority, _ in
            let key = AttestationSigningKey(of: authority.agreementKey).verificationKey
            let anna = try SamplePhone("anna", authority, policy: .required(by: [key]))
            await anna.settleIn()
            authority.fail(.lostAnswer, .lostAnswer)
            await anna.app.send(.woken(.attestations))
            let again = try anna.restarted()
            await again.app.send(.launched(inForeground: false))
            await again.run(hours: 3)
            authority.clock.set(AssociationSamples.today.advanced(byDays: 1).startInUTC)
            #expect(await again.app.exchangeParts()?.attestation != nil)
        }
    }

    @Test("a phone asks once a day, and keeps the keys of two days at most")
    func daily() async throws {
        try await Self.tomorrow("anna") { authority, phones in
            let anna = phones[0]
            let before = Self.questions(authority).count
            for _ in 0..<5 {
                await anna.run(hours: 24)
                let identities = await anna.state.exchange.identities
                #expect((1...2).contains(identities.count))
            }
            let times = Self.questions(authority).dropFirst(before).map(\.time)
            #expect((4...6).contains(times.count))
            #expect(Set(times.map(\.utcDay)).count == times.count)
            #expect(await anna.app.exchangeParts() != nil)
        }
    }

    @Test("a phone that needs none asks for none")
    func off() async throws {
        try await SampleAuthority.with(phones: "anna") { authority, phones in
            await phones[0].run(hours: 48)
            #expect(Self.questions(authority).isEmpty)
        }
    }
}
