import ArgumentParser
import CommonAssembly
import ExposurePrimitives
import Foundation
import KeyExport
import KeyFiles
import KeyPublication
import ServerAssembly
import ServiceKit
import Signing

extension KeysCommand {
    struct Init: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "init",
            abstract: "Make a folder of signing keys with one active key.",
            discussion: """
                publication.key-id and publication.key-version name the key.

                Examples:
                  avviso keys init --signing-key signing-keys
                  avviso keys init --signing-key signing-keys --from signing.pem
                """
        )

        @Option(help: ArgumentHelp("Use this key instead of making one.", valueName: "pem")) var from: String?
        @OptionGroup var options: KeyOptions

        func perform() async throws {
            let settings = try RealmSettings(await options.reader())
            let name = settings.signatureInfo.keyName
            let pem = try from.map { path in
                try PrivateFile.check(path)
                return try InputFile.readText(path)
            }
            let ring = try KeyFolder.of(settings)
                .create(id: name.id, version: name.version, pem: pem, now: SystemWallClock().now())
            KeyFolder.show(ring)
        }
    }

    struct Rotate: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate",
            abstract: "Take the next step from the old signing key to a new one.",
            discussion: """
                The first run makes a new key. From the next publication on it signs every chunk beside the active \
                key, and its public half can go into the apps. Fifteen days later every chunk on offer has both \
                signatures. Then the second run makes it the active key, and new apps need only this key. The old key \
                continues to sign until avviso keys retire. Running servers notice each step at their next publication.

                Example:
                  avviso keys rotate --signing-key signing-keys
                """
        )

        @Option(help: ArgumentHelp("The new key's version; by default the next number.", valueName: "name"))
        var keyVersion: String?

        @Flag(help: "Make the upcoming key active at once. Phones that have only this key cannot verify older chunks.")
        var now = false

        @OptionGroup var options: KeyOptions

        func perform() async throws {
            let folder = try KeyFolder.of(RealmSettings(await options.reader()))
            let ring = try folder.rotate(version: keyVersion, isEmergency: now, now: SystemWallClock().now())
            KeyFolder.show(ring)
        }
    }

    struct Retire: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "retire",
            abstract: "Stop signing with an old key, and delete its private half.",
            discussion: """
                From then on, phones that have only this key can verify no chunk. Destroy any copies of the private \
                half that you keep elsewhere.

                Example:
                  avviso keys retire v1 --signing-key signing-keys
                """
        )

        @Argument(help: ArgumentHelp("The key's version.", valueName: "version")) var keyVersion: String
        @OptionGroup var options: KeyOptions

        func perform() async throws {
            let folder = try KeyFolder.of(RealmSettings(await options.reader()))
            KeyFolder.show(try folder.retire(version: keyVersion, now: SystemWallClock().now()))
        }
    }

    struct List: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the keys of a folder.",
            discussion: .example("avviso keys list --signing-key signing-keys")
        )

        @OptionGroup var options: KeyOptions

        func perform() async throws {
            KeyFolder.show(try KeyFolder.of(RealmSettings(await options.reader())).ring())
        }
    }

    struct Public: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "public",
            abstract: "Print the public keys of exports and messages as JSON, for app teams.",
            discussion: """
                Example:
                  avviso keys public --signing-key signing-keys --set message-signing-key=messages.pem
                """
        )

        @OptionGroup var options: KeyOptions

        func perform() async throws {
            let realm = try Server(await options.reader(), clock: SystemWallClock(), mayMakeDatabases: false).realm
            Terminal.say(String(decoding: try realm.publicKeys().json(), as: UTF8.self))
        }
    }
}

/// The part that the commands on a folder of keys share.
private enum KeyFolder {
    static func of(_ settings: RealmSettings) throws -> SigningKeyFolder {
        guard let path = settings.signingKeyFile else {
            throw AssemblyError.notAKeyFolder
        }
        if FileManager.default.fileExists(atPath: path), !SigningKeyFolder.isFolder(path) {
            throw AssemblyError.notAKeyFolder
        }
        return SigningKeyFolder(URL(fileURLWithPath: path))
    }

    static func show(_ ring: KeyRing) {
        for key in ring.keys {
            let end = key.signedUntil.map { " until \($0)" } ?? ""
            Terminal.say("\(key.id)-\(key.version): \(key.state.rawValue), signs since \(key.signsSince)\(end)")
        }
        if let upcoming = ring.key(in: .upcoming) {
            let earliest = upcoming.signsSince.advanced(bySeconds: KeyRing.minOverlap)
            Terminal.say("\(upcoming.version) can become active from \(earliest): avviso keys rotate")
        }
    }
}
