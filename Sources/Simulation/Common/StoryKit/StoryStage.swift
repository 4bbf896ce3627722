package import ExposurePrimitives

/// The servers of a story.
package protocol StoryServers: Sendable {
    var publicURL: String { get }
    var internalURL: String { get }

    /// Ends them, and deletes what they wrote.
    func stop() async throws
}

/// Starts the servers of a story and stops them after it, unless they are to be kept.
package struct StoryStage<Servers: StoryServers>: Sendable {
    package let options: StoryOptions
    package let narrator: Narrator
    private let start: @Sendable (any WallClock) async throws -> Servers

    /// - Parameters:
    ///   - start: starts the servers on the story's clock.
    ///   - output: prints one line of the story.
    package init(
        options: StoryOptions,
        start: @escaping @Sendable (any WallClock) async throws -> Servers,
        output: @escaping @Sendable (String) -> Void
    ) {
        (self.options, self.start) = (options, start)
        narrator = Narrator(output)
    }

    /// What is left after the acts.
    package struct End: Sendable {
        package let duration: Duration
        /// The running servers, if they are to be kept.
        package let keptServers: Servers?
    }

    /// Plays a story.
    ///
    /// - Parameters:
    ///   - acts: what happens.
    ///   - finale: makes the result of it and tells it. The servers still run.
    /// - Throws: if the story cannot continue, for example because a server does not answer or a signature is wrong.
    ///   The servers are stopped then.
    package func play<Outcome: Sendable, Result: Sendable>(
        _ acts: (Servers, StoryClock) async throws -> Outcome,
        finale: (Outcome, End) -> Result
    ) async throws -> Result {
        let began = ContinuousClock.now
        let clock = StoryClock(options.time(day: -2, hour: 9))
        narrator.step("The servers start, on a fresh database, with the clock at \(clock.now()).")
        let servers = try await start(clock)
        narrator.detail("public \(servers.publicURL), internal \(servers.internalURL)")
        do {
            let outcome = try await acts(servers, clock)
            let result = finale(
                outcome,
                End(duration: began.duration(to: .now), keptServers: options.keepsServers ? servers : nil)
            )
            if !options.keepsServers {
                try await servers.stop()
            }
            return result
        } catch {
            try? await servers.stop()
            throw error
        }
    }
}

/// Runs `body`, and then `cleanUp`, also if `body` failed.
package func closing<Value: Sendable>(
    with cleanUp: () async throws -> Void,
    _ body: () async throws -> Value
) async throws -> Value {
    let value: Value
    do {
        value = try await body()
    } catch {
        try? await cleanUp()
        throw error
    }
    try await cleanUp()
    return value
}
