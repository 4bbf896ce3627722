package import AssociationDemo
package import ExposurePrimitives
package import StoryKit

/// Authenticated association from end to end: phones exchange tickets, one person reports, and the authority checks
/// every contact before it warns.
///
/// The server, the sockets, the cryptography and the phones' logic are real. The air between the phones and the clock
/// are simulated. No result is fixed beforehand.
package struct TicketStory: Sendable {
    private let stage: StoryStage<AssociationDemoServers>

    /// - Parameters:
    ///   - start: starts the servers on the story's clock.
    ///   - output: prints one line of the story.
    package init(
        options: StoryOptions,
        start: @escaping @Sendable (any WallClock) async throws -> AssociationDemoServers = {
            try await AssociationDemoServers.start(with: $0)
        },
        output: @escaping @Sendable (String) -> Void
    ) {
        stage = StoryStage(options: options, start: start, output: output)
    }

    /// Tells the story, and stops the servers unless they are to be kept.
    ///
    /// - Throws: if the story cannot continue, for example because a server does not answer.
    package func tell() async throws -> StoryResult {
        try await stage.play { servers, clock in
            let cast = try Cast(servers: servers, clock: clock, narrator: stage.narrator)
            return try await closing(with: cast.leave) {
                try await StoryActs(cast: cast, options: stage.options).play()
            }
        } finale: { outcome, end in
            let result = StoryResult(outcome: outcome, duration: end.duration, keptServers: end.keptServers)
            result.tell(to: stage.narrator)
            return result
        }
    }
}

extension AssociationDemoServers: StoryServers {}
