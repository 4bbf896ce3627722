import ArgumentParser
import CommonAssembly
import ServerAssembly
import ServiceKit

struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show every setting, or write the configuration of a front.",
        discussion: """
            Examples:
              avviso config
              AVVISO_OTP_LIFETIME=300s avviso config --json
              avviso config nginx --name exposure.example.org --certificate chain.pem --key key.pem
            """,
        subcommands: [Show.self, Nginx.self],
        defaultSubcommand: Show.self
    )
}

// MARK: - avviso config show

extension ConfigCommand {
    struct Show: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show every setting: its value, the value's source, its default and its meaning.",
            discussion: """
                Secrets are masked. Exits with 1 if a setting is wrong, like avviso serve, and with 64 if the command \
                line sets it.

                Examples:
                  avviso config
                  AVVISO_OTP_LIFETIME=300s avviso config --json
                """
        )

        @Flag(help: "Print one JSON array, for programs.") var json = false
        @OptionGroup var options: SettingsOptions

        func perform() async throws {
            let rows = try Server.catalogue.rows(await options.uncheckedReader())
            Terminal.put(json ? rows.json : rows.table)
        }
    }
}

// MARK: - avviso config nginx

extension ConfigCommand {
    struct Nginx: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "nginx",
            abstract: "Write the configuration of an nginx that keeps no address of a phone.",
            discussion: """
                Prints a file for the folder conf.d of nginx. nginx then writes no client address and no user agent to \
                a log, and passes on only the fields that the public routes read. public.address says where the \
                server listens. Set public.behind-proxy=true for avviso check. docs/operations.md says more.

                Several processes behind one name are named by --upstream, once for each.

                With --cache, nginx keeps Corona-Warn's packages for an hour and its indexes for 30 seconds. The folder \
                then holds these public files and nothing of a phone.

                Without --certificate and --key, nginx speaks plain HTTP. Use that only if a part before it ends TLS.

                Example:
                  avviso config nginx --name exposure.example.org --certificate /etc/ssl/chain.pem \
                --key /etc/ssl/key.pem > /etc/nginx/conf.d/avviso.conf
                """
        )

        @Option(help: ArgumentHelp("The host name that phones use.", valueName: "name")) var name: String
        @Option(help: ArgumentHelp("Where nginx listens.", valueName: "host:port")) var listen: String?

        @Option(help: ArgumentHelp("A public listener, for each of several processes.", valueName: "host:port"))
        var upstream: [String] = []

        @Option(help: ArgumentHelp("The certificate chain of the host name.", valueName: "pem"))
        var certificate: String?

        @Option(help: ArgumentHelp("The private key of the certificate.", valueName: "pem")) var key: String?

        @Option(help: ArgumentHelp("Keep files that phones download in this folder.", valueName: "dir"))
        var cache: String?

        @OptionGroup var options: PlainOptions

        func validate() throws {
            guard (certificate == nil) == (key == nil) else {
                throw ValidationError("--certificate and --key belong together: give both or neither.")
            }
            guard listen.map({ ListenAddress($0) != nil }) ?? true else {
                throw ValidationError("--listen takes HOST:PORT, for example 0.0.0.0:443.")
            }
            guard upstream.allSatisfy({ ListenAddress($0) != nil }) else {
                throw ValidationError("--upstream takes HOST:PORT, for example 10.0.0.1:8080.")
            }
        }

        func perform() async throws {
            let settings = try RealmSettings(await options.reader())
            guard settings.host.publicTLS == nil else {
                throw Failure("public.tls-certificate is set, so phones need no front: remove one of the two")
            }
            let front = try NginxFront(
                name: name,
                listen: listen.flatMap { ListenAddress($0) }
                    ?? ListenAddress(host: "0.0.0.0", port: certificate == nil ? 80 : 443),
                certificate: certificate.flatMap { file in key.map { TLSFiles(certificate: file, key: $0) } },
                upstreams: upstream.isEmpty
                    ? [settings.host.publicAddress] : upstream.compactMap { ListenAddress($0) },
                headers: Server.systems.flatMap { $0.requestHeaders },
                cacheFolder: cache,
                files: Server.systems.map { $0.cacheableFiles }.reduce(CacheableFiles(), +)
            )
            Terminal.put(front.text)
        }
    }
}
