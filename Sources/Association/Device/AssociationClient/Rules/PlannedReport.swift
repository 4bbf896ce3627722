import AssociationAPI
import AssociationProtocol
import AssociationRisk
import ExposurePrimitives

/// A report from the consent to its end. Its contacts are divided among the batches and fixed before the first request,
/// so it goes on unchanged after any failure, and nothing is asked twice.
struct PlannedReport: Codable, Equatable, Sendable {
    /// Nil after the authority refused it: then a new code is all that is missing.
    private(set) var code: String?
    /// The contacts of each batch.
    private var batches: [[StoredContact]]
    private var digests: [StoredBytes]
    /// The right, once the authority gave it.
    private(set) var right: StoredBytes?
    /// Whether each batch has arrived, by the authority's last answer.
    private(set) var received: [Bool]
    /// Slots that began. It counts the authenticators of a ticket, which leaves once in a slot at most.
    private(set) var attempts: UInt32 = 0
    /// How many contacts have no room: the weakest ones.
    let omitted: Int
    /// The secret from which the random bytes of boxes follow; nil for a report that the authority validates.
    private let boxSeed: StoredBytes?

    /// Fixes the contacts of a report. Contacts that warn nobody any more are left out.
    ///
    /// - Parameters:
    ///   - isPrivate: whether the contacts are put into boxes.
    ///   - generator: for authenticators that are never sent. Neither sizes nor digests depend on them.
    init(
        code: ReportCode,
        contacts: [StoredContact],
        isPrivate: Bool = false,
        on today: CalendarDay,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) {
        try self.init(
            code: code.exposedText,
            contacts: contacts,
            isPrivate: isPrivate,
            on: today,
            using: &generator
        )
    }

    /// Plans a report again that an earlier version of the app has divided into other batches. A right that it has is
    /// bound to those, and its code is used up. So a new code is needed then.
    init(
        again report: PlannedReport,
        on today: CalendarDay,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) {
        try self.init(
            code: report.right == nil ? report.code : nil,
            contacts: Array(report.batches.joined()),
            isPrivate: report.boxSeed != nil,
            on: today,
            using: &generator
        )
    }

    private init(
        code: String?,
        contacts: [StoredContact],
        isPrivate: Bool,
        on today: CalendarDay,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) {
        let seed = isPrivate ? StoredBytes(Bytes32.random(using: &generator).bytes) : nil
        boxSeed = seed
        let counting = contacts.filter { Self.counts($0, on: today) && (!isPrivate || $0.isForBox) }
        let sorted = Self.nearestFirst(counting, on: today)
        let taken = Array(sorted.prefix(isPrivate ? Self.maxBoxes : .max))
        let divided = try Self.divide(
            try Self.records(taken, seed: seed.map { SecretBytes($0.bytes) }, using: &generator),
            isPrivate: isPrivate
        )
        var rest = sorted[...]
        batches = divided.map { part in
            defer { rest = rest.dropFirst(part.count) }
            return Array(rest.prefix(part.count))
        }
        digests = divided.map { StoredBytes(UploadBatch.digest(of: $0).bytes) }
        omitted = rest.count
        self.code = code
        received = [Bool](repeating: false, count: divided.count)
    }

    /// In the order in which they leave: those that add most to a warning come first, because a batch is an hour behind
    /// the one before. Of equal ones the newest is first. One that cannot be read any more is left out: it could never
    /// be sent.
    private static func nearestFirst(_ contacts: [StoredContact], on today: CalendarDay) -> [StoredContact] {
        let rule = ExposureRule()
        let scored = contacts.compactMap { contact in
            (try? contact.draft).map { draft in
                let measurement = ContactMeasurement(draft.details).sent(with: nil)
                return (contact, score: rule.score(of: measurement, on: contact.interval.day, today: today))
            }
        }
        return scored.sorted { ($0.score, $0.0.time) > ($1.score, $1.0.time) }.map(\.0)
    }

    /// As many boxes as an authority takes of a report.
    static let maxBoxes = 2560

    /// The records with authenticators of the epoch.
    private static func records(
        _ contacts: [StoredContact],
        seed: SecretBytes?,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) -> [UploadRecord] {
        let moment = try AuthenticatorMoment(time: UnixTime(0), microseconds: 0)
        var records: [UploadRecord] = []
        records.reserveCapacity(contacts.count)
        for contact in contacts {
            records.append(try contact.record(seed: seed, at: moment, sequence: 0, using: &generator))
        }
        return records
    }

    /// As many records as have room, in their order.
    private static func divide(
        _ records: [UploadRecord],
        isPrivate: Bool
    ) throws(AssociationError) -> [[UploadRecord]] {
        let plan = try AssociationLimits.plan()
        let limit = isPrivate ? AssociationLimits.boxesPerBatch : UploadBatch.maxRecords
        do throws(AssociationError) {
            return try plan.divide(records, atMost: limit)
        } catch .wrongLength(let count) {
            return try plan.divide(Array(records.prefix(count)), atMost: limit)
        }
    }

    /// Whether a contact is at most ``AssociationLimits/contactDays`` days old.
    private static func counts(_ contact: StoredContact, on today: CalendarDay) -> Bool {
        contact.interval.day >= today.advanced(byDays: -AssociationLimits.contactDays)
    }

    /// Whether none of its contacts counts any more. A report without contacts is never obsolete: it ends with its
    /// right.
    func isObsolete(on today: CalendarDay) -> Bool {
        contactCount > 0 && !batches.joined().contains { Self.counts($0, on: today) }
    }

    /// Whether an earlier version of the app divided it.
    var hasOtherBatches: Bool { batches.count != AssociationLimits.batchCount }

    var contactCount: Int { batches.reduce(0) { $0 + $1.count } }
    var isComplete: Bool { received.allSatisfy(\.self) }

    /// The request for the right; nil while a new code is missing.
    var rightRequest: RightRequest? {
        guard let code = code.flatMap({ try? ReportCode($0) }) else {
            return nil
        }
        let manifest = try? ReportManifest(batches: digests.compactMap { Bytes32($0.bytes) })
        return manifest.flatMap { try? RightRequest(code: code, manifest: $0) }
    }

    /// The contacts of the first batch that has not arrived, and the right to send it; nil if all have, or before the
    /// right is there.
    var nextBatch: SlotCall.BatchOrder? {
        guard let right = right.flatMap({ Bytes16($0.bytes) }), let number = received.firstIndex(of: false) else {
            return nil
        }
        return SlotCall.BatchOrder(
            right: RightID(right),
            contacts: batches[number],
            attempt: attempts,
            boxSeed: boxSeed
        )
    }

    /// Counts a slot at its first request. That one needs the file in any case, and no later one does: a file that
    /// cannot be written in between stops a genuine batch no more than a decoy.
    mutating func beginSlot() {
        attempts &+= 1
    }

    mutating func note(_ answer: RightAnswer) {
        guard let right = answer.right else {
            // Only a new code helps, and the new right begins without a batch. Those that had not arrived come first.
            let order = received.indices.filter { !received[$0] } + received.indices.filter { received[$0] }
            (batches, digests) = (order.map { batches[$0] }, order.map { digests[$0] })
            (code, self.right) = (nil, nil)
            received = received.map { _ in false }
            return
        }
        self.right = StoredBytes(right.exposedBytes)
        received = answer.received
    }

    mutating func resume(with code: ReportCode) {
        self.code = code.exposedText
    }
}

extension PlannedReport: CustomStringConvertible, CustomReflectable {
    var description: String { "<redacted>" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
