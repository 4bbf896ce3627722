import ArgumentParser
import DemoAuthority
import Foundation
import ServiceKit

struct TLSCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tls",
        abstract: "Make certificates for trying out TLS.",
        subcommands: [DemoAuthority.self]
    )

    struct DemoAuthority: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "demo-ca",
            abstract: "Make a demo authority with a server's and a client's certificate.",
            discussion: """
                Writes root.pem, server.pem, server-key.pem, client.pem and client-key.pem. Nothing is ever \
                overwritten. The server's certificate is for localhost, 127.0.0.1, ::1 and the hosts you name. The key \
                of the authority itself is not kept, so these certificates are only for trying out TLS. docs/tls.md \
                covers production.

                Example:
                  avviso tls demo-ca --out tls --host server.example.org
                """
        )

        @Option(help: ArgumentHelp("The folder for the files.", valueName: "dir")) var out: String

        @Option(
            name: .customLong("host"),
            parsing: .upToNextOption,
            help: ArgumentHelp("Further names or IP addresses of the server.", valueName: "name")
        )
        var hosts: [String] = []

        @Option(help: "How many days the certificates are valid, 1 to 90.") var days = 30

        func validate() throws {
            guard DemoAuthorityFiles.daysRange.contains(days) else {
                throw ValidationError(
                    "--days must be a number from \(DemoAuthorityFiles.daysRange.lowerBound) to "
                        + "\(DemoAuthorityFiles.daysRange.upperBound)."
                )
            }
        }

        func perform() async throws {
            let files = try DemoAuthorityFiles.make(
                in: URL(fileURLWithPath: out),
                hosts: hosts,
                now: SystemWallClock().now(),
                days: days
            )
            for file in files.all {
                Terminal.say(file.path)
            }
        }
    }
}
