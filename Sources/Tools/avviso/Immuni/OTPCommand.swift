import ArgumentParser
import AsyncHTTPClient
import ExposurePrimitives
import Foundation
import HTTPTransport
import ImmuniAPI
import NIOCore
import NIOHTTP1
import NIOSSL
import WireFormat

struct OTPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "otp",
        abstract: "Make, check and authorise One-Time Passwords.",
        subcommands: [Generate.self, Check.self, Authorise.self]
    )

    struct Generate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "generate",
            abstract: "Make codes, as a phone does.",
            discussion: .example("avviso otp generate --count 3")
        )

        @Option(help: "How many codes, 1 to 10000.") var count = 1

        func validate() throws {
            guard (1...10_000).contains(count) else {
                throw ValidationError("--count must be a number from 1 to 10000.")
            }
        }

        func run() {
            var generator = SystemRandomNumberGenerator()
            for _ in 0..<count {
                Terminal.say(OneTimePassword.generate(using: &generator).exposedText)
            }
        }
    }

    struct Check: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Check whether a code is well formed: alphabet, length and check digit.",
            discussion: """
                Exits with 1 if the code is not well formed.

                Example:
                  avviso otp check 9K2RAY8UUQ
                """
        )

        @Argument(help: "The code, ten characters.") var code: String

        func perform() async throws {
            _ = try OneTimePassword.read(code)
            Terminal.say("The code is well formed.")
        }
    }

    struct Authorise: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "authorise",
            abstract: "Authorise a code at the OTP Service, as a Healthcare Operator's system does.",
            discussion: """
                From then on the code can be used for 150 seconds. AVVISO_INTERNAL_TOKEN holds the token of the \
                internal listener, if it requires one.

                Example:
                  avviso otp authorise 9K2RAY8UUQ --symptoms-started-on 2026-11-18 --server http://127.0.0.1:8081
                  avviso otp authorise 9K2RAY8UUQ --symptoms-started-on 2026-11-18 --server https://otp.example.org \
                      --ca root.pem --client-certificate client.pem --client-key client-key.pem
                """
        )

        @Argument(help: "The code, ten characters.") var code: String

        @Option(help: ArgumentHelp("When symptoms started, or the day of the test.", valueName: "yyyy-mm-dd"))
        var symptomsStartedOn: CalendarDay

        @Option(help: ArgumentHelp("The internal listener.", valueName: "url")) var server = "http://127.0.0.1:8081"
        @OptionGroup var trustOptions: TrustOptions

        func validate() throws {
            try trustOptions.check(for: server)
        }

        func perform() async throws {
            let authorisation = OTPAuthorisation(
                otp: try OneTimePassword.read(code),
                symptomsStartedOn: symptomsStartedOn
            )
            switch try await post(authorisation) {
            case 204: Terminal.say("Authorised.")
            case 400: throw Failure("the server refused the request: is the day within the last 180 days?")
            case 401: throw Failure("the internal listener requires a token: set AVVISO_INTERNAL_TOKEN")
            case 409: throw Failure("the code is authorised already, or was used")
            case let status: throw Failure("the server answered \(status)")
            }
        }

        private func post(_ authorisation: OTPAuthorisation) async throws -> UInt {
            var request = HTTPClientRequest(url: server + ImmuniEndpoint.authoriseOTP.path)
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            if let token = ProcessInfo.processInfo.environment["AVVISO_INTERNAL_TOKEN"] {
                request.headers.add(name: "Authorization", value: "Bearer \(token)")
            }
            request.body = .bytes(ByteBuffer(bytes: authorisation.exposedBody))
            var configuration = HTTPClient.Configuration(
                tlsConfiguration: try trustOptions.trust().tlsConfiguration,
                redirectConfiguration: .disallow
            )
            configuration.connectionPool.retryConnectionEstablishment = false
            let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            do {
                let status = try await client.execute(request, timeout: .seconds(10)).status.code
                try await client.shutdown()
                return status
            } catch {
                try? await client.shutdown()
                throw Self.failure(error, of: server)
            }
        }

        private static func failure(_ error: any Error, of server: String) -> Failure {
            switch error {
            case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
                Failure(
                    "no secure connection to \(server): check that it speaks TLS, that --ca is its authority, and whether "
                        + "it requires --client-certificate"
                )
            default:
                Failure("no answer from \(server): is avviso serve running, and is this its internal listener?")
            }
        }
    }
}

extension OneTimePassword {
    /// Reads a code as a person typed it. The failure explains in words what is wrong.
    fileprivate static func read(_ code: String) throws(avviso.Failure) -> OneTimePassword {
        do throws(OneTimePassword.Failure) {
            return try OneTimePassword(code)
        } catch {
            switch error {
            case .wrongLength(let count): throw avviso.Failure("a code has \(length) characters, not \(count)")
            case .unknownCharacter(let position):
                throw avviso.Failure(
                    "character \(position) is none of \(String(decoding: alphabet, as: UTF8.self)) (capital letters only)"
                )
            case .wrongCheckDigit: throw avviso.Failure("the check digit is wrong: a character was misread or mistyped")
            }
        }
    }
}
