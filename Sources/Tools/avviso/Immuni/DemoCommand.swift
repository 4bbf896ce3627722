import ArgumentParser
import ImmuniDemoServers
import ImmuniStory
import ExposurePrimitives
import Foundation
import ImmuniAPI
import ServiceKit
import ImmuniDemo
import UnixSignals

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "See the core flow end to end: one person tests positive, and the phone they met finds out.",
        discussion: """
            Starts all services on loopback with a fresh database, and three simulated phones that use them over \
            https. The servers, the cryptography and the phones' logic are real; the radio and the clock are \
            simulated. Exits with 0 only if every outcome is the one that the rules require.

            Examples:
              avviso demo
              avviso demo --minutes 5
              avviso demo --seed 7 --keep
              avviso demo --phones
            """
    )

    @Option(help: "How many minutes the two people meet, 1 to 600; by default \(standardMinutes).")
    var minutes: Int?

    @Option(help: "The seed of the simulated radio; by default a new one, which is printed.")
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "A public key (PEM) to build into the phones instead of the servers' own.",
            valueName: "file"
        )
    )
    var publicKey: String?

    @Flag(help: "Leave the servers running on the moved clock until Ctrl-C.")
    var keep = false

    @Flag(help: "Open two phones and the health worker's page in the browser instead, to play the story by hand.")
    var phones = false

    @Option(help: "The platform of the phones of --phones: ios (by default) or android.")
    var platform: PlatformArgument?

    func validate() throws {
        guard phones || platform == nil else {
            throw ValidationError("--platform is for --phones.")
        }
        guard !phones || minutes == nil && seed == nil && publicKey == nil && !keep else {
            throw ValidationError("--minutes, --seed, --public-key and --keep are for the story without --phones.")
        }
    }

    func run() async throws {
        try await reportingFailures {
            guard !phones else {
                return try await PhonesDemo(platform: (platform ?? .ios).platform, say: Terminal.say).run()
            }
            let options = StoryOptions(
                minutes: minutes ?? Self.standardMinutes,
                seed: seed ?? UInt64.random(in: 1...999_999),
                day: SystemWallClock().now().utcDay,
                exportPublicKeyPEM: try publicKey.map { String(decoding: try ExportFiles.read($0), as: UTF8.self) },
                keepsServers: keep
            )
            guard let options else {
                throw ValidationError(
                    "--minutes must be a number from \(StoryOptions.minutesRange.lowerBound) to "
                        + "\(StoryOptions.minutesRange.upperBound)."
                )
            }
            let story = CoreFlowStory(options: options, output: Terminal.say)
            let result = try await story.tell()
            if let servers = result.keptServers {
                await Self.waitForEnd()
                try await servers.stop()
            }
            guard result.isAsExpected else {
                throw Failure("the story did not end as expected")
            }
        }
    }

    private static let standardMinutes = 25

    private static func waitForEnd() async {
        Terminal.say("Press Ctrl-C to stop them.")
        for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
            return
        }
    }
}
