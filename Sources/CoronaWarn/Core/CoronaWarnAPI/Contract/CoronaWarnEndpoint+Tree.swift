public import WireFormat

extension CoronaWarnEndpoint {
    /// Distribution, public: the files of the tree, and the statements beside indexes and configurations.
    ///
    /// A ``TreePath`` says which paths there are. These templates match some more, which are unknown.
    public static let tree: [Endpoint] = {
        let country = "\(TreePath.countries.path)/{country}/date"
        let date = "\(country)/{date}"
        let indexes = [TreePath.versions.path, TreePath.countries.path, country, "\(date)/hour"]
        let packages = [date, "\(date)/batch/{batch}", "\(date)/hour/{hour}", "\(date)/hour/{hour}/batch/{batch}"]
        let configurations = ConfigurationFile.allCases.map(\.rawValue)
        return (indexes + (indexes + configurations).map { $0 + TreePath.statementSuffix })
            .map { Endpoint(.get, $0, produces: [.json]) }
            + (packages + configurations).map { Endpoint(.get, $0, produces: [.zip]) }
    }()
}
