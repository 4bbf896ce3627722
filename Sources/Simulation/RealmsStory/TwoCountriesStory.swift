#if SYSTEM_IMMUNI && SYSTEM_CORONAWARN
    import CoronaWarnDemo
    import CoronaWarnStory
    import ImmuniDemoServers
    import ImmuniStory
    import ServiceKit
    package import StoryKit

    /// Two countries in one process: Italy has Immuni and Germany has Corona-Warn. A key travels in each of the two
    /// realms, and in the end nothing of one is in the other.
    package struct TwoCountriesStory: Sendable {
        private let options: StoryOptions
        private let narrator: Narrator
        private let output: @Sendable (String) -> Void

        /// - Parameters:
        ///   - options: the options of both stories.
        ///   - output: prints one line.
        package init(options: StoryOptions, output: @escaping @Sendable (String) -> Void) {
            (self.options, self.output) = (options, output)
            narrator = Narrator(output)
        }

        /// Tells both stories and looks for traces of one realm in the other, while both serve. Then all servers stop.
        ///
        /// - Returns: whether every outcome is the one that the rules require.
        /// - Throws: if a story cannot continue.
        package func tell() async throws -> Bool {
            let began = ContinuousClock.now
            narrator.line("One process hosts two realms: it with Immuni, and de with Corona-Warn.")
            let italy = try await CoreFlowStory(
                options: options.keepingServers,
                start: { try await DemoServers.start(with: $0, realm: Self.italy) },
                output: lines(of: Self.italy)
            ).tell()
            guard let servers = italy.keptServers else {
                preconditionFailure("the options keep the servers")
            }
            return try await closing(with: servers.stop) {
                let isClean = try await tellOfGermany(beside: servers, since: began)
                return italy.isAsExpected && isClean
            }
        }

        private func tellOfGermany(beside italy: DemoServers, since began: ContinuousClock.Instant) async throws -> Bool
        {
            let germany = try await WarningStory(
                options: options.keepingServers,
                start: { try await CoronaWarnDemoServers.start(with: $0, realm: Self.germany) },
                output: lines(of: Self.germany)
            ).tell()
            guard let servers = germany.keptServers else {
                preconditionFailure("the options keep the servers")
            }
            return try await closing(with: servers.stop) {
                let traces = try await RealmTraces(italy: italy, germany: servers)
                ClosingTable(traces.expectations, rows: traces.rows, duration: began.duration(to: .now)).tell(
                    to: narrator
                )
                return germany.isAsExpected && traces.expectations.allSatisfy(\.held)
            }
        }

        /// Prints the lines of a realm with its name before them.
        private func lines(of realm: RealmName) -> @Sendable (String) -> Void {
            { [output] text in
                for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                    output("\(realm) | \(line)")
                }
            }
        }

        static let italy = name("it")
        static let germany = name("de")

        private static func name(_ text: String) -> RealmName {
            guard let name = RealmName(text) else {
                preconditionFailure("\(text) is a name")
            }
            return name
        }
    }
#endif
