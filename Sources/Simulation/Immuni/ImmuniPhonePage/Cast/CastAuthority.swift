package import ExposurePrimitives

/// The authority's servers, where they live by the clock of a cast.
package protocol CastAuthority: Sendable {
    /// Does what is due by now, such as publishing, and returns once nothing is under way.
    ///
    /// - Returns: when something is due again.
    func runDueTasks() async -> UnixTime?

    /// Publishes settings by which older apps than `build` must be updated.
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
