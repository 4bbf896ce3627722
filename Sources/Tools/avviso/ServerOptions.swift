import ArgumentParser
import ImmuniAssembly
import ServiceKit

/// What `avviso serve` and `avviso check` are told of a server.
struct ServerOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("Which services: \(names).", valueName: "service"))
    var services: [ServiceName] = ServiceName.allCases

    @Option(name: .customLong("public"), help: ArgumentHelp("The public listener.", valueName: "host:port"))
    var publicAddress: String?

    @Option(
        name: .customLong("internal"),
        help: ArgumentHelp("The internal listener: loopback, unless callers are checked.", valueName: "host:port")
    )
    var internalAddress: String?

    @Option(help: ArgumentHelp("The settings for the apps: a built-in name (demo) or a file.", valueName: "name|file"))
    var preset: String?

    @Option(help: ArgumentHelp("The PEM file of the key that signs settings and key index.", valueName: "pem"))
    var messageSigningKey: String?

    @Flag(help: "For trying out: start without that key, so that settings and key index are not signed.")
    var unsigned = false

    @OptionGroup var options: SettingsOptions

    private static let names = ServiceName.allCases.map(\.rawValue).joined(separator: ", ")

    /// - Parameter more: settings that the command itself decides, by their names.
    func settings(_ more: [String: String] = [:]) async throws -> ServerSettings {
        let given: [String: String?] = [
            "public.address": publicAddress, "internal.address": internalAddress, "preset": preset,
            "message-signing-key": messageSigningKey, "unsigned": unsigned ? "true" : nil,
        ]
        return try await ServerSettings(options.reader(given.compactMapValues(\.self).merging(more) { $1 }))
    }
}

extension ServiceName: ExpressibleByArgument {}
