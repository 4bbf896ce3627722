import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationService
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import Persistence
import ServiceKit
import StoreConformance
import Testing

@Suite("Boxes that an authority publishes")
struct BoxTests {
    private static let isPrivate = ["association.reports": "private"]

    private let authority: SampleAuthority

    init() async throws {
        authority = try await SampleAuthority(settings: Self.isPrivate)
    }

    private func box(_ number: UInt8, size: Int = MailboxRecord.boxSize) throws -> MailboxRecord {
        let handle = MailboxHandle(Bytes16(words: (UInt64(number), 1)))
        return try MailboxRecord(handle: handle, box: [UInt8](repeating: number, count: size))
    }

    /// A whole report with these records in its first batch.
    private func report(_ records: [UploadRecord]) async throws {
        try await authority.send(SampleReport(of: authority.register("ben"), [records]))
    }

    private func file(part: Int = 1) async throws -> BoxFile {
        let day = "\(authority.clock.now().utcDay.daysSinceEpoch)"
        let answer = try await authority.boxes(day, "\(part)")
        #expect(answer.status == 200)
        let key = AttestationSigningKey(of: authority.agreementKey).verificationKey
        return try BoxFile(parsing: answer.body, signedBy: [key])
    }

    @Test("boxes of a report are in the file of the day, among others that nobody can open")
    func published() async throws {
        let boxes = try [box(1), box(2)]
        try await report(boxes.map(UploadRecord.mailbox))
        #expect(try await authority.stores.boxes.waitingBoxes() == 2)
        var expected = BoxPublicationJob.Outcome()
        (expected.days, expected.parts) = (1, 1)
        #expect(try await authority.publish() == expected)
        let file = try await file()
        #expect((file.part, file.parts, file.jurisdiction) == (1, 1, authority.place))
        #expect(file.records.count == 512)
        #expect(boxes.allSatisfy(file.records.contains))
        let handles = file.records.map(\.handle.bytes)
        #expect(handles == handles.sorted())
        #expect(try await authority.publish() == BoxPublicationJob.Outcome(), "once a day")
        #expect(try await authority.stores.boxes.waitingBoxes() == 0)
        #expect(try await authority.edges() == [])
    }

    @Test("a day without a report looks like any other, and has boxes of its own")
    func empty() async throws {
        #expect(try await authority.publish().parts == 1)
        let first = try await file()
        authority.clock.set(authority.clock.now().advanced(bySeconds: UnixTime.secondsPerDay))
        #expect(try await authority.publish().parts == 1)
        let second = try await file()
        #expect(Set(first.records.map(\.handle)).isDisjoint(with: second.records.map(\.handle)))
    }

    @Test("a publication that stops in between goes on with the same boxes")
    func interrupted() async throws {
        try await report([.mailbox(box(1))])
        let today = authority.clock.now().utcDay
        // It has begun, and no file was written. Then another report arrives.
        _ = try await authority.stores.boxes.begin(today, partSize: BoxFile.boxCount) {
            var generator = SystemRandomNumberGenerator()
            return .filler(using: &generator)
        }
        let fixed = try await authority.stores.boxes.boxes(of: today, after: nil, limit: 1000)
        try await report([.mailbox(box(2))])
        #expect(try await authority.publish().days == 1)
        #expect(try await file().records == fixed)
        #expect(try await authority.stores.boxes.waitingBoxes() == 1, "the other one is for tomorrow")
    }

    @Test(
        "on a storage that fails, a part never changes its boxes, and the day ends with all of them",
        arguments: 1...8 as ClosedRange<UInt64>
    )
    func faultyStorage(seed: UInt64) async throws {
        try await report([.mailbox(box(1))])
        let faulty = FaultyObjects(authority.files, share: 0.6, generator: SeededGenerator(seed: seed))
        var (served, runs, isUnfinished): ([MailboxRecord]?, Int, Bool) = (nil, 0, true)
        while isUnfinished {
            runs += 1
            try #require(runs < 100)
            _ = try? await authority.publish(in: faulty)
            let waiting = try await authority.stores.boxes.waitingBoxes()
            isUnfinished = try await authority.stores.boxes.unfinishedDay() != nil || waiting > 0
            guard try await !authority.files.names().isEmpty else {
                #expect(isUnfinished, "nothing is deleted before it is published")
                continue
            }
            let records = try await file().records
            #expect(served ?? records == records)
            served = records
        }
        #expect(try await file().records.contains(box(1)))
    }

    @Test("513 boxes have two parts")
    func parts() async throws {
        var generator = SystemRandomNumberGenerator()
        let boxes = (0..<513).map { _ in MailboxRecord.filler(using: &generator) }
        let size = AssociationLimits.boxesPerBatch
        let full = stride(from: 0, to: boxes.count, by: size).map { boxes[$0..<min($0 + size, boxes.count)] }
        let parts = full.map { $0.map(UploadRecord.mailbox) }
        try await authority.send(SampleReport(of: authority.register("ben"), parts))
        #expect(try await authority.publish().parts == 2)
        let (first, second) = (try await file(), try await file(part: 2))
        #expect((first.parts, second.part, second.parts) == (2, 2, 2))
        #expect(Set(first.records + second.records).isSuperset(of: boxes))
        let day = "\(authority.clock.now().utcDay.daysSinceEpoch)"
        #expect(try await authority.boxes(day, "3").status == 404)
    }

    @Test("files are deleted after 14 days")
    func retention() async throws {
        _ = try await authority.publish()
        let first = "\(authority.clock.now().utcDay.daysSinceEpoch)"
        for (days, status) in [(14, 200), (1, 404)] {
            let pause = Int64(days) * UnixTime.secondsPerDay
            authority.clock.set(authority.clock.now().advanced(bySeconds: pause))
            #expect(try await authority.publish().deleted == (status == 200 ? 0 : 1))
            #expect(try await authority.boxes(first, "1").status == status)
        }
    }

    @Test("an authority that has changed the form of its reports publishes no more, and deletes old files")
    func changed() async throws {
        let authority = try await SampleAuthority()
        let day = authority.clock.now().utcDay
        let names = [14, 15].map { "association/boxes/\(day.advanced(byDays: -$0).daysSinceEpoch)/1" }
        for name in names {
            try await authority.files.put([1], as: #require(ObjectName(name)))
        }
        var expected = BoxPublicationJob.Outcome()
        expected.deleted = 1
        #expect(try await authority.publish() == expected)
        #expect(try await authority.files.names().map(\.description) == [names[0]])
    }

    @Test(
        "other names lead nowhere",
        arguments: [
            ("18687", "0"), ("18687", "01"), ("018687", "1"), ("-1", "1"), ("18687", "65536"), ("4294967296", "1"),
            ("18687", "x"), ("", ""), ("..", ".."), ("18687", "+1"),
        ]
    )
    func names(day: String, part: String) async throws {
        _ = try await authority.publish()
        #expect(try await authority.boxes(day, part).status == 404)
    }

    @Test("an authority takes records of one form alone")
    func forms() async throws {
        for settings in [Self.isPrivate, [:]] {
            let (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen(settings: settings)
            var generator = SystemRandomNumberGenerator()
            let now = authority.clock.now()
            let contact = try ben.meet(anna, at: now.advanced(bySeconds: -3000)).authenticated(
                at: AuthenticatorMoment(time: now, microseconds: 0),
                sequence: 0,
                using: &generator
            )
            // Boxes of other sizes would tell what is in them.
            let others = try [box(2, size: MailboxRecord.boxSize - 1), box(3, size: MailboxRecord.boxSize + 1)]
            let records = [.contact(contact), .mailbox(try box(1))] + others.map(UploadRecord.mailbox)
            try await authority.send(SampleReport(of: ben, [records]))
            let takesBoxes = !settings.isEmpty
            #expect(try await authority.edges().count == (takesBoxes ? 0 : 1))
            #expect(try await authority.stores.boxes.waitingBoxes() == (takesBoxes ? 1 : 0))
            #expect(authority.refused(.otherForm) == 3)
            let routes = authority.service.publicRoutes.map(\.endpoint)
            #expect(routes.contains(AssociationEndpoint.boxes) == takesBoxes)
            #expect(authority.service.jobs.map(\.name).contains("client-id-index") != takesBoxes)
        }
    }

    @Test("a batch has 60 boxes at most, and those beyond are counted")
    func limit() async throws {
        var generator = SystemRandomNumberGenerator()
        let boxes = (0..<62).map { _ in UploadRecord.mailbox(.filler(using: &generator)) }
        try await authority.send(SampleReport(of: authority.register("ben"), [boxes]))
        #expect(try await authority.stores.boxes.waitingBoxes() == 60)
        #expect(authority.refused(.tooMany) == 2)
    }
}

extension SampleAuthority {
    fileprivate func publish(in files: (any ObjectStore)? = nil) async throws -> BoxPublicationJob.Outcome {
        try await BoxPublicationJob(
            stores: stores,
            files: files ?? self.files,
            configuration: configuration,
            secrets: secrets,
            clock: clock
        ).run()
    }
}
