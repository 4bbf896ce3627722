public import WireFormat

/// Distribution, public: the files of the tree, and the statements beside indexes and configurations.
///
/// A ``TreePath`` says which paths there are. These templates match some more, which are unknown.
extension CoronaWarnEndpoint {
    public static let tree: [Endpoint] = packages + changingFiles

    /// Files that never change.
    public static let packages: [Endpoint] = [
        date, "\(date)/batch/{batch}", "\(date)/hour/{hour}", "\(date)/hour/{hour}/batch/{batch}",
    ].map { Endpoint(.get, $0, produces: [.zip]) }

    /// Indexes, configurations, and the statements about both.
    public static let changingFiles: [Endpoint] = {
        let indexes = [TreePath.versions.path, TreePath.countries.path, dates, "\(date)/hour"]
        let configurations = ConfigurationFile.allCases.map(\.rawValue)
        return (indexes + (indexes + configurations).map { $0 + TreePath.statementSuffix })
            .map { Endpoint(.get, $0, produces: [.json]) }
            + configurations.map { Endpoint(.get, $0, produces: [.zip]) }
    }()

    private static let dates = "\(TreePath.countries.path)/{country}/date"
    private static let date = "\(dates)/{date}"
}
