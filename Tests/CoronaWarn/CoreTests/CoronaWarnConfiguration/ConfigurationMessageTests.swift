import CoronaWarnConfiguration
import ExposurePrimitives
import ExposureTesting
import Foundation
import RiskModels
import Testing

@Suite("Messages of the configuration")
struct ConfigurationMessageTests {
    private static func sample() -> PhoneConfiguration {
        var configuration = PhoneConfiguration.published(country: "DE")
        configuration.supportedCountries.append("IT")
        configuration.asksForVisitedCountries = true
        configuration.asksForSymptoms = false
        configuration.riskCalculation = .normalisedScore
        configuration.hotlines = [
            Hotline(purpose: .teleTAN, number: "+49 800 7540002"),
            Hotline(purpose: .information, number: "+39 06 12345"),
        ]
        configuration.windows.trlFilters = [.init(dropIfTrlInRange: ParameterRange(min: 1, max: 2))]
        configuration.windows.minutesAtAttenuationFilters = [
            .init(
                attenuationRange: ParameterRange(min: 0, max: 79, maxExclusive: true),
                dropIfMinutesInRange: ParameterRange(min: -1, max: 5, minExclusive: true, maxExclusive: true)
            )
        ]
        configuration.revokedPackages = [
            RevokedPackage(region: "DE", date: "2020-06-01", hour: nil, entityTag: "0a"),
            RevokedPackage(region: "EUR", date: "2020-06-02", hour: 0, entityTag: "0b"),
        ]
        return configuration
    }

    @Test("the message of either platform has the whole configuration", arguments: ValidConfiguration.Platform.allCases)
    func whole(platform: ValidConfiguration.Platform) throws {
        for configuration in [Self.sample(), .published(country: "IT")] {
            let message = try ValidConfiguration(configuration).secondGenerationMessage(for: platform)
            #expect(try PhoneConfiguration(parsing: message) == configuration)
        }
    }

    @Test("each calculation comes through, and one that a phone does not know is refused")
    func calculations() throws {
        for calculation in RiskCalculation.allCases {
            var configuration = Self.sample()
            configuration.riskCalculation = calculation
            let message = try ValidConfiguration(configuration).secondGenerationMessage(for: .iOS)
            #expect(try PhoneConfiguration(parsing: message).riskCalculation == calculation)
            guard calculation != .windows else {
                continue
            }
            let other = String(calculation.rawValue.dropLast()) + "x"
            var changed = message
            let name = Array(calculation.rawValue.utf8)
            changed.replaceSubrange(try #require(message.firstRange(of: name)), with: other.utf8)
            #expect(throws: ConfigurationProblem("riskCalculation", "is none that this phone knows")) {
                try PhoneConfiguration(parsing: changed)
            }
        }
    }

    @Test("a document without the members that came later has their defaults")
    func earlierDocument() throws {
        let document = try JSONEncoder().encode(PhoneConfiguration.published(country: "DE"))
        var members = try #require(JSONSerialization.jsonObject(with: document) as? [String: Any])
        members["riskCalculation"] = nil
        members["asksForSymptoms"] = nil
        let earlier = try JSONSerialization.data(withJSONObject: members)
        #expect(try JSONDecoder().decode(PhoneConfiguration.self, from: earlier) == .published(country: "DE"))
        for name in members.keys {
            var incomplete = members
            incomplete[name] = nil
            let data = try JSONSerialization.data(withJSONObject: incomplete)
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(PhoneConfiguration.self, from: data) }
        }
    }

    @Test("equal configurations give equal bytes")
    func determinism() throws {
        let valid = try ValidConfiguration(Self.sample())
        for _ in 0..<20 {
            #expect(try valid.firstGenerationMessage() == valid.firstGenerationMessage())
            let second = try valid.secondGenerationMessage(for: .android)
            #expect(try valid.secondGenerationMessage(for: .android) == second)
        }
    }

    @Test("the first generation's message has the contract's field numbers")
    func firstGeneration() throws {
        let message = try ValidConfiguration(.published(country: "DE")).firstGenerationMessage()
        // Field 1, the minimum score 11; then field 2, the two classes.
        let classes: [UInt8] = [
            0x0A, 0x07, 0x0A, 0x03, 0x4C, 0x4F, 0x57, 0x18, 0x0F,
            0x0A, 0x0E, 0x0A, 0x04, 0x48, 0x49, 0x47, 0x48, 0x10, 0x0F, 0x18, 0xFF, 0xFF, 0xFF, 0xFF, 0x07,
        ]
        #expect(message.starts(with: [0x08, 0x0B, 0x12, UInt8(classes.count)] + classes))
        // Field 3 begins with the scores of transmission, of which the zeros are left out.
        let exposure = message.dropFirst(4 + classes.count)
        #expect(exposure.first == 0x1A)
        #expect(exposure.dropFirst(2).starts(with: [0x0A, 0x0C, 0x18, 3, 0x20, 4, 0x28, 5, 0x30, 6, 0x38, 7, 0x40, 8]))
    }

    @Test("a message without its parts is refused")
    func missing() throws {
        for message: [UInt8] in [[], [0x22, 0x02, 0x44, 0x45], [0xFF], [0x3A, 0x00]] {
            #expect(throws: ConfigurationProblem.self) { try PhoneConfiguration(parsing: message) }
        }
        let whole = try ValidConfiguration(Self.sample()).secondGenerationMessage(for: .iOS)
        for length in 0..<whole.count {
            // A cut message is refused, or it lacks what follows the cut, which the check finds.
            if let cut = try? PhoneConfiguration(parsing: Array(whole.prefix(length))) {
                #expect(cut.supportedCountries == Self.sample().supportedCountries)
            }
        }
    }

    @Test("a filter that lacks a range is refused, as the one that muted all phones")
    func misSplitFilter() throws {
        let whole = try ValidConfiguration(.published(country: "DE")).secondGenerationMessage(for: .iOS)
        // Field 7 (risk calculation) with field 1 (a filter) with field 1 (its attenuations) alone: messages merge.
        let split: [UInt8] = [0x3A, 0x04, 0x0A, 0x02, 0x0A, 0x00]
        let name = "windows.minutesAtAttenuationFilters"
        let problem = ConfigurationProblem(name, "have an element that lacks a range")
        #expect(throws: problem) { try PhoneConfiguration(parsing: whole + split) }
    }

    @Test("changed messages never stop the reader, nor the check")
    func mutations() throws {
        let whole = try ValidConfiguration(Self.sample()).secondGenerationMessage(for: .android)
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            var changed = whole
            for _ in 0...Int.random(in: 0...3, using: &generator) {
                let place = Int.random(in: changed.indices, using: &generator)
                changed[place] = UInt8.random(in: 0...255, using: &generator)
            }
            if let read = try? PhoneConfiguration(parsing: changed), let valid = try? ValidConfiguration(read) {
                #expect(try PhoneConfiguration(parsing: valid.secondGenerationMessage(for: .iOS)) == read)
            }
        }
    }

    @Test("a configuration is JSON for people, and reads back")
    func json() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(Self.sample())
        #expect(try JSONDecoder().decode(PhoneConfiguration.self, from: data) == Self.sample())
    }
}

/// The parameters beside the published test cases of the second calculation.
@Suite("Published parameters of windows", .needsForeignVectors)
struct PublishedVectorTests {
    private struct Vectors: Decodable {
        let configuration: CoronaWarnParameters
    }

    @Test("are valid, and phones read from a message what was published")
    func roundTrip() throws {
        let vectors = try ForeignVectors.decode(Vectors.self, from: "exposure_windows_cwa.json")
        var configuration = PhoneConfiguration.published(country: "DE")
        configuration.windows = vectors.configuration
        for platform in ValidConfiguration.Platform.allCases {
            let message = try ValidConfiguration(configuration).secondGenerationMessage(for: platform)
            #expect(try PhoneConfiguration(parsing: message).windows == vectors.configuration)
        }
    }
}
