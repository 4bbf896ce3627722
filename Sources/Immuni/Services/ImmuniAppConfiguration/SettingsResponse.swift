import ExposurePrimitives
import MessageSignatures
import Persistence
import ServiceKit
import WireFormat

/// The answer of `GET /v1/settings`, without its signature.
struct SettingsResponse: Sendable {
    let body: [UInt8]
    let digest: ContentDigest
    let tag: EntityTag

    /// One flat JSON object, sorted by name, so equal settings give equal bytes.
    init(of settings: [AppSetting]) {
        let members = settings.sorted { $0.name < $1.name }.map { setting in
            JSONValue.string(setting.name).encoded + [UInt8(ascii: ":")] + setting.value
        }
        body = [UInt8(ascii: "{")] + members.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
        digest = ContentDigest(of: body)
        tag = EntityTag(Hex.encode(digest.bytes))
    }
}
