package import ClockPorts
package import CoronaWarnAPI
package import CoronaWarnPackages

/// The packages of one kind in one region.
package struct PackageSequence: Hashable, Sendable {
    package let region: RegionCode
    package let kind: PackageKind

    package init(region: RegionCode, kind: PackageKind) {
        self.region = region
        self.kind = kind
    }
}

/// Publishes the keys of all regions, then assembles the tree with the configuration.
package struct DistributionJob: Sendable {
    /// Publishes what is due in one sequence.
    package struct Publication: Sendable {
        let sequence: PackageSequence
        let run: @Sendable () async throws -> Published

        package init(of sequence: PackageSequence, run: @escaping @Sendable () async throws -> Published) {
            self.sequence = sequence
            self.run = run
        }
    }

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

    var sequences: [PackageSequence] { publications.map(\.sequence) }

    /// The outcome of one run.
    package struct Outcome: Hashable, Sendable {
        package let publications: [PackageSequence: Published]
        package let tree: TreeAssembly.Outcome
        /// The number of changed files of the configuration.
        package let configurations: Int

        /// What all publications made. A key counts once for each sequence.
        package var published: Published {
            publications.values.reduce(Published(files: 0, keys: 0)) { sum, published in
                Published(files: sum.files + published.files, keys: sum.keys + published.keys)
            }
        }
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
        var published: [PackageSequence: Published] = [:]
        for publication in publications {
            published[publication.sequence] = try await publication.run()
        }
        let tree = try await assembly.run()
        return Outcome(publications: published, tree: tree, configurations: try configurations.get())
    }
}
