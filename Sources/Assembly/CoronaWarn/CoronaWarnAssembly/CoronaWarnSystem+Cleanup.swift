import ClockPorts
import CommonAssembly
import CoronaWarnPorts

extension CoronaWarnSystem {
    /// Whether the realm has the database of results.
    package var hasResults: Bool { realm.stores.has(.laboratory) }

    /// Whether results are in the realm, or at a laboratory service that the settings name.
    package var reachesResults: Bool { hasResults || settings.remoteLaboratory != nil }

    /// Whether the realm has the database of registrations and keys.
    package var hasRegistrations: Bool { realm.stores.has(.coronaWarn) }

    /// Deletes the marks of uploads that have ended, where verification has another database.
    ///
    /// Throws `ClockHold` and deletes nothing while the clock is not trusted.
    ///
    /// - Returns: the number of marks.
    package func deleteUploadMarks() async throws -> Int {
        let now = try await realm.clocks.clock(of: .coronaWarn).trustedNow()
        return try await verificationStores().verification.deleteExpired(now: now)
    }
}
