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
    private let authority: SampleAuthority
    // Phones that require the authority's attestations.
    private let anna, ben: SamplePhone

    init() async throws {
        authority = try await SampleAuthority()
        let policy = AttestationPolicy.required(by: [authority.verificationKey])
        anna = try await SamplePhone("anna", authority, policy: policy).settleIn()
        ben = try await SamplePhone("ben", authority, policy: policy).settleIn()
    }

    /// Anna's phone and Ben's get attestations, and it becomes the day after their registration.
    private func waitForTomorrow() async throws {
        for phone in [anna, ben] {
            #expect(await phone.app.exchangeParts() == nil)
        }
        for phone in [anna, ben] {
            if let next = phone.scheduler[.attestations] {
                authority.clock.set(max(authority.clock.now(), next))
            }
            await phone.app.send(.woken(.attestations))
        }
        authority.clock.set(AssociationSamples.today.advanced(byDays: 1).startInUTC)
    }

    private var questions: [SampleAuthority.SeenRequest] { authority.requests(to: AssociationEndpoint.attestations) }

    @Test("phones with attestations exchange tickets from the next day on, and with nobody else")
    func exchange() async throws {
        let unattested = try await SamplePhone("unattested", authority).settleIn()
        try await waitForTomorrow()
        try await anna.meet(ben)
        #expect(await anna.state.exchange.log.contacts.count == 1)
        #expect(await ben.state.exchange.log.issued.count == 1)
        // The control: a phone without attestations gets no ticket, and gives none.
        await #expect(throws: ExchangeRefusal.self) { try await unattested.meet(anna) }
        await #expect(throws: ExchangeRefusal.self) { try await anna.meet(unattested) }
        #expect(Set(questions.map(\.size)).count == 1)
    }

    @Test("a phone keeps no attestation that its policy refuses")
    func otherAuthority() async throws {
        var generator = SeededGenerator(seed: 4)
        let other = AttestationSigningKey(of: .generate(using: &generator)).verificationKey
        let claire = try await SamplePhone("claire", authority, policy: .required(by: [other])).settleIn()
        await claire.app.send(.woken(.attestations))
        #expect(questions.count == 1)
        authority.clock.set(AssociationSamples.today.advanced(byDays: 1).startInUTC)
        #expect(await claire.app.exchangeParts() == nil)
    }

    @Test("a phone asks again after a lost answer, also after a restart, and gets its attestations")
    func lostAnswer() async throws {
        authority.fail(.lostAnswer, .lostAnswer)
        await anna.app.send(.woken(.attestations))
        let again = try anna.restarted()
        await again.app.send(.launched(inForeground: false))
        await again.run(hours: 3)
        authority.clock.set(AssociationSamples.today.advanced(byDays: 1).startInUTC)
        #expect(await again.app.exchangeParts()?.attestation != nil)
    }

    @Test("a phone asks once a day, and keeps the keys of two days at most")
    func daily() async throws {
        try await waitForTomorrow()
        let before = questions.count
        for _ in 0..<5 {
            await anna.run(hours: 24)
            let identities = await anna.state.exchange.identities
            #expect((1...2).contains(identities.count))
        }
        let times = questions.dropFirst(before).map(\.time)
        #expect((4...6).contains(times.count))
        #expect(Set(times.map(\.utcDay)).count == times.count)
        #expect(await anna.app.exchangeParts() != nil)
    }

    @Test("a phone that needs none asks for none")
    func off() async throws {
        try await SamplePhone("unattested", authority).settleIn().run(hours: 48)
        #expect(questions.isEmpty)
    }
}
