package import CoronaWarnConfiguration
package import ExposurePrimitives
package import Persistence
package import WireFormat

/// Changes the configuration that phones get. Each change is checked as a whole, kept with its author and reason, and
/// published with the next run of distribution.
package struct ConfigurationAdministration: Sendable {
    private let store: any SettingsHistoryStore
    private let first: PhoneConfiguration
    private let clock: any WallClock

    /// - Parameter first: the configuration in force before the first change.
    package init(store: any SettingsHistoryStore, first: PhoneConfiguration, clock: any WallClock) {
        self.store = store
        self.first = first
        self.clock = clock
    }

    /// The author and the reason of a change.
    package struct Signature: Hashable, Sendable {
        package let author: String
        package let reason: String

        /// - Throws: for an empty, long or many-lined text.
        package init(author: String, reason: String) throws(ConfigurationRefusal) {
            let reasons = SettingsChange.problems(author: author, reason: reason)
            guard reasons.isEmpty else {
                throw ConfigurationRefusal(reasons: reasons)
            }
            self.author = author
            self.reason = reason
        }
    }

    /// The result of a change.
    package struct Outcome: Sendable {
        /// The revision in force now.
        package let revision: Int64
        /// Empty if the change equals the configuration in force. Then there is no new revision.
        package let differences: [ConfigurationDifference]
    }

    /// The revision in force and its number: 0 before the first change.
    package func inForce() async throws -> (revision: Int64, document: ConfigurationDocument) {
        let revision = try await store.revision()
        return (revision, try await document(of: revision))
    }

    /// The configuration that phones get.
    package func published() async throws -> ValidConfiguration {
        try await inForce().document.validated()
    }

    /// The entity tags of withdrawn packages, also of a configuration that cannot be published. Later versions may
    /// check more, and a withdrawn package must not come back.
    package func revokedTags() async throws -> Set<String> {
        guard case .array(let packages)? = try await inForce().document.json["revokedPackages"] else {
            return []
        }
        return packages.reduce(into: []) { tags, package in
            if case .string(let tag)? = package["entityTag"] {
                tags.insert(tag)
            }
        }
    }

    /// - Parameter revision: 0 for the configuration before the first change.
    package func document(of revision: Int64) async throws -> ConfigurationDocument {
        guard revision != 0 else {
            return try ConfigurationDocument(first)
        }
        guard let value = try await store.settings(of: revision)?.first?.value else {
            throw ConfigurationRefusal(
                reasons: ["there is no revision \(revision): the newest is \(try await store.revision())"]
            )
        }
        return try ConfigurationDocument(parsing: value)
    }

    /// Every revision, newest first.
    package func history() async throws -> [SettingsRevision] {
        try await store.history()
    }

    /// Replaces single parameters, all in one step.
    ///
    /// - Parameter values: paths with their values.
    package func set(_ values: [(path: String, value: JSONValue)], by signature: Signature) async throws -> Outcome {
        let (base, present) = try await inForce()
        var document = present.completed
        for (path, value) in values {
            document = try document.setting(path, to: value)
        }
        return try await commit(document, origin: .set, by: signature, after: base)
    }

    /// - Parameter expected: the change is refused if another revision is in force; nil replaces any.
    package func replace(
        by document: ConfigurationDocument,
        expecting expected: Int64? = nil,
        by signature: Signature
    ) async throws -> Outcome {
        let base = try await store.revision()
        if let expected, expected != base {
            throw ConfigurationRefusal(reasons: ["not revision \(expected) but \(base) is in force; nothing changed"])
        }
        return try await commit(document, origin: .import, by: signature, after: base)
    }

    /// Makes a new revision with the content of an old one. Phones see a newer configuration, never an older one.
    package func revert(to revision: Int64, by signature: Signature) async throws -> Outcome {
        let base = try await store.revision()
        return try await commit(try await document(of: revision), origin: .revert, by: signature, after: base)
    }

    /// Adds withdrawn packages, which phones then delete. Those that are named already are not added again.
    package func revoke(_ packages: [RevokedPackage], by signature: Signature) async throws -> Outcome {
        let base = try await store.revision()
        var configuration = try await document(of: base).validated().configuration
        configuration.revokedPackages += packages.filter { !configuration.revokedPackages.contains($0) }
        return try await commit(ConfigurationDocument(configuration), origin: .set, by: signature, after: base)
    }

    private func commit(
        _ document: ConfigurationDocument,
        origin: SettingsChange.Origin,
        by signature: Signature,
        after base: Int64
    ) async throws -> Outcome {
        // The form in which it is stored is that of the checked configuration, without unknown members.
        let checked = try ConfigurationDocument(try document.validated().configuration)
        let differences = ConfigurationDifference.between(try await self.document(of: base), checked)
        guard !differences.isEmpty else {
            return Outcome(revision: base, differences: [])
        }
        let change = SettingsChange(
            madeAt: clock.now(),
            author: signature.author,
            reason: signature.reason,
            origin: origin
        )
        let setting = AppSetting(
            platform: Self.platform,
            startingBuild: 1,
            name: Self.name,
            value: checked.json.encoded
        )
        guard let revision = try await store.append([setting], as: change, after: base) else {
            throw ConfigurationRefusal(
                reasons: ["somebody else changed the configuration at the same time; nothing changed, try again"]
            )
        }
        return Outcome(revision: revision, differences: differences)
    }

    // The store knows settings by platform and build. The configuration is one for all phones.
    private static let platform = "ios"
    private static let name = "configuration"
}
