package import ExposurePrimitives
package import Persistence
package import SettingsDocuments

/// Changes the settings of the apps. Each change is checked as a whole, kept with its author, and in force at once in
/// every process that serves them.
package struct SettingsAdministration: Sendable {
    private let store: any SettingsHistoryStore
    private let clock: any WallClock
    private let minPacketSize: Int?

    /// - Parameter minPacketSize: bytes; the minimum that Exposure Ingestion accepts from phones
    ///   (`ingestion.min-body`). A change below it is refused.
    package init(store: any SettingsHistoryStore, clock: any WallClock, minPacketSize: Int? = nil) {
        self.store = store
        self.clock = clock
        self.minPacketSize = minPacketSize
    }

    /// The author and the reason of a change.
    package struct Signature: Hashable, Sendable {
        package let author: String
        package let reason: String

        /// - Throws: ``SettingsRefusal`` for an empty, long or many-lined text.
        package init(author: String, reason: String) throws(SettingsRefusal) {
            let reasons = SettingsChange.problems(author: author, reason: reason)
            guard reasons.isEmpty else {
                throw SettingsRefusal(reasons: reasons)
            }
            self.author = author
            self.reason = reason
        }
    }

    /// The result of a change.
    package struct Outcome: Sendable {
        /// The revision in force now.
        package let revision: Int64
        /// Empty if the change equals the settings in force; then there is no new revision.
        package let differences: [SettingsDifference]
    }

    /// The revision in force and its number; an empty document under 0 before the first.
    package func inForce() async throws -> (revision: Int64, document: SettingsDocument) {
        let revision = try await store.revision()
        return (revision, try SettingsDocument(try await store.settings(of: revision) ?? []))
    }

    package func document(of revision: Int64) async throws -> SettingsDocument {
        guard let settings = try await store.settings(of: revision) else {
            throw SettingsAdministrationError.noSuchRevision(revision, newest: try await store.revision())
        }
        return try SettingsDocument(settings)
    }

    /// Every revision, newest first.
    package func history() async throws -> [SettingsRevision] {
        try await store.history()
    }

    package func set(_ edit: SettingsEdit, by signature: Signature) async throws -> Outcome {
        let (base, document) = try await inForce()
        return try await commit(try edit.applied(to: document), origin: .set, by: signature, after: base)
    }

    /// - Parameter expected: the change is refused if another revision is in force; nil replaces any.
    package func replace(
        by document: SettingsDocument,
        expecting expected: Int64? = nil,
        by signature: Signature
    ) async throws -> Outcome {
        let base = try await store.revision()
        if let expected, expected != base {
            throw SettingsAdministrationError.notInForce(expected, newest: base)
        }
        return try await commit(document, origin: .import, by: signature, after: base)
    }

    /// Makes a new revision with the content of an old one.
    package func revert(to revision: Int64, by signature: Signature) async throws -> Outcome {
        let base = try await store.revision()
        return try await commit(try await document(of: revision), origin: .revert, by: signature, after: base)
    }

    private func packetProblems(of document: SettingsDocument) -> [String] {
        guard let minPacketSize, let size = document.packetSizes.min(), size < minPacketSize else {
            return []
        }
        return ["teks_packet_size \(size) is below \(minPacketSize), the minimum for ingestion.min-body"]
    }

    private func commit(
        _ document: SettingsDocument,
        origin: SettingsChange.Origin,
        by signature: Signature,
        after base: Int64
    ) async throws -> Outcome {
        let problems = SettingsSchema.problems(of: document) + packetProblems(of: document)
        guard problems.isEmpty else {
            throw SettingsRefusal(reasons: problems)
        }
        let present = try SettingsDocument(try await store.settings(of: base) ?? [])
        let differences = SettingsDifference.between(present, document)
        guard !differences.isEmpty else {
            return Outcome(revision: base, differences: [])
        }
        let change = SettingsChange(
            madeAt: clock.now(),
            author: signature.author,
            reason: signature.reason,
            origin: origin
        )
        guard let revision = try await store.append(document.settings, as: change, after: base) else {
            throw SettingsAdministrationError.changedMeanwhile
        }
        return Outcome(revision: revision, differences: differences)
    }
}

/// The reason why settings could not be shown or changed, in words for their operator.
package enum SettingsAdministrationError: Error, Hashable, CustomStringConvertible {
    case noSuchRevision(Int64, newest: Int64)
    case notInForce(Int64, newest: Int64)
    case changedMeanwhile

    package var description: String {
        switch self {
        case .noSuchRevision(let revision, let newest):
            newest == 0
                ? "there are no settings yet" : "there is no revision \(revision): the revisions are 1 to \(newest)"
        case .notInForce(let revision, let newest):
            "revision \(newest) is in force, not \(revision): nothing was changed; see avviso settings diff"
        case .changedMeanwhile:
            "somebody else changed the settings at the same time: nothing was changed; try again"
        }
    }
}
