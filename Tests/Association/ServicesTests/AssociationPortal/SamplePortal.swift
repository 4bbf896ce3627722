import AssociationPortal
import AssociationPorts
import AssociationService
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import Foundation
import OperatorStores
import PortalTesting
import ServiceKit
import ServiceTesting

/// The operators' pages with the section for held reports.
struct SamplePortal {
    let stores: AssociationStoreSet
    let bench: PortalBench

    init() async throws {
        let (clock, log) = (ManualClock(AssociationSamples.now), LogCapture())
        stores = try await .temporary()
        let (new, limits) = (try AssociationSamples.new(9), AssociationSamples.limits(10))
        _ = try await stores.accounts.register(new, limits: limits, now: AssociationSamples.now)
        let reports = ExposureDecisionJob(stores: stores, clock: clock, usualPeople: 10)
        let calendar = try AuthorityCalendar(timeZone: "Europe/Rome")
        bench = try await PortalBench(
            [HeldReportSection(reports: reports, calendar: calendar, logger: log.logger)],
            operators: ["elena": [.epidemiologist], "bruno": [.healthWorker]],
            clock: clock,
            log: log
        )
    }

    /// Adds a held report with one contact of twelve minutes with account 9.
    ///
    /// - Parameter batches: of the whole report. The first one has arrived.
    func hold(_ number: UInt8, batches: [UInt8] = [1]) async throws {
        let now = AssociationSamples.now
        let new = try AssociationSamples.new(number)
        _ = try await stores.accounts.register(new, limits: AssociationSamples.limits(10), now: now)
        try await stores.reports.issue(AssociationSamples.code(number))
        let claim = try AssociationSamples.claim(number, by: number, batches: batches)
        _ = try await stores.reports.grant(claim, limits: .usual, now: now)
        try await send(1, of: number)
        _ = try await stores.cases.hold(AssociationSamples.caseID(number), people: 77)
    }

    /// A batch of a report, with one contact of twelve minutes with account 9.
    func send(_ batch: UInt8, of number: UInt8) async throws {
        let contact = AssociationSamples.contact(
            with: 9,
            interval: UInt32(batch),
            ticket: number + 100 * (batch - 1),
            handle: try AssociationSamples.handle(number)
        )
        _ = try await stores.reports.accept(
            [contact],
            digest: AssociationSamples.digest(batch),
            of: AssociationSamples.right(number),
            newCase: AssociationSamples.caseID(number),
            now: AssociationSamples.now
        )
    }

    /// The number of alerts that account 9 will get.
    var alerts: Int {
        get async throws {
            let later = AssociationSamples.now.advanced(bySeconds: NewAlert.maxDelay)
            let account = AssociationSamples.registration(9)
            return try await stores.alerts.alerts(for: account, now: later).count
        }
    }

    /// The events after the sign-in.
    var events: [String] {
        get async throws {
            let shell = Set(OperatorAuditEntry.Event.ofAccounts)
            return try await bench.events.filter { !shell.contains($0) }.map(\.rawValue)
        }
    }
}

extension PortalBrowser {
    /// Sends a decision with the form that the page shows now.
    ///
    /// - Parameter turn: that of an earlier form; nil for that of a form drawn now.
    func decide(
        _ decision: String,
        _ number: UInt8,
        batches: Int = 1,
        consent: String = "yes",
        turn: String? = nil
    ) async throws -> Shown {
        let shown = try await get("/portal/held-reports")
        return try await post(
            "/portal/held-reports",
            [
                "decision": decision, "report": AssociationSamples.caseID(number).text, "batches": "\(batches)",
                "consent": consent, "turn": turn ?? shown.turn ?? "",
            ]
        )
    }
}

extension Shown {
    /// The hidden field of the first form that may be taken once.
    var turn: String? {
        let mark = "name=\"turn\" value=\""
        return text.range(of: mark).map { String(text[$0.upperBound...].prefix { $0 != "\"" }) }
    }
}
