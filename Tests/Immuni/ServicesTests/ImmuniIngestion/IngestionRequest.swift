import ExposurePrimitives
import ImmuniAPI
import ServiceTesting
import WireFormat

/// A request to one of the two endpoints, right in every part until a test changes one.
struct IngestionRequest: SampleRequest {
    var path = "/v1/ingestion/upload"
    var authorization: String?
    var dummyFlag: String? = "0"
    var clientClock: String? = String(SampleIngestion.noon.seconds)
    var contentType: String? = "application/json; charset=utf-8"
    var members: [(name: String, value: JSONValue?)] = []
    /// Replaces the members.
    var body: String?

    /// An upload of `keys`.
    static func upload(_ keys: [JSONValue] = [.key(1)], code: String = SampleIngestion.code) throws -> Self {
        IngestionRequest(
            authorization: try OneTimePassword(code).uploadToken.exposedAuthorization,
            members: [
                ("province", "RM"), ("teks", .array(keys)), ("exposure_detection_summaries", []), ("padding", "00aZ"),
            ]
        )
    }

    /// A check-otp.
    static func check(code: String = SampleIngestion.code) throws -> IngestionRequest {
        IngestionRequest(
            path: "/v1/ingestion/check-otp",
            authorization: try OneTimePassword(code).uploadToken.exposedAuthorization,
            clientClock: nil,
            members: [("padding", "00aZ")]
        )
    }

    /// A dummy as phones send it, with its own token.
    static func dummy(_ path: String, seed: UInt64 = 1) -> IngestionRequest {
        var generator = SeededGenerator(seed: seed)
        return IngestionRequest(
            path: path,
            authorization: UploadToken.random(using: &generator).exposedAuthorization,
            dummyFlag: "1",
            members: [("padding", "00aZ")]
        )
    }

    /// Sets a member of the body, or removes it if `value` is nil.
    func with(_ name: String, _ value: JSONValue?) -> IngestionRequest {
        var copy = self
        copy.members.removeAll { $0.name == name }
        if let value {
            copy.members.append((name, value))
        }
        return copy
    }

    var text: String {
        let headers = [
            authorization.map { "Authorization: \($0)" }, dummyFlag.map { "Immuni-Dummy-Data: \($0)" },
            clientClock.map { "Immuni-Client-Clock: \($0)" }, contentType.map { "Content-Type: \($0)" },
        ]
        let object = JSONValue.object(members.compactMap { name, value in value.map { .init(name: name, value: $0) } })
        let content = body ?? String(decoding: object.encoded, as: UTF8.self)
        return RawRequest.post(path, headers: headers.compactMap(\.self), body: content)
    }
}

// MARK: - Keys

extension IngestionRequest {
    /// The first interval of the day of ``SampleIngestion/noon``.
    static let today = Int(IntervalNumber(clamping: SampleIngestion.noon).startOfDay.rawValue)

    /// Keys of one hour for each of the last `count` hours before today, newest first.
    static func hourlyKeys(_ count: Int) -> [JSONValue] {
        (1...count).map { .key($0, start: today - 6 * $0, period: 6) }
    }
}

extension JSONValue {
    /// Key number `number` (0…255) of the whole day `daysAgo`, or with another start and period.
    static func key(
        _ number: Int,
        daysAgo: Int = 1,
        start: Int? = nil,
        period: JSONValue? = 144,
        byteCount: Int = 16
    ) -> JSONValue {
        let bytes = [UInt8](repeating: UInt8(number), count: byteCount)
        let members: [(String, JSONValue?)] = [
            ("key_data", .string(Base64.encode(bytes))),
            ("rolling_start_number", .integer(start ?? IngestionRequest.today - 144 * daysAgo)),
            ("rolling_period", period),
        ]
        return .object(members.compactMap { name, value in value.map { .init(name: name, value: $0) } })
    }
}
