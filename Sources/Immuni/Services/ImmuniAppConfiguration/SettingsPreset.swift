import Crypto
import ImmuniAPI
package import Persistence
package import SettingsDocuments
import WireFormat

/// A whole set of settings for the apps, from a JSON file: the first content of a database. The form is that of
/// ``SettingsDocument``.
package struct SettingsPreset: Sendable {
    package let settings: [AppSetting]
    /// SHA-256 of the file. A store compares it to know whether it has this preset already.
    package let digest: [UInt8]

    /// Reads a preset and checks it like every change.
    ///
    /// - Throws: ``SettingsRefusal`` with everything that is missing or wrong, and for which platform and build.
    package init(parsing file: [UInt8]) throws(SettingsRefusal) {
        digest = Array(SHA256.hash(data: file))
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: file)
        } catch {
            throw SettingsRefusal("it is not JSON: \(error)")
        }
        let document = try SettingsDocument(parsing: json)
        let problems = SettingsSchema.problems(of: document)
        guard problems.isEmpty else {
            throw SettingsRefusal(reasons: problems)
        }
        settings = document.settings
    }

    /// The preset that comes with Avviso under this name, or nil.
    package static func builtIn(named name: String) -> [UInt8]? {
        name == "demo" ? PackageResources.demo_json : nil
    }
}
