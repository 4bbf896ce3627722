package import AssociationAPI
package import AssociationPorts
package import ExposurePrimitives

/// Issues codes to persons who tested positive.
package struct CodeIssuer: Sendable {
    private let reports: any ReportStore
    private let secrets: AuthoritySecrets
    private let codeLife: Int64

    package init(stores: AssociationStoreSet, secrets: AuthoritySecrets, configuration: AuthorityConfiguration) {
        reports = stores.reports
        self.secrets = secrets
        codeLife = configuration.codeLife
    }

    /// - Returns: nil for days that no contact can have been on: in the future, or too long ago.
    package func issueCode(_ request: CodeRequest, now: UnixTime) async throws -> ReportCode? {
        let today = now.utcDay
        guard request.window.lowerBound >= today.advanced(byDays: -AssociationLimits.contactDays),
            request.window.upperBound <= today
        else {
            return nil
        }
        var generator = SystemRandomNumberGenerator()
        let code = ReportCode.generate(using: &generator)
        let expiry = now.advanced(bySeconds: codeLife)
        let new = NewReportCode(mark: secrets.mark(of: code), window: request.window, expiry: expiry)
        try await reports.issue(new)
        return code
    }
}
