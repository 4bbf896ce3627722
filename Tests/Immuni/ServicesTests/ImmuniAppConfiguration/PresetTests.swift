import Foundation
import ImmuniAPI
import Persistence
import Testing
import WireFormat

@testable import ImmuniAppConfiguration
@testable import SettingsDocuments

@Suite("Presets")
struct PresetTests {
    /// The answer for a phone of `platform` and `build`.
    private func answer(of preset: SettingsPreset, platform: String, build: Int) -> Data {
        var effective: [String: [UInt8]] = [:]
        for setting in preset.settings.sorted(by: { $0.startingBuild < $1.startingBuild })
        where setting.platform == platform && setting.startingBuild <= build {
            effective[setting.name] = setting.value
        }
        let members = effective.map { name, value in Array("\"\(name)\":".utf8) + value }
        return Data(Array("{".utf8) + members.joined(separator: Array(",".utf8)) + Array("}".utf8))
    }

    @Test(
        "the demo preset is complete for both platforms, from the first build to the last",
        arguments: ["ios", "android"]
    )
    func demoIsComplete(platform: String) throws {
        let preset = try SettingsPreset(parsing: #require(SettingsPreset.builtIn(named: "demo")))
        for build in [1, 20_000, Int(Int32.max)] {
            let answer = self.answer(of: preset, platform: platform, build: build)
            let settings = try AppSettings(parsing: answer)
            #expect(settings.teksPacketSize == 110_000)
            #expect(settings.exposureConfiguration.attenuationThresholds == [50, 70])
            #expect(settings.exposureInfoMinimumRiskScore == (platform == "ios" ? 12 : 20))
            #expect(Set(settings.pnUrl.keys) == ["it", "en", "de", "fr", "es"])
            #expect(try JSONValue(parsing: Array(answer))["countries"]?["it"]?["DE"] == "Germania")
        }
    }

    @Test("the demo preset's addresses are example.org's and its telephone number belongs to nobody")
    func demoNamesNobody() throws {
        let document = try JSONValue(parsing: #require(SettingsPreset.builtIn(named: "demo")))
        var addresses: [String] = []
        func visit(_ value: JSONValue) {
            switch value {
            case .string(let text) where text.contains("@") || text.contains("://") || text.contains("www"):
                addresses.append(text)
            case .array(let elements): elements.forEach(visit)
            case .object(let members): members.map(\.value).forEach(visit)
            default: break
            }
        }
        visit(document)
        #expect(addresses.count == 32, "fifteen URLs and an e-mail address for each platform")
        for address in addresses {
            #expect(address.hasPrefix("https://www.example.org/") || address.hasSuffix("@example.org"), "\(address)")
        }
        for platform in SamplePreset.platforms {
            let preset = try SettingsPreset(parsing: #require(SettingsPreset.builtIn(named: "demo")))
            let settings = try AppSettings(parsing: answer(of: preset, platform: platform, build: 1))
            #expect(settings.supportPhone?.filter(\.isNumber).allSatisfy { $0 == "0" } == true)
        }
    }

    @Test("no other name is built in", arguments: ["", "Demo", "demo.json", "production"])
    func unknownName(name: String) {
        #expect(SettingsPreset.builtIn(named: name) == nil)
    }

    /// Why the sample with a change is refused; nil if it is accepted.
    private func refusal(_ change: (inout SamplePreset) -> Void) throws -> SettingsRefusal? {
        var preset = try SamplePreset()
        change(&preset)
        do {
            _ = try SettingsPreset(parsing: preset.file)
            return nil
        } catch {
            return error
        }
    }

    @Test("a preset without a setting is refused with the setting, the platform and the build")
    func missingSetting() throws {
        let optional: Set = ["support_email", "support_phone"]
        for platform in SamplePreset.platforms {
            let names = try SamplePreset().names(platform)
            #expect(names.count == 30)
            for name in names {
                let missing = SettingsRefusal("\(platform), build 1: \(name) is missing")
                let refusal = try refusal { $0.remove(name, from: platform) }
                #expect(refusal == (optional.contains(name) ? nil : missing))
            }
        }
    }

    @Test("a missing part of the risk parameters is named with its whole path")
    func missingPart() throws {
        let thresholds: JSONValue = ["attenuation_thresholds": [50, 70]]
        let refusal = try refusal { $0.set("exposure_configuration", to: thresholds, in: "android") }
        let reasons = refusal?.reasons ?? []
        #expect(reasons.count == 9, "every part that is missing is told")
        for reason in reasons {
            #expect(reason.hasPrefix("android, build 1: exposure_configuration.") && reason.hasSuffix(" is missing"))
        }
    }

    @Test("a setting that becomes unreadable with a later build is named with that build")
    func laterBuild() throws {
        let refusal = try refusal {
            $0.add("ios", from: 500, ["reopen_reminder": false])
            $0.add("ios", from: 700, ["teks_packet_size": "large"])
        }
        let range = "a whole number from 1024 to 150000 (bytes)"
        #expect(refusal?.description == "ios, build 700: teks_packet_size must be \(range), not \"large\"")
    }

    @Test("null is not a value")
    func null() throws {
        let refusal = try refusal { $0.set("minimum_build_version", to: .null, in: "ios") }
        #expect(refusal?.description.hasPrefix("ios, build 1: minimum_build_version must be a whole number") == true)
    }

    @Test("apps older than the first starting build must get settings too")
    func firstBuild() throws {
        let refusal = try refusal { $0.editions["android"]?[0].startingBuild = 2 }
        #expect(refusal?.reasons.count == 28, "everything but the two optional ones")
        #expect(refusal?.reasons.contains("android, build 1: minimum_build_version is missing") == true)
    }

    @Test("two values for one setting of one build are refused")
    func repeatedSetting() throws {
        let refusal = try refusal { $0.add("ios", from: 1, ["reopen_reminder": false]) }
        #expect(refusal == SettingsRefusal("ios, build 1: reopen_reminder has two values"))
    }

    @Test(
        "a starting build is an integer from 1 to the maximum build of a phone",
        arguments: [0, -1, 2_147_483_648, "1", true, .number("1.5"), .null] as [JSONValue]
    )
    func startingBuild(value: JSONValue) throws {
        let text = try refusal { $0.add("ios", from: value, [:]) }?.description ?? ""
        #expect(text.contains("\"ios\"") && text.contains("starting_build"))
    }

    @Test("the maximum starting build is accepted")
    func maxStartingBuild() throws {
        #expect(try refusal { $0.add("ios", from: 2_147_483_647, ["reopen_reminder": false]) } == nil)
    }

    @Test(
        "a file of another form is refused with an explanation",
        arguments: [
            ("", "not JSON"), ("{", "not JSON"), ("[]", "platforms"), ("{}", "platforms"),
            (#"{"platforms":{}}"#, "\"ios\""), (#"{"platforms":{"ios":{}}}"#, "\"ios\""),
            (#"{"platforms":{"ios":[]}}"#, "\"android\""),
            (#"{"platforms":{"ios":[],"android":[]}}"#, "ios, build 1: minimum_build_version is missing"),
        ]
    )
    func otherForm(text: String, words: String) {
        let error = #expect(throws: SettingsRefusal.self) { try SettingsPreset(parsing: Array(text.utf8)) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test("the digest differs between files and is the same for the same file")
    func digest() throws {
        var preset = try SamplePreset()
        let first = try SettingsPreset(parsing: preset.file)
        #expect(try SettingsPreset(parsing: preset.file).digest == first.digest)
        preset.set("support_phone", to: "+00 1", in: "ios")
        #expect(try SettingsPreset(parsing: preset.file).digest != first.digest)
        #expect(first.digest.count == 32)
    }
}
