import Stores
import WireFormat

/// The body of `GET /v1/settings`.
enum SettingsAnswer {
    /// One flat JSON object, sorted by name so that equal settings give equal bytes.
    static func body(of settings: [AppSetting]) -> [UInt8] {
        let members = settings.sorted { $0.name < $1.name }.map { setting in
            JSONValue.string(setting.name).encoded + [UInt8(ascii: ":")] + setting.value
        }
        return [UInt8(ascii: "{")] + members.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
    }
}
