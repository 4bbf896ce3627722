package import ImmuniAssembly

extension ImmuniSystem {
    /// Returns once no analytics token waits for its authorisation, or after two minutes. The race protection waits
    /// for real seconds, however fast a story's clock is moved.
    package func waitForAuthorisations() async {
        for _ in 0..<Self.looks {
            guard await isAuthorising() else {
                return
            }
            // Real time: the story's servers use it, and nothing reports the end of a database job.
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// The number of checks. Together they last many times as long as an authorisation here.
    private static let looks = 1200
    private static let pause = Duration.milliseconds(100)
}
