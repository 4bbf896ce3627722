package import ExposurePrimitives
package import ImmuniDemoServers

/// The core flow from end to end: one person tests positive, and the phone they met is notified.
///
/// The servers, the sockets, the cryptography and the phones' logic are real. The radio between the phones and the
/// clock are simulated. No result is fixed beforehand.
package struct CoreFlowStory: Sendable {
    private let options: StoryOptions
    private let start: @Sendable (any WallClock) async throws -> DemoServers
    private let output: @Sendable (String) -> Void

    /// - Parameters:
    ///   - start: starts the servers on the story's clock.
    ///   - output: prints one line of the story.
    package init(
        options: StoryOptions,
        start: @escaping @Sendable (any WallClock) async throws -> DemoServers = {
            try await DemoServers.start(with: $0)
        },
        output: @escaping @Sendable (String) -> Void
    ) {
        self.options = options
        self.start = start
        self.output = output
    }

    /// Tells the story, and stops the servers unless they are to be kept.
    ///
    /// - Throws: if the story cannot continue, for example because a server does not answer or a signature is wrong.
    package func tell() async throws -> StoryResult {
        let began = ContinuousClock.now
        let narrator = Narrator(output)
        let clock = StoryClock(options.time(day: -2, hour: 9))
        narrator.step("The servers start, on a fresh database, with the clock at \(clock.now()).")
        let servers = try await start(clock)
        narrator.detail("public \(servers.publicURL), internal \(servers.internalURL)")
        do {
            let cast = try Cast(servers: servers, options: options, clock: clock, narrator: narrator)
            let outcome = await Self.capture { try await StoryActs(cast: cast, options: options).play() }
            try await cast.leave()
            let result = try StoryResult(
                outcome: outcome.get(),
                duration: began.duration(to: .now),
                keptServers: options.keepsServers ? servers : nil
            )
            result.tell(to: narrator)
            if result.keptServers == nil {
                try await servers.stop()
            }
            return result
        } catch {
            try? await servers.stop()
            throw error
        }
    }

    private static func capture<Value: Sendable>(
        _ body: () async throws -> Value
    ) async -> Result<Value, any Error> {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}

extension StoryOptions {
    /// A moment on the hour, this many days from the day of the meeting.
    func time(day offset: Int, hour: Int64) -> UnixTime {
        day.advanced(byDays: offset).startInUTC.advanced(bySeconds: hour * 3600)
    }
}
