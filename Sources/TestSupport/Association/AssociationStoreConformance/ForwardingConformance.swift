package import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
import HeraldPayloads
package import StoreConformance

/// The rules for every adapter of the port of contacts between authorities, as checks that report violations.
package enum ForwardingConformance {
    private typealias Check = RuleCheck<AssociationStoreSet>
    private typealias Samples = AssociationSamples

    private static let now = Samples.now
    private static let there = Jurisdiction(country: 250, state: 0)
    private static let elsewhere = Jurisdiction(country: 380, state: 9)

    /// Account 1 sends a whole report, or its first batch, with these contacts.
    ///
    /// - Parameter number: of the code and of the case.
    /// - Returns: how many of their tickets came before.
    @discardableResult
    private static func report(
        _ foreign: [ForeignContact],
        number: UInt8 = 1,
        isComplete: Bool = true,
        in stores: AssociationStoreSet
    ) async throws -> Int? {
        _ = try await stores.accounts.register(Samples.new(1), limits: Samples.limits(10), now: now)
        try await stores.reports.issue(Samples.code(number))
        let claim = try Samples.claim(number, batches: isComplete ? [number] : [number, 99])
        _ = try await stores.reports.grant(claim, limits: .usual, now: now)
        let outcome = try await stores.reports.accept(
            BatchContent(foreign: foreign),
            digest: Samples.digest(number),
            of: claim.right,
            newCase: Samples.caseID(number),
            now: now
        )
        guard case .stored(let stored) = outcome else {
            return nil
        }
        return stored.replays
    }

    private static func decide(
        _ number: UInt8 = 1,
        after seconds: Int64 = 0,
        in stores: AssociationStoreSet
    ) async throws {
        let decision = CaseDecision(Samples.caseID(number), from: .waiting, people: 0, alerts: [])
        _ = try await stores.cases.decide(decision, limits: .usual, now: now.advanced(bySeconds: seconds))
    }

    private static func due(
        in stores: AssociationStoreSet,
        limit: Int = 9,
        after seconds: Int64 = 0
    ) async throws -> [OutgoingReport] {
        try await stores.forwarding.due(limit: limit, now: now.advanced(bySeconds: seconds))
    }

    package static let checks = outgoing + incoming

    private static let outgoing = [
        Check(rule: "foreign contacts are due after the decision, together for each authority") { stores, report in
            let first = try [1, 2].map { try Samples.foreign($0, to: there) }
            try await Self.report(first + [Samples.foreign(3, to: elsewhere)], in: stores)
            report.expectEqual(try await due(in: stores), [], "before the decision")
            try await decide(in: stores)
            let found = try await due(in: stores)
            report.expectEqual(Set(found.map(\.destination)), [there, elsewhere], "the authorities")
            report.expectEqual(found.count, 2, "the reports")
            report.expectEqual(Set(found.map(\.number)).count, 2, "each has its own number")
            for one in found where one.destination == there {
                let contacts = try await stores.forwarding.contacts(of: one.number)
                report.expectEqual(contacts, first.map(\.contact), "those of the first authority")
                try await stores.forwarding.removeOutgoing(one.number)
            }
            report.expectEqual(try await due(in: stores).map(\.destination), [elsewhere], "those not sent yet")
        },
        Check(rule: "the earliest end comes first, up to the limit") { stores, report in
            for (number, place) in [(UInt8(1), there), (2, elsewhere)] {
                try await Self.report([Samples.foreign(number, to: place)], number: number, in: stores)
                try await decide(number, after: number == 1 ? 60 : 0, in: stores)
            }
            report.expectEqual(try await due(in: stores).map(\.destination), [elsewhere, there], "the order")
            report.expectEqual(try await due(in: stores, limit: 1).map(\.destination), [elsewhere], "one")
        },
        Check(rule: "a ticket is forwarded once") { stores, report in
            let contact = try Samples.foreign(1, to: there)
            report.expectEqual(try await Self.report([contact], in: stores), 0, "the first time")
            report.expectEqual(try await Self.report([contact], number: 2, in: stores), 1, "the second time")
            try await decide(in: stores)
            try await decide(2, in: stores)
            report.expectEqual(try await due(in: stores).count, 1, "one report")
        },
        Check(rule: "a report that nobody took within 24 hours is deleted") { stores, report in
            try await Self.report([Samples.foreign(1, to: there)], in: stores)
            try await Self.report([Samples.foreign(2, to: there)], number: 2, in: stores)
            try await decide(in: stores)
            for (seconds, count, deleted) in [(ForeignContact.life - 1, 1, 0), (ForeignContact.life, 0, 1)] {
                report.expectEqual(try await due(in: stores, after: seconds).count, count, "due after \(seconds) s")
                let unsent = try await stores.forwarding.deleteUnsent(now: now.advanced(bySeconds: seconds))
                report.expectEqual(unsent, deleted, "deleted after \(seconds) s")
            }
            report.expectEqual(try await due(in: stores).count, 0, "it is gone")
            try await decide(2, in: stores)
            report.expectEqual(try await due(in: stores).count, 1, "one that was not decided yet stays")
        },
        Check(rule: "a refused report is not forwarded") { stores, report in
            try await Self.report([Samples.foreign(1, to: there)], in: stores)
            _ = try await stores.cases.hold(Samples.caseID(1), people: 90)
            report.expect(try await stores.cases.refuse(Samples.caseID(1)), "it was held")
            // The same number again: contacts that had stayed would be sent now.
            try await Self.report([], number: 2, in: stores)
            let left = try await Self.left(of: Samples.caseID(1), Samples.foreign(3, to: there), in: stores)
            report.expectEqual(left, 1, "only the new contact")
        },
        Check(rule: "contacts of a report are due together, once no more can arrive") { stores, report in
            try await Self.report([Samples.foreign(1, to: there)], isComplete: false, in: stores)
            try await decide(in: stores)
            report.expectEqual(try await due(in: stores).count, 0, "while a batch is missing")
            _ = try await stores.reports.accept(
                BatchContent(),
                digest: Samples.digest(99),
                of: Samples.right(1),
                newCase: Samples.caseID(3),
                now: now
            )
            report.expectEqual(try await due(in: stores).count, 1, "after the last batch")
            try await Self.report([Samples.foreign(2, to: there)], number: 2, isComplete: false, in: stores)
            try await decide(2, in: stores)
            report.expectEqual(try await due(in: stores).count, 1, "while a batch of another is missing")
            _ = try await stores.reports.deleteExpired(now: Samples.rightEnd)
            report.expectEqual(try await due(in: stores).count, 2, "after the end of the right")
        },
    ]

    /// Makes a case of a number again, with one more contact, and counts what is sent of it.
    private static func left(
        of caseID: CaseID,
        _ contact: ForeignContact,
        in stores: AssociationStoreSet
    ) async throws -> Int {
        try await stores.reports.issue(Samples.code(7, expiry: Samples.expiry))
        let claim = try Samples.claim(7, batches: [7])
        _ = try await stores.reports.grant(claim, limits: .usual, now: now)
        _ = try await stores.reports.accept(
            BatchContent(foreign: [contact]),
            digest: Samples.digest(7),
            of: claim.right,
            newCase: caseID,
            now: now
        )
        _ = try await stores.cases.decide(
            CaseDecision(caseID, from: .waiting, people: 0, alerts: []),
            limits: .usual,
            now: now
        )
        var count = 0
        for one in try await due(in: stores) {
            count += try await stores.forwarding.contacts(of: one.number).count
        }
        return count
    }

    private static func arrived(_ number: UInt8, after seconds: Int64 = 0, _ bytes: [UInt8] = [1]) -> IncomingReport {
        IncomingReport(caseID: Samples.caseID(number), arrival: now.advanced(bySeconds: seconds), bytes: bytes)
    }

    private static let incoming = [
        Check(rule: "a report of another authority waits as it came") { stores, report in
            let (first, second) = (arrived(2), arrived(1, after: 5))
            for one in [second, first, arrived(2, after: 9, [7])] {
                try await stores.forwarding.put(one)
            }
            let waiting = try await stores.forwarding.waitingReports(limit: 9)
            report.expectEqual(waiting, [first.caseID, second.caseID], "the order")
            report.expectEqual(try await stores.forwarding.waitingReports(limit: 1), [first.caseID], "up to the limit")
            report.expectEqual(try await stores.forwarding.incoming(first.caseID), first, "the first stays")
            report.expectEqual(try await stores.forwarding.incomingCount(), 2, "the number")
            report.expectEqual(try await stores.forwarding.incoming(Samples.caseID(9)), nil, "an unknown one")
        },
        Check(rule: "an accepted report becomes a case without a district, once") { stores, report in
            let contacts = [Samples.contact(with: 2), Samples.contact(with: 3)]
            let forwarding = stores.forwarding
            let unknown = try await forwarding.acceptIncoming(contacts, of: Samples.caseID(1), now: now)
            report.expectEqual(unknown, nil, "one that does not wait")
            try await forwarding.put(arrived(1))
            let accepted = try await forwarding.acceptIncoming(contacts, of: Samples.caseID(1), now: now)
            report.expectEqual(accepted, 0, "no ticket came before")
            let expected = ReportCase(id: Samples.caseID(1), district: nil, completed: now)
            report.expectEqual(try await stores.reports.cases(), [expected], "the case")
            let edges = try await stores.reports.edges(of: Samples.caseID(1))
            report.expectEqual(edges, contacts.map(\.edge), "its contacts")
            report.expectEqual(try await forwarding.incomingCount(), 0, "it waits no more")
            try await forwarding.put(arrived(1))
            let others = [Samples.contact(with: 4)]
            let again = try await forwarding.acceptIncoming(others, of: Samples.caseID(1), now: now)
            report.expectEqual(again, 0, "the same number again")
            report.expectEqual(try await stores.reports.edges(of: Samples.caseID(1)).count, 2, "it is unchanged")
        },
        Check(rule: "a report whose tickets all came before makes no case") { stores, report in
            for number in [UInt8(1), 2] {
                try await stores.forwarding.put(arrived(number))
                let replays = try await stores.forwarding.acceptIncoming(
                    [Samples.contact(with: 2)],
                    of: Samples.caseID(number),
                    now: now
                )
                report.expectEqual(replays, number == 1 ? 0 : 1, "replays of report \(number)")
            }
            report.expectEqual(try await stores.reports.cases().map(\.id), [Samples.caseID(1)], "the cases")
        },
    ]
}
