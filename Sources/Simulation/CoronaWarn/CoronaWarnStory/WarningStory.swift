package import CoronaWarnDemo
package import ExposurePrimitives
package import StoryKit

/// Corona-Warn from end to end: a test's code is scanned, the laboratory delivers a positive result, and the phone
/// that was near is warned.
///
/// The servers, the sockets, the cryptography and the phones' logic are real. The radio between the phones and the
/// clock are simulated. No result is fixed beforehand.
package struct WarningStory: Sendable {
    private let stage: StoryStage<CoronaWarnDemoServers>
    private let mishap: StoryMishap?

    /// - Parameters:
    ///   - mishap: what goes wrong with the upload; nil for nothing.
    ///   - start: starts the servers on the story's clock.
    ///   - output: prints one line of the story.
    package init(
        options: StoryOptions,
        mishap: StoryMishap? = nil,
        start: @escaping @Sendable (any WallClock) async throws -> CoronaWarnDemoServers = {
            try await CoronaWarnDemoServers.start(with: $0)
        },
        output: @escaping @Sendable (String) -> Void
    ) {
        stage = StoryStage(options: options, start: start, output: output)
        self.mishap = mishap
    }

    /// Tells the story, and stops the servers unless they are to be kept.
    ///
    /// - Throws: if the story cannot continue, for example because a server does not answer or a signature is wrong.
    package func tell() async throws -> StoryResult {
        try await stage.play { servers, clock in
            let cast = try await Cast(servers: servers, options: stage.options, clock: clock, narrator: stage.narrator)
            return try await closing(with: cast.leave) {
                try await StoryActs(cast: cast, options: stage.options, mishap: mishap).play()
            }
        } finale: { outcome, end in
            let result = StoryResult(outcome: outcome, duration: end.duration, keptServers: end.keptServers)
            result.tell(to: stage.narrator, invites: !stage.options.isPartOfAnother)
            return result
        }
    }
}

extension CoronaWarnDemoServers: StoryServers {}
