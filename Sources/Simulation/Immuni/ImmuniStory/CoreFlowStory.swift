package import ExposurePrimitives
package import ImmuniDemoServers
package import StoryKit

/// The core flow from end to end: one person tests positive, and the phone they met is notified.
///
/// The servers, the sockets, the cryptography and the phones' logic are real. The radio between the phones and the
/// clock are simulated. No result is fixed beforehand.
package struct CoreFlowStory: Sendable {
    private let stage: StoryStage<DemoServers>

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
        stage = StoryStage(options: options, start: start, output: output)
    }

    /// Tells the story, and stops the servers unless they are to be kept.
    ///
    /// - Throws: if the story cannot continue, for example because a server does not answer or a signature is wrong.
    package func tell() async throws -> StoryResult {
        try await stage.play { servers, clock in
            let cast = try Cast(servers: servers, options: stage.options, clock: clock, narrator: stage.narrator)
            return try await closing(with: cast.leave) {
                try await StoryActs(cast: cast, options: stage.options).play()
            }
        } finale: { outcome, end in
            let result = StoryResult(outcome: outcome, duration: end.duration, keptServers: end.keptServers)
            result.tell(to: stage.narrator, invites: !stage.options.isPartOfAnother)
            return result
        }
    }
}

extension DemoServers: StoryServers {}
