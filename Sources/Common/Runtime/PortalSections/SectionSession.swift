package import ExposurePrimitives
package import OperatorStores

/// The session of an operator, as far as a section may use it.
package struct SectionSession: Sendable {
    package let role: OperatorRole
    private let session: OperatorSession
    private let section: String
    private let events: Set<OperatorAuditEntry.Event>
    private let store: any OperatorStore
    private let clock: any WallClock

    package init(
        _ session: OperatorSession,
        role: OperatorRole,
        in section: some PortalSection,
        store: any OperatorStore,
        clock: any WallClock
    ) {
        self.session = session
        self.role = role
        self.section = section.name
        events = section.events
        self.store = store
        self.clock = clock
    }

    package var name: OperatorName { session.name }

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
