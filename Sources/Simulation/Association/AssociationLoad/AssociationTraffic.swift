package import LoadGeneration
package import LoadModel

/// How the association's phones spend a day.
///
/// No setting of a server decides it: the parameters are built into the app.
package struct AssociationTraffic: LoadTraffic {
    private let secondsBetweenSlots: Double

    /// - Parameter secondsBetweenSlots: the mean, `AssociationApp.App.secondsBetweenUploads`.
    package init(secondsBetweenSlots: Int = 3600) {
        self.secondsBetweenSlots = Double(secondsBetweenSlots)
    }

    package func visits(of question: CapacityQuestion) -> [PlannedVisit] {
        let (phones, awake) = (question.phones, DayCurve.awake(peak: question.peak))
        let slots = phones * DayCurve.secondsPerDay / secondsBetweenSlots
        return [
            PlannedVisit(
                "registration",
                perDay: phones * question.newPhones,
                from: "--new-phones",
                on: awake,
                RegistrationVisit.steps,
                cost: VisitCost(microseconds: 762, commits: 1)
            ),
            PlannedVisit(
                "slot",
                perDay: max(slots - question.casesPerDay * Double(ReportVisit.slotCount), 0),
                from: "--slot-seconds, without the slots of reports",
                // Phones have their slots also while people sleep.
                on: .even,
                SlotVisit.steps,
                // The pauses of a slot, which a load has shorter.
                lasting: 12,
                // One for the right and one for the batch, also of decoys.
                cost: VisitCost(microseconds: 2302, commits: 2)
            ),
            PlannedVisit(
                "attestations",
                perDay: phones,
                from: "once a day",
                on: .even,
                AttestationVisit.steps,
                // Each account has an attestation a day, so its row and its part of the index are counted here.
                cost: VisitCost(
                    microseconds: 2968 + Self.indexMicroseconds,
                    commits: 1,
                    storedBytes: Self.indexBytes + Self.accountBytes / Self.daysOfIndex,
                    storedDays: Self.daysOfIndex
                )
            ),
            PlannedVisit(
                "report",
                perDay: question.casesPerDay,
                from: "--cases-per-day",
                on: awake,
                ReportVisit.steps,
                connections: Double(ReportVisit.slotCount),
                cost: VisitCost(
                    microseconds: 7877 + Self.contactsOfReport * Self.contactMicroseconds,
                    commits: 8,
                    storedBytes: Self.contactsOfReport * Self.contactBytes,
                    storedDays: 14
                )
            ),
        ]
    }

    /// Bytes of memory for the keys of an account while an index is made (docs/association.md, "Figures").
    package let memoryPerPhone = 128.0

    // docs/association.md, "Figures", and docs/benchmarks.md: an account has 10 bytes in the index of each of the day's
    // 96 intervals, and 5 µs are needed to make them.
    private static let indexBytes = 960.0
    private static let daysOfIndex = 15.0
    private static let indexMicroseconds = 480.0
    private static let accountBytes = 386.0
    /// A guess.
    private static let contactsOfReport = 300.0
    /// docs/benchmarks.md, "batch of 300 contacts": with SQLite.
    private static let contactMicroseconds = 233.0
    /// About a row of `contact_ticket`, one of `contact_edge`, and their indexes (docs/association.md, "What is
    /// stored").
    private static let contactBytes = 200.0
}
