package import ExposurePrimitives

/// The authority's servers, if they follow the clock of a cast.
package protocol CastAuthority: Sendable {
    /// Performs all due tasks, such as publishing, and returns once none is under way.
    ///
    /// - Returns: the time of the next task.
    func runDueTasks() async -> UnixTime?

    /// Publishes settings that require an update of apps older than `build`.
    func require(build: Int) async throws
}

/// An authority in another process of the cast.
struct RemoteAuthority: CastAuthority {
    let link: CastLink

    func runDueTasks() async -> UnixTime? {
        let answer: DueAnswer? = await link.ask(CastQuestion.runDueTasks, 0)
        return answer?.time
    }

    func require(build: Int) async throws {
        let answer: Int? = await link.ask(CastQuestion.requireBuild, build)
        guard answer == build else {
            throw PhonePageError.noAuthority
        }
    }
}
