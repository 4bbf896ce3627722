package import ExposurePrimitives
package import ExposureTesting
package import OperatorPortal
package import OperatorStores
package import PortalSections
import ServiceKit
package import ServiceTesting
package import SQLiteTesting
import SQLStores

/// The operators' pages with the sections of a test, on a database of accounts and a clock that stands still.
package struct PortalBench: Sendable {
    /// Noon UTC of a summer day.
    package static let noon = UnixTime(1_594_209_600)
    package static let password = "correct horse battery"

    package let clock: ManualClock
    package let database: TemporaryDatabase
    package let log: LogCapture
    package let accounts: OperatorAccounts
    package let portal: PortalService

    /// - Parameters:
    ///   - operators: the names of the accounts, with their roles.
    ///   - institutions: those of some of the accounts.
    ///   - settings: those of the pages and of the host that differ from the defaults.
    ///   - fault: a mistake in the statements of the database.
    package init(
        _ sections: [any PortalSection],
        operators: KeyValuePairs<String, Set<OperatorRole>>,
        institutions: [String: String] = [:],
        clock: ManualClock = ManualClock(noon),
        log: LogCapture = LogCapture(),
        settings: [String: String] = [:],
        fault: SQLFault? = nil
    ) async throws {
        database = try await TemporaryDatabase(.operators, fault: fault)
        (self.clock, self.log) = (clock, log)
        let weak = PasswordHasher.Strength(cost: 2, blockSize: 1, parallelism: 1)
        accounts = OperatorAccounts(store: SQLOperators(database), clock: clock, strength: weak)
        let reader = try await SettingsReader(
            commandLine: settings,
            environment: [:],
            catalogue: PortalConfiguration.catalogue + HostSettings.catalogue
        )
        portal = try PortalService(
            accounts: accounts,
            sections: sections,
            configuration: try PortalConfiguration(reader),
            clock: clock,
            trusted: clock,
            logger: log.logger
        )
        for (text, roles) in operators {
            guard let name = OperatorName(text) else {
                preconditionFailure("\(text) is no operator's name")
            }
            try await accounts.create(
                name,
                roles: roles,
                institution: institutions[text],
                password: SecretBytes(Self.password.utf8),
                isOwn: true
            )
        }
    }

    package var store: any OperatorStore { SQLOperators(database) }

    package func browser() -> PortalBrowser { PortalBrowser(portal: portal) }

    /// A browser in which `name` signed in.
    package func signedIn(_ name: String = "anna") async throws -> PortalBrowser {
        let browser = browser()
        try await browser.signIn(name)
        return browser
    }

    /// The events of the audit log.
    package var events: [OperatorAuditEntry.Event] {
        get async throws { try await store.audit(since: UnixTime(0)).map(\.event) }
    }
}
