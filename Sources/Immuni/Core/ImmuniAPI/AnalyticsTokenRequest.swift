public import ExposurePrimitives
import WireFormat

/// The body of `POST /v1/analytics/apple/token`: an iPhone requests the authorisation of its analytics token.
public struct AnalyticsTokenRequest: Sendable {
    public let token: AnalyticsToken
    /// A DeviceCheck token, in base 64, as Apple accepts it.
    public let deviceToken: SecretBytes?
    /// An App Attest attestation object.
    public let appAttest: SecretBytes?

    /// Nil unless there is a DeviceCheck token or an App Attest object.
    public init?(token: AnalyticsToken, deviceToken: SecretBytes?, appAttest: SecretBytes?) {
        guard deviceToken != nil || appAttest != nil else {
            return nil
        }
        self.token = token
        self.deviceToken = deviceToken
        self.appAttest = appAttest
    }

    public init(parsing body: [UInt8]) throws(APIError) {
        var token: AnalyticsToken?
        var deviceToken, appAttest: SecretBytes?
        do throws(JSONError) {
            var reader = JSONReader(body)
            try reader.readObject { reader, name throws(JSONError) in
                switch name {
                case "analytics_token":
                    token = AnalyticsToken(try reader.readString())
                case "device_token":
                    deviceToken = SecretBytes(try reader.readBase64(AnalyticsLimits.deviceTokenLength).text.utf8)
                case "app_attest":
                    appAttest = SecretBytes(try reader.readBase64(AnalyticsLimits.largeAttestationLength).bytes)
                default:
                    throw .wrongMembers
                }
            }
            try reader.readEnd()
        } catch {
            throw .notCompliant
        }
        guard let token,
            let request = AnalyticsTokenRequest(token: token, deviceToken: deviceToken, appAttest: appAttest)
        else {
            throw .notCompliant
        }
        self = request
    }

    /// The body, for the phone.
    public var exposedBody: [UInt8] {
        var members = [JSONValue.Member(name: "analytics_token", value: .string(token.exposedText))]
        if let deviceToken {
            let text = String(decoding: deviceToken.exposedBytes, as: UTF8.self)
            members.append(JSONValue.Member(name: "device_token", value: .string(text)))
        }
        if let appAttest {
            members.append(JSONValue.Member(name: "app_attest", value: .string(Base64.encode(appAttest.exposedBytes))))
        }
        return JSONValue.object(members).encoded
    }
}

extension JSONReader {
    /// Reads a string in strict base 64 whose number of characters is in `lengths`.
    mutating func readBase64(_ lengths: ClosedRange<Int>) throws(JSONError) -> (text: String, bytes: [UInt8]) {
        let text = try readString()
        guard lengths.contains(text.utf8.count) else {
            throw .outOfRange
        }
        guard let bytes = Base64.decode(text) else {
            throw .notCompliant
        }
        return (text, bytes)
    }
}
