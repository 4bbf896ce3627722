import Foundation

extension RuleSet {
    /// The rule with the parameters of a configuration in JSON. The caller must have verified its signature.
    ///
    /// - Throws: if a parameter is missing, has the wrong kind, is impossible, or contradicts another.
    public func model(configuration: [UInt8]) throws(RiskParameterError) -> any RiskModel {
        let data = Data(configuration)
        return switch self {
        case .immuni, .immuniAndroid: try ImmuniRule(Self.decode(data))
        case .coronaWarn: try CoronaWarnRule(Self.decode(data))
        case .coronaWarnV1: try CoronaWarnScoreRule(Self.decode(data))
        case .swissCovid: try SwissCovidRule(Self.decode(data))
        case .lfphNarrow, .lfphWide, .lfphNarrow2020, .lfphWide2020: try DailySummaryRule(Self.decode(data))
        }
    }

    /// The published parameters as a configuration in JSON, as a starting point for others.
    public func publishedConfiguration() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return Array(try encoder.encode(published))
    }

    private var published: any Encodable {
        switch self {
        case .immuni: ImmuniRule.Parameters.publishedForIOS
        case .immuniAndroid: ImmuniRule.Parameters.publishedForAndroid
        case .coronaWarn: CoronaWarnParameters.published
        case .coronaWarnV1: CoronaWarnScoreRule.Parameters.published
        case .swissCovid: SwissCovidRule.Parameters.published
        case .lfphNarrow: DailySummaryRule.Parameters.narrowNet
        case .lfphWide: DailySummaryRule.Parameters.wideNet
        case .lfphNarrow2020: DailySummaryRule.Parameters.narrowNet2020
        case .lfphWide2020: DailySummaryRule.Parameters.wideNet2020
        }
    }

    private static func decode<Parameters: Decodable>(_ data: Data) throws(RiskParameterError) -> Parameters {
        do {
            return try JSONDecoder().decode(Parameters.self, from: data)
        } catch {
            throw RiskParameterError(error as? DecodingError)
        }
    }
}

extension RiskParameterError {
    /// The error for values that a decoder could not read.
    fileprivate init(_ error: DecodingError?) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(Self.name(context.codingPath + [key]), "is missing")
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            self.init(Self.name(context.codingPath), "has a wrong type")
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            self.init(Self.name(context.codingPath), "has an unknown value")
        case .dataCorrupted, nil:
            self.init("the configuration", "is not JSON")
        @unknown default:
            self.init("the configuration", "cannot be read")
        }
    }

    private static func name(_ path: [any CodingKey]) -> String {
        path.isEmpty
            ? "the configuration" : path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
