import ExposurePrimitives
import Foundation
import ServiceKit
import Testing

@Suite("Settings")
final class SettingsTests {
    private enum Mode: String, CaseIterable {
        case quick
        case slow
    }

    private static let lifetime = Setting.duration(
        "otp.lifetime",
        default: .seconds(150),
        in: .seconds(1)...(.seconds(3600)),
        summary: "How long."
    )
    private static let count = Setting.integer(
        "keys.at-most",
        formerly: "keys.up-to",
        default: 30,
        in: 1...100,
        unit: "keys",
        summary: "Many."
    )
    private static let flag = Setting.flag("keys.strict", default: true, summary: "Strict.")
    private static let mode = Setting<Mode>.choice("mode", default: .quick, summary: "Mode.")
    private static let secret = Setting<SecretBytes?>.optionalSecret("otp.key", minLength: 4, summary: "Secret.")
    private static let required = Setting.text("preset", default: nil, summary: "Which preset to serve.")
    private static let catalogue = SettingsCatalogue([
        .init(lifetime), .init(count), .init(flag), .init(mode), .init(secret), .init(required),
    ])

    private func reader(
        commandLine: [String: String] = [:],
        environment: [String: String] = [:],
        file: String? = nil
    ) async throws(SettingsError) -> SettingsReader {
        try await SettingsReader(
            commandLine: commandLine,
            environment: environment,
            file: file,
            catalogue: Self.catalogue,
            otherVariables: ["AVVISO_VECTORS"]
        )
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "avviso-test-\(UUID().uuidString)")

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The path of a new file with this content, deleted with the test.
    private func file(_ content: String, _ fileExtension: String) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "settings.\(fileExtension)").path
        try content.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func error(_ work: () async throws -> Void) async -> SettingsError? {
        do {
            try await work()
            return nil
        } catch {
            return error as? SettingsError
        }
    }

    @Test("the command line wins over the environment, the environment over the file, the file over the default")
    func precedence() async throws {
        let file = try file("otp:\n  lifetime: 10s\n", "yaml")
        let environment = ["AVVISO_OTP_LIFETIME": "20s", "PATH": "/bin"]
        for (settings, seconds, origin) in [
            (
                try await reader(commandLine: ["otp.lifetime": "30s"], environment: environment, file: file), 30,
                .commandLine
            ),
            (try await reader(environment: environment, file: file), 20, .environment("AVVISO_OTP_LIFETIME")),
            (try await reader(file: file), 10, .file(file)), (try await reader(), 150, .default),
        ] as [(SettingsReader, Int, SettingOrigin)] {
            #expect(try settings.value(Self.lifetime) == .seconds(seconds))
            #expect(settings.origin(of: "otp.lifetime") == origin)
        }
    }

    @Test("a former name is read from each source, and refused beside the present one")
    func formerName() async throws {
        let file = try file("keys:\n  up-to: 10\n", "yaml")
        let variable = "AVVISO_KEYS_UP_TO"
        var settings = try await reader(file: file)
        #expect(try settings.value(Self.count) == 10)
        settings = try await reader(environment: [variable: "20"], file: file)
        #expect(try settings.value(Self.count) == 20)
        #expect(settings.origin(of: "keys.at-most") == .environment(variable))
        settings = try await reader(commandLine: ["keys.up-to": "30"], environment: [variable: "20"])
        #expect(try settings.value(Self.count) == 30)
        settings = try await reader(environment: [variable: "101"])
        let refusal = await error { _ = try settings.value(Self.count) }
        #expect(refusal?.description.contains("keys.up-to: the value \"101\"") == true, "as the operator wrote it")
        #expect(
            await error { _ = try await reader(commandLine: ["keys.at-most": "30"], environment: [variable: "20"]) }
                == .setTwice(name: "keys.at-most", former: "keys.up-to", origin: .environment(variable))
        )
    }

    @Test(
        "YAML and JSON files give the same values",
        arguments: [
            (
                "yaml",
                "otp:\n  lifetime: 5m\n  key: abcd\nkeys:\n  at-most: 7\n  strict: false\nmode: slow\npreset: \"007\"\n"
            ),
            (
                "json",
                #"{"otp":{"lifetime":"5m","key":"abcd"},"keys":{"at-most":7,"strict":false},"mode":"slow","preset":"007"}"#
            ),
        ]
    )
    func files(kind: String, content: String) async throws {
        let path = try file(content, kind)
        for settings in [try await reader(file: path), try await reader(environment: ["AVVISO_CONFIG": path])] {
            #expect(try settings.value(Self.lifetime) == .seconds(300))
            #expect(try settings.value(Self.count) == 7)
            #expect(try settings.value(Self.mode) == .slow)
            #expect(try settings.value(Self.required) == "007")
            #expect(try settings.value(Self.secret) == SecretBytes("abcd".utf8))
            #expect(try settings.value(Self.flag) == false)
        }
    }

    @Test(
        "both ends of a range are allowed, and nothing beyond",
        arguments: [
            ("keys.at-most", "1", true), ("keys.at-most", "100", true), ("keys.at-most", "0", false),
            ("keys.at-most", "101", false), ("keys.at-most", "", false), ("keys.at-most", "1.0", false),
            ("keys.at-most", " 1", false), ("otp.lifetime", "1s", true), ("otp.lifetime", "3600s", true),
            ("otp.lifetime", "1h", true), ("otp.lifetime", "999ms", false), ("otp.lifetime", "3601s", false),
            ("otp.lifetime", "150", false), ("otp.lifetime", "-1s", false), ("otp.lifetime", "s", false),
            ("otp.lifetime", "9223372036854775807d", false), ("keys.strict", "false", true),
            ("keys.strict", "no", false), ("mode", "slow", true), ("mode", "Slow", false), ("otp.key", "abc", false),
            ("otp.key", "abcd", true),
        ]
    )
    func ranges(name: String, text: String, isAllowed: Bool) async throws {
        let settings = try await reader(environment: [SettingName.variable(name): text, "AVVISO_PRESET": "p"])
        let error = await error { _ = try Self.catalogue.rows(settings) }
        #expect((error == nil) == isAllowed)
        if case .invalid(let setting, let origin, _, _) = error {
            #expect(setting == name)
            #expect(origin == .environment(SettingName.variable(name)))
        }
    }

    @Test(
        "an optional number must be in its range if it is present",
        arguments: [("9", nil), ("10", 10), ("20", 20), ("21", nil), ("", nil), ("ten", nil)] as [(String, Int?)]
    )
    func optionalInteger(text: String, number: Int?) throws {
        let setting = Setting.optionalInteger("size", in: 10...20, unit: "bytes", summary: "Size.")
        #expect(setting.parse(text) ?? nil == number)
        #expect(try #require(setting.defaultValue) == nil)
        #expect(setting.format(number) == number.map { "\($0)" })
    }

    @Test("an error names the setting, the source of its value, and the allowed values")
    func messages() async throws {
        let settings = try await reader(environment: ["AVVISO_KEYS_AT_MOST": "many"])
        let wrong = await error { _ = try settings.value(Self.count) }
        #expect(
            wrong?.description
                == "keys.at-most: the value \"many\" from the environment variable AVVISO_KEYS_AT_MOST "
                + "is not allowed: whole number from 1 to 100 (keys)"
        )
        let missing = await error { _ = try settings.value(Self.required) }
        #expect(missing?.description == "preset must be set (environment AVVISO_PRESET): Which preset to serve.")
    }

    @Test("the value of a secret appears in no error and no row")
    func secrets() async throws {
        let wrong = try await reader(commandLine: ["otp.key": "pla"])
        let error = try #require(await error { _ = try wrong.value(Self.secret) })
        #expect(!"\(error)".contains("pla\""))
        let settings = try await reader(commandLine: ["otp.key": "planted-secret"])
        let rows = try Self.catalogue.rows(settings)
        for text in [rows.table, rows.json, "\(rows)"] {
            #expect(!text.contains("planted-secret"))
            #expect(text.contains("<secret>"))
        }
    }

    @Test(
        "an unknown name is refused with the most similar setting",
        arguments: [
            (["otp.lifetme": "1s"], [:], nil, "otp.lifetme", "otp.lifetime"),
            ([:], ["AVVISO_OTP_LIFETIM": "1s"], nil, "AVVISO_OTP_LIFETIM", "AVVISO_OTP_LIFETIME"),
            ([:], [:], "otp:\n  livetime: 1s\n", "otp.livetime", "otp.lifetime"),
            ([:], ["AVVISO_ENTIRELY_DIFFERENT_NAME": "1"], nil, "AVVISO_ENTIRELY_DIFFERENT_NAME", nil),
        ] as [([String: String], [String: String], String?, String, String?)]
    )
    func unknown(
        commandLine: [String: String],
        environment: [String: String],
        content: String?,
        name: String,
        nearest: String?
    ) async throws {
        let path = try content.map { try file($0, "yaml") }
        let error = try #require(
            await error { _ = try await reader(commandLine: commandLine, environment: environment, file: path) }
        )
        guard case .unknown(name, _, nearest) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(nearest.map { "\(error)".contains("did you mean \($0)?") } ?? true)
    }

    @Test("other variables are ignored if they are known not to be settings")
    func otherVariables() async throws {
        _ = try await reader(environment: ["AVVISO_VECTORS": "x", "AVVISO_TEST_ANYTHING": "x", "OTHER": "x"])
    }

    @Test(
        "an unreadable file is an error with its path and without its content",
        arguments: [("yaml", "planted: [unclosed"), ("json", "{\"planted\":"), ("json", "[1]"), ("toml", "planted=1")]
    )
    func unreadable(kind: String, content: String) async throws {
        let path = try file(content, kind)
        let error = try #require(await error { _ = try await reader(file: path) })
        guard case .unreadableFile(path, let reason) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!reason.contains("planted"))
    }

    @Test("a missing file is an error")
    func missingFile() async throws {
        let error = await error { _ = try await reader(file: "/nonexistent/avviso.yaml") }
        guard case .unreadableFile("/nonexistent/avviso.yaml", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("rows show value, default, source and meaning, as a table and as JSON")
    func rows() async throws {
        let settings = try await reader(commandLine: ["mode": "slow"], environment: ["AVVISO_OTP_LIFETIME": "120s"])
        let rows = try Self.catalogue.rows(settings)
        #expect(rows.map(\.name) == ["keys.at-most", "keys.strict", "mode", "otp.key", "otp.lifetime", "preset"])
        let lifetime = try #require(rows.first { $0.name == "otp.lifetime" })
        #expect((lifetime.value, lifetime.defaultValue) == ("2m", "150s"))
        #expect(lifetime.variable == "AVVISO_OTP_LIFETIME")
        #expect(lifetime.origin == "the environment variable AVVISO_OTP_LIFETIME")
        #expect(rows.last?.value == nil, "a required setting that is missing")
        #expect(rows.table.contains("mode          slow   the command line"))
        let objects = try #require(try JSONSerialization.jsonObject(with: Data(rows.json.utf8)) as? [[String: Any]])
        #expect(objects.count == 6)
        #expect(objects[2]["value"] as? String == "slow")
        #expect(objects[5]["value"] is NSNull)
    }

    @Test("the host's own settings make its configuration")
    func hostConfiguration() async throws {
        let settings = try await SettingsReader(
            commandLine: ["public.address": "0.0.0.0:443", "cover.floor": "0s"],
            environment: [
                "AVVISO_INTERNAL_TOKEN": "0123456789abcdef", "AVVISO_LIMITS_BODY": "150000",
                "AVVISO_COVER_ANSWER_SIZE": "1024", "AVVISO_LIMITS_REQUESTS_IN_FLIGHT": "3",
            ],
            catalogue: HostSettings.catalogue
        )
        let configuration = try HostConfiguration(settings)
        #expect(configuration.publicAddress == ListenAddress(host: "0.0.0.0", port: 443))
        #expect(configuration.internalToken == SecretBytes("0123456789abcdef".utf8))
        let limits = configuration.limits
        #expect((limits.body, limits.requestsInFlight, limits.headerBlock) == (150_000, 3, 16_384))
        #expect(configuration.cover.answerSize == 1024)
        #expect(configuration.cover.schedule == ReleaseSchedule(floor: .zero, tick: .milliseconds(50)))
        let bare = try await SettingsReader(environment: [:], catalogue: HostSettings.catalogue)
        #expect(try HostConfiguration(bare).cover == .standard)
        #expect(try HostConfiguration(bare).limits == TransportLimits())
        #expect(try bare.value(HostSettings.logLevel) == .info)
    }
}
