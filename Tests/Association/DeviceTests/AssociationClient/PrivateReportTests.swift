import AssociationAPI
import AssociationPorts
import AssociationExchange
import AssociationProtocol
import AssociationService
import AssociationStoreConformance
import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import Foundation
import HeraldPayloads
import Persistence
import PhonePorts
import StoreConformance
import Testing

@testable import AssociationClient

@Suite("Reports that only the phones of contacts can read")
struct PrivateReportTests {
    private static let attacker = AttestationSigningKey(of: .generate())

    // An authority that takes boxes, and phones with accounts.
    private let authority: SampleAuthority
    private let anna, ben, claire: SamplePhone

    init() async throws {
        let authority = try await SampleAuthority(settings: ["association.reports": "private"])
        func phone(_ name: String) async throws -> SamplePhone {
            try await SamplePhone(name, authority, reports: .boxes(signedBy: [authority.verificationKey])).settleIn()
        }
        self.authority = authority
        (anna, ben, claire) = try await (phone("anna"), phone("ben"), phone("claire"))
    }

    /// A whole report, and its publication on the next day.
    private func report(_ phone: SamplePhone) async throws {
        try await phone.consent()
        await phone.run(hours: 12)
        #expect(await phone.report == nil, "it has arrived")
        let tomorrow = phone.clock.now().utcDay.advanced(byDays: 1).startInUTC
        phone.clock.set(max(phone.clock.now(), tomorrow))
        try await phone.authority.publishBoxes()
    }

    @Test("a box warns the phone that it is for, and no other; the authority learns neither")
    func warning() async throws {
        let day = ben.clock.now().utcDay
        try await ben.meetForLong(anna)
        try await claire.meet(ben, samples: 100)
        try await report(ben)
        #expect(try await authority.edges() == [], "no contact is stored")
        #expect(try await authority.stores.boxes.waitingBoxes() == 0)
        for phone in [anna, ben, claire] {
            await phone.run(hours: 4)
        }
        #expect(await anna.alerts == [AlertFacts(day: day, band: .medium)])
        #expect(anna.owner.shown == [.news])
        #expect(await ben.alerts == [])
        // Claire has a ticket of Ben's and gave him none, so he could not report her.
        #expect(await claire.alerts == [])
        await anna.run(hours: 24)
        #expect(anna.owner.shown == [.news], "it is news once")
    }

    @Test("what leaves the phone and what is published name nobody")
    func content() async throws {
        try await ben.meetForLong(anna)
        let contact = try #require(await ben.state.exchange.log.contacts.last)
        let draft = try contact.draft
        try await report(ben)
        let names = try await authority.files.names()
        #expect(names.count == 1)
        let file = try #require(try await authority.files.get(names[0]))
        #expect(file.count == BoxFile.size)
        for secret in [
            draft.myClientID.exposedBytes, draft.observedClientID.exposedBytes, draft.ticket.bytes,
            try #require(draft.details.ticketHandle).bytes,
        ] {
            #expect(Data(file).range(of: Data(secret)) == nil)
        }
    }

    @Test("a report that is sent again has the same boxes, and another one has others")
    func sameBoxes() async throws {
        try await ben.meetForLong(anna)
        let contacts = await ben.state.exchange.log.contacts
        let (code, today) = (try ReportCode(await authority.code()), AssociationSamples.today)
        var generator = SeededGenerator(seed: 5)
        func plan() throws -> PlannedReport {
            try PlannedReport(code: code, contacts: contacts, isPrivate: true, on: today, using: &generator)
        }
        let report = try plan()
        let stored = try JSONDecoder().decode(PlannedReport.self, from: try JSONEncoder().encode(report))
        #expect(stored.rightRequest?.exposedBytes == report.rightRequest?.exposedBytes)
        #expect(try plan().rightRequest?.exposedBytes != report.rightRequest?.exposedBytes)
    }

    @Test("a batch has 60 boxes at most")
    func batches() async throws {
        try await ben.meet(anna)
        let contact = try #require(await ben.state.exchange.log.contacts.first)
        let contacts = [StoredContact](repeating: contact, count: AssociationLimits.boxesPerBatch + 1)
        let (code, today) = (try ReportCode(await authority.code()), AssociationSamples.today)
        var generator = SeededGenerator(seed: 5)
        var report = try PlannedReport(code: code, contacts: contacts, isPrivate: true, on: today, using: &generator)
        for (number, count) in [AssociationLimits.boxesPerBatch, 1, 0].enumerated() {
            let received = (0..<AssociationLimits.batchCount).map { $0 < number }
            report.note(RightAnswer(right: AssociationSamples.right(1), received: received))
            #expect(report.nextBatch?.contacts.count == count)
        }
    }

    @Test("contacts of the same day add up, from reports of several days")
    func sum() async throws {
        let day = ben.clock.now().utcDay
        // Each alone is below the threshold.
        try await ben.meetEachOther(anna, samples: 45)
        try await claire.meetEachOther(anna, samples: 45)
        try await report(ben)
        await anna.run(hours: 4)
        #expect(await anna.alerts == [])
        try await report(claire)
        await anna.run(hours: 4)
        #expect(await anna.alerts == [AlertFacts(day: day, band: .low)])
    }

    @Test("a box that is published again under another report counts once")
    func again() async throws {
        try await ben.meetEachOther(anna, samples: 45)
        try await report(ben)
        await anna.run(hours: 4)
        #expect(await anna.state.boxes.exposures.count == 1)
        try await report(ben)
        await anna.run(hours: 4)
        #expect(await anna.state.boxes.searched.count == 2)
        #expect(await anna.state.boxes.exposures.count == 1)
        #expect(await anna.alerts == [])
    }

    @Test("a box counts with either of two tickets of an interval")
    func secondTicket() async throws {
        try await ben.meetEachOther(anna, samples: 100)
        let (annas, bens) = (await anna.app.exchangeParts(), await ben.app.exchangeParts())
        let (issuer, receiver) = (try #require(annas).issuer, try #require(bens).issuer)
        var generator = SeededGenerator(seed: 3)
        // Ben keeps the first one, and Anna's phone knows both.
        let second = try issuer.issue(
            to: issuer.pair(with: receiver.identity.publicKey),
            receiver: receiver.clientID,
            using: &generator
        )
        await anna.app.send(.issued(second.record, from: .calling))
        try await report(ben)
        await anna.run(hours: 4)
        #expect(await anna.state.exchange.log.issued.count == 2)
        #expect(await anna.state.boxes.exposures.count == 1)
        #expect(await anna.alerts?.count == 1)
    }

    @Test("two reports about one day are one alert, and a contact in two reports of a person counts once")
    func twoReports() async throws {
        let day = ben.clock.now().utcDay
        // 35 minutes with Ben and 12 with Claire are below the 60 of the next band. Ben's twice would reach it.
        try await ben.meetForLong(anna)
        try await claire.meetEachOther(anna, samples: 100)
        for phone in [ben, claire, ben] {
            try await report(phone)
            await anna.run(hours: 4)
            #expect(await anna.alerts == [AlertFacts(day: day, band: .medium)])
            #expect(anna.owner.shown == [.news])
        }
        #expect(await anna.state.boxes.exposures.count == 4)
        #expect(await anna.state.boxes.searched.count == 3)
    }

    @Test("a day is searched once, and again only if a part of it was missing")
    func search() async throws {
        func questions() -> Int { authority.requests.count { $0.target.contains("/boxes/") } }
        await anna.run(hours: 4)
        #expect(questions() > 0)
        try await authority.publishBoxes()
        await anna.run(hours: 4)
        #expect(await anna.state.boxes.searched == [anna.clock.now().utcDay.daysSinceEpoch])
        let before = questions()
        await anna.run(hours: 1)
        // Days of which nothing was published are asked for again, and this one is not.
        let today = "\(anna.clock.now().utcDay.daysSinceEpoch)/1"
        let asked = authority.requests.filter { $0.target.hasSuffix(today) }.count
        await anna.run(hours: 6)
        #expect(questions() > before)
        #expect(authority.requests.filter { $0.target.hasSuffix(today) }.count == asked)
    }

    @Test("a file that the authority did not sign, or of another day or place, is not believed")
    func lies() async throws {
        try await ben.meetForLong(anna)
        try await report(ben)
        let name = try #require(try await authority.files.names().first)
        let file = try #require(try await authority.files.get(name))
        for lie in Lie.allCases {
            try await authority.files.put(try lie.change(file, of: authority), as: name)
            await anna.run(hours: 4)
            #expect(await anna.state.boxes.searched == [], "\(lie)")
            #expect(await anna.alerts == [], "\(lie)")
        }
        // The control: with the genuine file again the phone finds its box.
        try await authority.files.put(file, as: name)
        await anna.run(hours: 4)
        #expect(await anna.alerts?.count == 1)
    }

    enum Lie: CaseIterable {
        case changedBox, otherSigner, otherDay, otherPlace, short

        func change(_ file: [UInt8], of authority: SampleAuthority) throws -> [UInt8] {
            let key = AttestationSigningKey(of: authority.agreementKey)
            let genuine = try BoxFile(parsing: file, signedBy: [key.verificationKey])
            func copy(
                day: CalendarDay? = nil,
                place: Jurisdiction? = nil,
                key: AttestationSigningKey
            ) throws -> [UInt8] {
                try BoxFile(
                    jurisdiction: place ?? genuine.jurisdiction,
                    day: day ?? genuine.day,
                    part: genuine.part,
                    of: genuine.parts,
                    records: genuine.records
                ).bytes(signedBy: key)
            }
            switch self {
            case .changedBox:
                var changed = file
                changed[1000] ^= 1
                return changed
            case .otherSigner: return try copy(key: attacker)
            case .otherDay: return try copy(day: genuine.day.advanced(byDays: -1), key: key)
            case .otherPlace: return try copy(place: Jurisdiction(country: 1, state: 1), key: key)
            case .short: return file.dropLast()
            }
        }
    }

    @Test("a box whose content is untrue warns nobody", arguments: [0, 1, 2, 3, 4])
    func untrue(kind: Int) async throws {
        try await ben.meet(anna, samples: 100)
        let log = await anna.state.exchange.log
        let issued = try #require(log.issued.first).record
        let secret = try #require(log.secret(of: issued.interval.day))
        let key = try issued.grantingSessionKey(secret: secret)
        let draft = try #require(await ben.state.exchange.log.contacts.first).draft
        let handle = try #require(draft.details.ticketHandle)
        let own = OwnMailboxes(log)
        let (details, seed) = (RiskExposureDetails(), SecretBytes([UInt8](repeating: 1, count: 32)))
        func box(time: UnixTime, by name: ClientID, _ handle: TicketHandle) throws -> MailboxRecord {
            let contents = MailboxContents(timeReceived: time, myClientID: name, details: details, ticketHandle: handle)
            return try contents.padded().sealed(under: key, in: issued.interval, seed: seed)
        }
        let (time, name) = (draft.timeReceived, draft.myClientID)
        #expect(own.exposure(in: try box(time: time, by: name, handle)) != nil, "the control")
        let wrongName = ClientID(AssociationSamples.digest(9))
        let invented = try TicketHandle([UInt8](repeating: 9, count: TicketHandle.size(.sealed)))
        let early = issued.interval.start.advanced(bySeconds: -301)
        let late = issued.interval.end.advanced(bySeconds: 300)
        let untrue = try [
            box(time: time, by: wrongName, handle), box(time: time, by: name, invented),
            box(time: early, by: name, handle), box(time: late, by: name, handle),
            MailboxRecord(
                handle: MailboxHandle(grantingSessionKey: key, in: issued.interval),
                box: [UInt8](repeating: 0, count: MailboxRecord.boxSize)
            ),
        ]
        #expect(own.exposure(in: untrue[kind]) == nil)
    }

    @Test(
        "the phone's own measurement weakens a signal that the reporting phone made stronger; without one it is weak",
        arguments: [true, false]
    )
    func weakened(hasMeasured: Bool) async throws {
        if hasMeasured {
            try await anna.meet(ben, samples: 20)
        }
        try await ben.meet(anna, samples: 20, rssi: -40)
        try await report(ben)
        await anna.run(hours: 4)
        let exposure = try #require(await anna.state.boxes.exposures.first)
        let expected = [UInt8](repeating: hasMeasured ? 45 : 62, count: 20)
        #expect(exposure.measurement.scans.map(\.attenuation) == expected)
    }

    @Test("a phone whose reports are validated keeps no key for boxes")
    func minimal() async throws {
        let (_, anna, ben) = try await SampleAuthority.withAnnaAndBen()
        try await ben.meet(anna)
        #expect(await ben.state.exchange.log.contacts.allSatisfy { !$0.isForBox })
        let memory = try await ben.memory
        #expect(!memory.contains("boxKey"))
        #expect(!memory.contains("boxes"))
    }
}

extension PrivateAgreementKey {
    fileprivate static func generate() -> PrivateAgreementKey {
        var generator = SystemRandomNumberGenerator()
        return .generate(using: &generator)
    }
}
