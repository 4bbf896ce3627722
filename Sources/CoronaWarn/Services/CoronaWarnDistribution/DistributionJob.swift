package import ClockPorts

/// Publishes the keys of all regions, then assembles the tree with the configuration.
package struct DistributionJob: Sendable {
    /// Publishes what is due in one sequence.
    package typealias Publication = @Sendable () async throws -> Published

    /// What a publication made.
    package struct Published: Hashable, Sendable {
        package let files: Int
        package let keys: Int

        package init(files: Int, keys: Int) {
            self.files = files
            self.keys = keys
        }
    }

    private let publications: [Publication]
    private let assembly: TreeAssembly
    private let configuration: ConfigurationAssembly
    private let clock: any TrustedClock

    /// - Parameter publications: for each region its hours, then its days, which follow the hours.
    package init(
        publications: [Publication],
        assembly: TreeAssembly,
        configuration: ConfigurationAssembly,
        clock: any TrustedClock
    ) {
        self.publications = publications
        self.assembly = assembly
        self.configuration = configuration
        self.clock = clock
    }

    /// The outcome of one run.
    package struct Outcome: Hashable, Sendable {
        package let published: Published
        package let tree: TreeAssembly.Outcome
        /// The number of changed files of the configuration.
        package let configurations: Int
    }

    /// Throws `ClockHold` without any change while the clock is not trusted.
    package func run() async throws -> Outcome {
        // Phones learn of a withdrawn package before it leaves the tree. Packages go on without a configuration.
        let now = try await clock.trustedNow()
        let configurations: Result<Int, any Error>
        do {
            configurations = .success(try await configuration.run(now: now))
        } catch {
            configurations = .failure(error)
        }
        var (files, keys) = (0, 0)
        for publication in publications {
            let published = try await publication()
            files += published.files
            keys += published.keys
        }
        let tree = try await assembly.run()
        return Outcome(
            published: Published(files: files, keys: keys),
            tree: tree,
            configurations: try configurations.get()
        )
    }
}
