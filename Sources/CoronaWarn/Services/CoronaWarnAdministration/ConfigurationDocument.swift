package import CoronaWarnConfiguration
import Foundation
package import WireFormat

/// A configuration as JSON, the form that people read and change.
package struct ConfigurationDocument: Hashable, Sendable {
    package let json: JSONValue

    package init(_ configuration: PhoneConfiguration) throws(ConfigurationRefusal) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            json = try JSONValue(parsing: Array(encoder.encode(configuration)))
        } catch {
            throw ConfigurationRefusal(reasons: ["the configuration is no JSON document"])
        }
    }

    package init(parsing bytes: [UInt8]) throws(ConfigurationRefusal) {
        do throws(JSONError) {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw ConfigurationRefusal(reasons: ["it is no JSON document: \(error)"])
        }
    }

    private init(json: JSONValue) {
        self.json = json
    }

    /// The configuration, checked as a whole.
    ///
    /// - Throws: everything that is missing or wrong.
    package func validated() throws(ConfigurationRefusal) -> ValidConfiguration {
        let configuration: PhoneConfiguration
        do {
            configuration = try JSONDecoder().decode(PhoneConfiguration.self, from: Data(json.encoded))
        } catch {
            throw ConfigurationRefusal(reasons: [Self.words(for: error)])
        }
        do throws(InvalidConfiguration) {
            return try ValidConfiguration(configuration)
        } catch {
            throw ConfigurationRefusal(reasons: error.problems.map(\.description))
        }
    }

    /// The document with the members that its version did not have yet; unchanged if it cannot be published.
    package var completed: ConfigurationDocument {
        (try? ConfigurationDocument(validated().configuration)) ?? self
    }

    /// The document with the value at `path` replaced. A path has dots between the names of members.
    ///
    /// - Throws: if the document has nothing at the path. A mistyped name must not get lost.
    package func setting(_ path: String, to value: JSONValue) throws(ConfigurationRefusal) -> ConfigurationDocument {
        guard let changed = Self.replace(path.split(separator: ".")[...], in: json, by: value) else {
            throw ConfigurationRefusal(reasons: ["there is no parameter \(path)"])
        }
        return ConfigurationDocument(json: changed)
    }

    private static func replace(_ path: ArraySlice<Substring>, in json: JSONValue, by value: JSONValue) -> JSONValue? {
        guard let name = path.first else {
            return value
        }
        guard case .object(let members) = json, let old = json[String(name)],
            let new = replace(path.dropFirst(), in: old, by: value)
        else {
            return nil
        }
        return .object(members.map { $0.name == name ? JSONValue.Member(name: $0.name, value: new) : $0 })
    }

    /// The place and the kind of a mistake, in words for the person who made it.
    private static func words(for error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context): "\(path(context.codingPath + [key])) is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            "\(path(context.codingPath)) has a value of another kind"
        default: "it is no configuration"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty
            ? "the document" : keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}

/// The reasons why a configuration, or a change of it, is refused.
package struct ConfigurationRefusal: Error, Hashable, CustomStringConvertible {
    /// At least one.
    package let reasons: [String]

    package var description: String { reasons.joined(separator: "; ") }
}
