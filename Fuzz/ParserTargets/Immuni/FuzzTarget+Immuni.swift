import AttestationVerifiers
import ExposurePrimitives
import Foundation
import ImmuniAPI
import Localisation
import SettingsDocuments
import SettingsFiles
import WireFormat

extension FuzzTarget {
    /// What Immuni's servers and apps parse.
    static let immuni = [upload, requests, headers, settings, codes, documents]

    /// Values of single fields of a request's head.
    static let headers = FuzzTarget(
        "headers",
        maxSize: 1024,
        words: ["Bearer ", "bearer ", "de-AT;q=0.8,", "*;q=0", "1790000000"],
        seeds: {
            [
                "Bearer " + String(repeating: "0f", count: 32), "bearer " + String(repeating: "0f", count: 64),
                "1790000100", "de-AT, en;q=0.8, *;q=0.001", "1",
            ].map { Array($0.utf8) }
        },
        check: { bytes in
            let value = bytes.text
            let upload = UploadToken(authorization: value)?.exposedAuthorization
            let analytics = AnalyticsToken(authorization: value)?.exposedAuthorization
            for written in [upload, analytics].compactMap(\.self) {
                try require(written.lowercased() == value.lowercased(), "a token reads back otherwise")
            }
            let skew = ClockSkew(clientClock: value, now: FuzzMoment.now)
            if let skew {
                try require(skew.seconds.magnitude <= ClockSkew.max, "a clock is further off than allowed")
                _ = skew.corrected(UnixTime(.max))
            }
            _ = Language(acceptLanguage: value)
            return upload != nil || analytics != nil || skew != nil || DummyFlag(rawValue: value) != nil
                || Language(matching: value) != nil
        }
    )

    /// The apps' settings as YAML or JSON, and what the schema says of them.
    static let settings = FuzzTarget(
        "settings",
        maxSize: 65_536,
        words: [
            "platforms:", "ios:", "android:", "- starting_build: 1", "settings:", "&a ", "*a", "<<: ", "!!str ", "|\n",
            "? ",
        ],
        seeds: {
            let yaml = """
                platforms:
                  ios:
                  - starting_build: 1
                    settings:
                      minimum_build_version: 1
                      support_email: "a@example.org"
                      teks_max_info_count: 600
                      countries: {"it": {"AT": "Austria"}, "no": {}}
                      pn_url: {en: https://example.org/a}
                  android: []
                """
            let json = #"{"platforms":{"ios":[{"starting_build":2,"settings":{"a":[1,2.5],"b":null}}],"android":[]}}"#
            let whole = #"{"platforms":{"ios":[],"android":[{"starting_build":1,"settings":"#
            return [
                Array(yaml.utf8), Array(json.utf8),
                Array(whole.utf8) + PackageResources.app_settings_json + Array("}]}}".utf8),
            ]
        },
        check: { bytes in
            guard let document = try? AppSettingsFile.parse(bytes) else {
                return false
            }
            _ = SettingsSchema.problems(of: document)
            let json = document.json.encoded
            try require(AppSettingsFile.parse(json) == document, "settings read back otherwise as JSON")
            // Refused are texts that YAML cannot hold; what is written is what was read, or it is not written.
            if let yaml = try? AppSettingsFile.yaml(document) {
                try require(AppSettingsFile.parse(Array(yaml.utf8)) == document, "settings read back otherwise as YAML")
            }
            return true
        }
    )

    /// What people type and apps ask for: codes, provinces, and the query of the settings.
    static let codes = FuzzTarget(
        "codes",
        maxSize: 256,
        words: ["platform=", "build=", "ios", "android"],
        seeds: { ["RM", "9K2RAY8UUQ", "/v1/settings?platform=ios&build=7"].map { Array($0.utf8) } },
        check: { bytes in
            let text = bytes.text
            let request = RequestTarget(text).queryPairs.flatMap { try? SettingsRequest(query: $0) }
            return request != nil || Province(code: text) != nil || (try? OneTimePassword(text)) != nil
        }
    )

    /// What a phone reads of its authority as a whole, and the list of revoked keys that Google publishes; the first byte
    /// chooses.
    static let documents = FuzzTarget(
        "documents",
        maxSize: 16_384,
        words: ["\"faqs\":", "\"title\":", "\"content\":", "\"entries\":", "\"exposure_configuration\":"],
        seeds: {
            [
                [0] + Array(#"{"entries":{"0ab":{"status":"REVOKED"},"c":{"status":"SUSPENDED"}}}"#.utf8),
                [1] + PackageResources.app_settings_json,
            ]
        },
        check: { bytes in
            guard let (choice, rest) = bytes.choice(among: 2) else {
                return false
            }
            guard choice == 1 else {
                return (try? RevokedSerials(statusList: rest)) != nil
            }
            guard let settings = try? AppSettings(parsing: Data(rest)) else {
                return false
            }
            let encoder = JSONEncoder()
            encoder.keyEncodingStrategy = .convertToSnakeCase
            try require(AppSettings(parsing: encoder.encode(settings)) == settings, "settings read back otherwise")
            return true
        }
    )
}
