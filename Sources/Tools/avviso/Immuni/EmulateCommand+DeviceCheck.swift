import ArgumentParser
import DemoAuthority
import DeviceCheckEmulation
import ExposurePrimitives
import Foundation
import ImmuniAssembly
import ServiceKit

extension EmulateCommand {
    struct DeviceCheck: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "devicecheck",
            abstract: "Serve Apple's DeviceCheck for simulated devices.",
            discussion: """
                Speaks TLS with HTTP/2 and HTTP/1.1 on one port of the loopback interface. Checks the developer's \
                tokens, and keeps two bits and a month for each simulated device. A second port, over plain HTTP, is \
                the control interface: it makes device tokens, shows devices, sets the clock and plans failures. \
                docs/devicecheck.md lists the requests.

                Examples:
                  avviso keys generate --out apple.pem --public-out apple-public.pem
                  avviso emulate devicecheck --port 9443 --control-port 9444 --public-key apple-public.pem --folder demo-apple
                  curl -X POST http://127.0.0.1:9444/devices/my-phone/tokens
                """
        )

        @Option(help: "The port for the server's calls; 0 for a free one.") var port = 0
        @Option(help: "The port for the control interface; 0 for a free one.") var controlPort = 0
        @Option(help: "The known developer team.") var team = "AVVISOTEAM"
        @Option(help: "The identifier of the developer's key.") var keyId = "AVVISOKEY1"

        @Option(help: ArgumentHelp("The public half of the developer's key, PEM.", valueName: "file"))
        var publicKey: String

        @Option(
            help: ArgumentHelp(
                "The server's certificate chain, PEM; without it a demo authority is made.",
                valueName: "file"
            )
        )
        var certificate: String?

        @Option(help: ArgumentHelp("The key of the certificate, PEM.", valueName: "file")) var certificateKey: String?

        @Option(
            help: ArgumentHelp(
                "The folder of the demo authority, new or existing; by default \(standardFolder).",
                valueName: "dir"
            )
        )
        var folder: String?

        private static let standardFolder = "avviso-devicecheck"

        @Option(help: "Seconds for which a device token can be used.") var tokenLifetime: Int64 = 3600

        func validate() throws {
            guard (certificate == nil) == (certificateKey == nil) else {
                throw ValidationError("--certificate and --certificate-key go together.")
            }
            guard certificate == nil || folder == nil else {
                throw ValidationError("--folder is for the demo authority, which --certificate replaces.")
            }
            guard [port, controlPort].allSatisfy((0...65_535).contains), tokenLifetime > 0 else {
                throw ValidationError("Ports must be numbers from 0 to 65535, and --token-lifetime must be positive.")
            }
        }

        func perform() async throws {
            let clock = SystemWallClock()
            // Read before any file is made.
            let publicKeyPEM = try InputFile.readText(publicKey)
            let files = try files(now: clock.now())
            var configuration = DeviceCheckServer.Configuration(
                teamID: team,
                keyID: keyId,
                publicKeyPEM: publicKeyPEM,
                certificatePEM: try InputFile.readText(files.certificate),
                certificateKeyPEM: SecretBytes(try InputFile.readText(files.key).utf8)
            )
            configuration.port = port
            configuration.controlPort = controlPort
            let server = try DeviceCheckServer(
                configuration,
                devices: EmulatedDevices(clock: clock, tokenLifetime: tokenLifetime)
            )
            let (team, key, root) = (team, keyId, files.root)
            try await stoppingOnInterrupt {
                try await server.run { port, controlPort in
                    Terminal.say("analytics.apple.url: https://localhost:\(port)")
                    Terminal.say("analytics.apple.team-id: \(team)")
                    Terminal.say("analytics.apple.key-id: \(key)")
                    if let root {
                        Terminal.say("analytics.apple.trust-root: \(root)")
                    }
                    Terminal.say("control interface: http://127.0.0.1:\(controlPort)")
                }
            }
        }

        private func files(now: UnixTime) throws -> (certificate: String, key: String, root: String?) {
            if let certificate, let certificateKey {
                return (certificate, certificateKey, nil)
            }
            let folder = URL(fileURLWithPath: folder ?? Self.standardFolder)
            if !FileManager.default.fileExists(atPath: folder.appending(path: "root.pem").path) {
                _ = try DemoAuthorityFiles.make(in: folder, now: now)
            }
            return (
                folder.appending(path: "server.pem").path, folder.appending(path: "server-key.pem").path,
                folder.appending(path: "root.pem").path
            )
        }
    }
}
