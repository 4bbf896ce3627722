import ArgumentParser
import CommonAssembly
import CoronaWarnAPI
import CoronaWarnAssembly
import CoronaWarnPorts
import ExposurePrimitives
import HTTPTransport
import MessageSignatures
import ServiceKit
import WireFormat

struct FederationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "federation",
        abstract: "Exchange keys with the authorities of other countries.",
        discussion: """
            federation.countries names the countries. Each of them needs a partner, which these commands add, pause \
            and look at. Changes take effect at once, also on a running server.
            """,
        subcommands: [
            Add.self, List.self, Batches.self, Pause.self, Resume.self, Rewind.self, Remove.self, Exchange.self,
        ]
    )

    struct Add: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add the authority of a country, or change what is known of it.",
            discussion: """
                The name is that of the authority in the list of partners. How far the exchange has come stays known.

                Example:
                  avviso federation add DK --name danmark.dk --server https://partners.danmark.dk:8443 \\
                    --public-key danmark.pem --trust-root danmark-root.pem --set federation.countries=DK --data data
                """
        )

        @Argument(help: "The country: two capital letters.") var country: Country
        @Option(help: "Its name in the list of partners.") var name: HolderName
        @Option(help: ArgumentHelp("Its listener for partners.", valueName: "https-url")) var server: String
        @Option(help: ArgumentHelp("The key with which it signs batches.", valueName: "pem")) var publicKey: String
        @Option(help: ArgumentHelp("The only authorities that vouch for its server.", valueName: "pem"))
        var trustRoot: String?
        @Option(help: "The maximum number of keys that are taken from it on one day.")
        var maxKeys = FederationPartner.defaultMaxKeys
        @OptionGroup var options: DataOptions

        func validate() throws {
            guard FederationPartner.maxKeys.contains(maxKeys) else {
                let (low, high) = (FederationPartner.maxKeys.lowerBound, FederationPartner.maxKeys.upperBound)
                throw ValidationError("--max-keys is a number from \(low) to \(high).")
            }
            guard ServerURL(server)?.text.hasPrefix("https://") == true else {
                throw ValidationError("--server is an https URL with host and port, without a path.")
            }
        }

        func perform() async throws {
            let partner = try partner()
            let system = try await options.coronaWarn(mayMakeDatabases: true)
            guard system.federatedCountries.contains(country.code) else {
                throw Failure("\(country.code) is not among federation.countries")
            }
            guard try await system.federationStore().put(partner) else {
                throw Failure("\(name.text) is the partner of another country; avviso federation list names all")
            }
            Terminal.say("Keys are exchanged with \(name.text) for \(country.code).")
        }

        private func partner() throws -> FederationPartner {
            let pem = try InputFile.readText(publicKey)
            guard (try? MessageVerificationKey(pem: pem)) != nil else {
                throw Failure("the file \(publicKey) contains no P-256 public key in PEM")
            }
            let roots = try trustRoot.map(InputFile.read)
            if let trustRoot, (try? ServerTrust(roots: roots)) == nil {
                throw Failure("the file \(trustRoot) contains no certificate in PEM")
            }
            return FederationPartner(
                country: country.code,
                name: name.text,
                server: ServerURL(server)?.text ?? server,
                trustRoots: roots,
                publicKey: pem,
                maxKeysPerDay: maxKeys
            )
        }
    }

    struct Pause: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause",
            abstract: "Pause the exchange with a country: nothing is given and nothing is taken.",
            discussion: .example("avviso federation pause DK --data data")
        )

        @Argument(help: "The country.") var country: Country
        @OptionGroup var options: DataOptions

        func perform() async throws {
            try await FederationCommand.change(options, country, "The exchange with \(country.code) is paused.") {
                try await $0.setPaused(true, for: country.code)
            }
        }
    }

    struct Resume: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume",
            abstract: "End the pause of a country. The exchange goes on where it stopped.",
            discussion: .example("avviso federation resume DK --data data")
        )

        @Argument(help: "The country.") var country: Country
        @OptionGroup var options: DataOptions

        func perform() async throws {
            try await FederationCommand.change(options, country, "The exchange with \(country.code) goes on.") {
                try await $0.setPaused(false, for: country.code)
            }
        }
    }

    struct Rewind: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "rewind",
            abstract: "Ask a country for its batches again, from the one after a number.",
            discussion: """
                For batches that were refused although they were sound. Keys that are stored already stay as they are.

                Example:
                  avviso federation rewind DK 41 --data data
                """
        )

        @Argument(help: "The country.") var country: Country
        @Argument(help: "The number of the last batch that need not come again; 0 for all.") var number: Int
        @OptionGroup var options: DataOptions

        func validate() throws {
            guard (0...FederationLimits.numbers.upperBound).contains(number) else {
                throw ValidationError("The number is from 0 to \(FederationLimits.numbers.upperBound).")
            }
        }

        func perform() async throws {
            let done = "The next run asks \(country.code) for the batches after \(number)."
            try await FederationCommand.change(options, country, done) {
                try await $0.rewind(country.code, to: number)
            }
        }
    }

    struct Remove: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Forget the authority of a country. Its keys stay until the end of their lives.",
            discussion: .example("avviso federation remove DK --data data")
        )

        @Argument(help: "The country.") var country: Country
        @OptionGroup var options: DataOptions

        func perform() async throws {
            try await FederationCommand.change(options, country, "\(country.code) has no partner any more.") {
                try await $0.remove(country.code)
            }
        }
    }

    private static func change(
        _ options: DataOptions,
        _ country: Country,
        _ sentence: String,
        _ change: (any FederationStore) async throws -> Bool
    ) async throws {
        guard try await change(options.coronaWarn().federationStore()) else {
            throw Failure("\(country.code) has no partner; avviso federation list names all")
        }
        Terminal.say(sentence)
    }
}

/// A country as an argument.
struct Country: ExpressibleByArgument {
    let code: RegionCode

    init?(argument: String) {
        guard let code = RegionCode(argument), code.isCountry else {
            return nil
        }
        self.code = code
    }
}
