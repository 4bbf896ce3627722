package import ImmuniAssembly

extension ImmuniSystem {
    /// Returns once no analytics token waits for its authorisation, or after twelve seconds. The race protection waits
    /// for real seconds, however fast a story's clock is moved.
    package func waitForAuthorisations() async {
        for _ in 0..<Self.looks where await isAuthorising() {
            // Real time: the servers of a story work in it, and nothing tells when a job of the database has ended.
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// Many times as long as an authorisation takes here.
    private static let looks = 120
    private static let pause = Duration.milliseconds(100)
}
