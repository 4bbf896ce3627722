import ArgumentParser
import ImmuniAssembly
import KeyPublication
import ServiceKit

struct PublishCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Publish the keys whose embargo has ended once, without waiting for the job.",
        discussion: """
            Safe beside a running server: each key is published once, by the server or by this command.

            Example:
              avviso publish --data data --signing-key signing.pem
            """
    )

    @OptionGroup(visibility: .hidden) var old: NowOption
    @OptionGroup var options: SettingsOptions

    func perform() async throws {
        let immuni = try ImmuniSystem(
            await options.reader(),
            clock: SystemWallClock(),
            steps: CrashPoint.observer,
            mayMakeDatabases: false
        )
        let outcome = try await immuni.publicationJob().run()
        guard let first = outcome.chunks.first, let last = outcome.chunks.last else {
            Terminal.say("No key is due for publication.")
            return
        }
        let chunks = first == last ? "TEK Chunk \(first)" : "TEK Chunks \(first) to \(last)"
        Terminal.say("Published \(chunks): \(outcome.keyCount) keys, \(outcome.byteCount) bytes.")
    }
}
