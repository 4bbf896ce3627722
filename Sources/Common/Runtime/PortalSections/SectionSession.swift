package import ExposurePrimitives
package import OperatorStores

/// The session of an operator, as far as a section may use it.
package struct SectionSession: Sendable {
    package let roles: Set<OperatorRole>
    /// The laboratory or health authority for which the operator works; nil if the account names none.
    package let institution: String?
    private let session: OperatorSession
    private let section: String
    private let events: Set<OperatorAuditEntry.Event>
    private let store: any OperatorStore
    private let clock: any WallClock

    package init(
        _ session: OperatorSession,
        of account: OperatorAccount,
        in section: some PortalSection,
        store: any OperatorStore,
        clock: any WallClock
    ) {
        self.session = session
        roles = account.roles
        institution = account.institution
        self.section = section.name
        events = section.events
        self.store = store
        self.clock = clock
    }

    package var name: OperatorName { session.name }

    /// The turn that a form of this answer has. See ``PageParts/turn(_:)``.
    package var turn: Int { session.turn }

    /// Takes the turn of a form that may be taken once.
    ///
    /// - Parameter turn: the form's field ``PageParts/turnField``.
    /// - Returns: false if this form, or another one drawn before it was sent, was taken already.
    package func take(turn: String) async throws -> Bool {
        guard let turn = Int(turn) else {
            return false
        }
        return try await store.take(turn: turn, of: session.digest)
    }

    /// The turn of the next form, after a form with `turn` was taken or refused in this request.
    package func turn(after turn: String) -> Int {
        session.turn + (Int(turn) == session.turn ? 1 : 0)
    }

    /// The moment that this section noted last in this session, unless another section noted one since; nil before the
    /// first.
    package var deadline: UnixTime? {
        session.deadline.flatMap { $0.section == section ? $0.at : nil }
    }

    package func note(deadline: UnixTime) async throws {
        try await store.note(SectionDeadline(section: section, at: deadline), in: session.digest)
    }

    /// Adds a line to the audit log.
    ///
    /// - Throws: ``UnknownEvent`` for an event that the section does not name.
    package func note(_ event: OperatorAuditEntry.Event) async throws {
        guard events.contains(event) else {
            throw UnknownEvent(event: event)
        }
        try await store.append(OperatorAuditEntry(at: clock.now(), name: session.name, event: event))
    }

    /// An event that is not the section's.
    package struct UnknownEvent: Error, Hashable {
        package let event: OperatorAuditEntry.Event
    }
}
