import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import KeyServerRules
import SQLAssociationStores
import SQLiteTesting
import Testing
import WireFormat

@testable import AssociationService

@Suite("Reports of contacts")
struct ReportTests {
    private let authority: SampleAuthority
    private let anna, ben: SamplePhone

    init() async throws { (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen() }

    @Test("a contact becomes an edge without ticket and ClientID", arguments: RadioProfile.allCases)
    func edge(profile: RadioProfile) async throws {
        let time = authority.recently
        let draft = try ben.meet(anna, at: time, profile: profile)
        let edges = try await authority.takeReport(of: ben, [draft])
        // In the exact profile the issuer says nothing, so the contact is weak.
        let attenuation: UInt8 = profile == .exact ? 62 : 45
        let scans = [MeasuredScan](repeating: MeasuredScan(attenuation: attenuation, seconds: 60), count: 10)
        let expected = ContactEdge(
            issuer: anna.registration,
            interval: AssociationInterval(clamping: time),
            scans: scans,
            handle: draft.details.ticketHandle
        )
        #expect(edges == [expected])
    }

    @Test("it makes no difference whether the index is stored or made for the report")
    func indexed() async throws {
        let old = authority.recently
        #expect(try await authority.indexing.run() > 0)
        #expect(try await authority.stores.indexes.index(of: AssociationInterval(clamping: old))?.count == 2)
        let drafts = try [ben.meet(anna, at: old), ben.meet(anna, at: authority.clock.now())]
        #expect(try await authority.takeReport(of: ben, drafts).count == 2)
    }

    @Test("a report counts from its first batch on, and goes on where it stopped")
    func resumption() async throws {
        let code = try await authority.code()
        let drafts = [try ben.meet(anna, at: authority.recently)]
        let first = try ben.report(drafts, now: authority.clock.now())
        let right = try #require(try await authority.right(first, code).right)
        _ = try await authority.send(0, of: first, right: right)
        #expect(try await authority.edges().count == 1)
        // Hours later the phone makes the authenticators again, and the report is the same.
        authority.clock.advance(bySeconds: 7200)
        let again = try ben.report(drafts, now: authority.clock.now())
        let answer = try await authority.right(again, code)
        let others = [Bool](repeating: false, count: AssociationLimits.batchCount - 1)
        #expect(answer == RightAnswer(right: right, received: [true] + others))
        #expect(try await authority.send(0, of: again, right: right).status == 202)
        // Batches without a contact have one digest, so one of them stands for all.
        _ = try await authority.send(1, of: again, right: right)
        #expect(try await authority.edges().count == 1)
        #expect(try await authority.right(again, code).received.contains(false) == false)
    }

    @Test("a person has three reports within 90 days, also with a new account")
    func places() async throws {
        func isGranted(_ phone: SamplePhone) async throws -> Bool {
            let report = try phone.report([], now: authority.clock.now())
            return try await authority.right(report, authority.code()).right != nil
        }
        for _ in 1...3 {
            #expect(try await isGranted(ben))
        }
        #expect(try await !isGranted(ben))
        let again = try await authority.register("ben")
        #expect(try await !isGranted(again))
        #expect(try await isGranted(anna))
        authority.clock.advance(bySeconds: 90 * UnixTime.secondsPerDay)
        #expect(try await isGranted(authority.register("ben")))
    }

    @Test("a place is one person's, and nobody finds it without the server's key")
    func keyed() throws {
        var places: [ReportPlace] = []
        for (person, key) in [(UInt8(1), UInt8(3)), (2, 3), (1, 4)] {
            let rightKey = try #require(RightKey([UInt8](repeating: key, count: RightKey.count)))
            let secrets = AuthoritySecrets(agreementKey: authority.agreementKey, rightKey: rightKey)
            places += secrets.places(of: ProofSubject(AssociationSamples.digest(person)), count: 3)
        }
        #expect(Set(places).count == 9)
    }

    @Test("every upload and every request for a right gets the same answer")
    func uniformity() async throws {
        let stranger = SamplePhone(registration: AssociationSamples.registration(9), chain: ben.chain)
        let draft = try ben.meet(anna, at: authority.recently)
        let code = try await authority.code()
        let (sound, decoy) = (
            try ben.report([draft], now: authority.clock.now()), try ben.report([], now: authority.clock.now())
        )
        let unknown = try stranger.report([], now: authority.clock.now())
        var generator = SystemRandomNumberGenerator()
        let wrong = ReportCode.generate(using: &generator)
        var sizes: Set<Int> = []
        for (report, code) in [(sound, code), (decoy, wrong), (unknown, wrong)] {
            let request = try report.rightRequest(code, now: authority.clock.now())
            sizes.insert(request.count)
            let answer = try await authority.post(AssociationEndpoint.right, request)
            #expect(answer.status == 200)
            sizes.insert(-answer.body.count)
            let right = try RightAnswer(parsing: answer.body).right ?? AssociationSamples.right(1)
            let upload = try await authority.send(0, of: report, right: right)
            #expect(upload.status == 202)
            #expect(upload.body == [])
        }
        // One size of requests and one of answers.
        #expect(sizes.count == 2)
    }

    @Test("each request for a right and each batch writes once, whatever becomes of it")
    func writes() async throws {
        let database = try await TemporaryDatabase(.association)
        let (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen(stores: .temporary(database))
        let (now, code) = (authority.clock.now(), try await authority.code())
        let report = try ben.report([ben.meet(anna, at: authority.recently)], now: now)
        let right = try #require(try await authority.right(report, code).right)
        var generator = SystemRandomNumberGenerator()
        let wrong = ReportCode.generate(using: &generator)
        let stranger = SamplePhone(registration: AssociationSamples.registration(9), chain: ben.chain)
        let forged = SamplePhone(registration: ben.registration, chain: try AssociationSamples.account(9).chain)
        func writes(_ endpoint: Endpoint, _ body: [UInt8], _ comment: String) async throws {
            let before = database.writeCount
            _ = try await authority.post(endpoint, body, validates: false)
            #expect(database.writeCount == before + 1, "\(comment)")
        }
        let other = try ben.report([], now: now)
        try await writes(AssociationEndpoint.right, report.rightRequest(code, now: now), "the same right again")
        try await writes(AssociationEndpoint.right, other.rightRequest(code, now: now), "a used code")
        try await writes(AssociationEndpoint.right, report.rightRequest(wrong, now: now), "a wrong code")
        try await writes(AssociationEndpoint.batch, report.upload(0, right: right, now: now), "a batch")
        try await writes(AssociationEndpoint.batch, report.upload(0, right: right, now: now), "the same batch again")
        _ = try await authority.validation.run()
        try await writes(AssociationEndpoint.batch, report.upload(0, right: right, now: now), "one that was validated")
        try await writes(AssociationEndpoint.batch, other.upload(0, right: right, now: now), "one of another report")
        try await writes(
            AssociationEndpoint.batch,
            report.upload(1, right: .random(using: &generator), now: now),
            "no right"
        )
        for (phone, comment) in [(stranger, "a decoy"), (forged, "a forgery")] {
            let decoy = try phone.report([], now: now)
            try await writes(AssociationEndpoint.right, decoy.rightRequest(code, now: now), comment)
            try await writes(AssociationEndpoint.batch, decoy.upload(0, right: right, now: now), comment)
        }
    }

    @Test("an authenticator is good for five minutes on either side", arguments: [-301, -300, 300, 301])
    func age(seconds: Int64) async throws {
        let draft = try ben.meet(anna, at: authority.recently)
        let made = authority.clock.now().advanced(bySeconds: seconds)
        let report = try ben.report([draft], now: made)
        try await authority.send(report)
        #expect(try await authority.stores.reports.cases().count == 1)
        #expect(try await authority.edges().count == (seconds.magnitude <= 300 ? 1 : 0))
    }

    @Test("a code is for days of the last two weeks", arguments: [(-14, 0, 200), (-15, 0, 400), (-14, 1, 400)])
    func codeDays(first: Int, last: Int, status: Int) async throws {
        let today = AssociationSamples.today
        let request = CodeRequest(window: today.advanced(byDays: first)...today.advanced(byDays: last))
        let answer = try await authority.post(AssociationEndpoint.code, request.body, type: "application/json")
        #expect(answer.status == status)
    }

    @Test("an office worker's ten days fit into a report")
    func officeWorker() throws {
        let phones = try [1, 2].map { (number: UInt8) in
            let account = try AssociationSamples.account(number)
            return SamplePhone(registration: account.registration, chain: account.chain)
        }
        let draft = try phones[0].meet(phones[1], at: AssociationSamples.now)
        let drafts = [ContactDraft](repeating: draft, count: 8 * 32 * 10)
        let report = try phones[0].report(drafts, now: AssociationSamples.now)
        #expect(report.parts.count == AssociationLimits.batchCount)
        #expect(report.parts.map(\.count).reduce(0, +) == drafts.count)
    }

    @Test("a wrong right is counted apart from a wrong signature, and both apart from an unknown account")
    func reasons() async throws {
        let reasons: [ValidationRefusal] = [.noAccount, .badBatch, .badRight]
        let report = try anna.report([], now: authority.clock.now())
        #expect(try await authority.send(0, of: report, right: AssociationSamples.right(3)).status == 202)
        #expect(reasons.map(authority.refused) == [0, 0, 1])
        let body = try report.upload(0, right: AssociationSamples.right(3), now: authority.clock.now())
        let forged = body.dropLast() + [body[body.count - 1] ^ 1]
        #expect(try await authority.post(AssociationEndpoint.batch, Array(forged)).status == 202)
        #expect(reasons.map(authority.refused) == [0, 1, 1])
        #expect(try await authority.stores.accounts.end(anna.registration))
        #expect(try await authority.post(AssociationEndpoint.batch, body).status == 202)
        #expect(reasons.map(authority.refused) == [1, 1, 1])
    }
}
