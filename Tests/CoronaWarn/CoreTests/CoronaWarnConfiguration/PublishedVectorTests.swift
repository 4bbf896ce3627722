import CoronaWarnConfiguration
import ExposureTesting
import RiskModels
import Testing

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
