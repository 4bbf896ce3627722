import ExposurePrimitives
import ImmuniAPI
import ServiceTesting
import WireFormat

/// A request to one of the two endpoints, right in every part until a test changes one.
struct IngestionRequest {
    var path = "/v1/ingestion/upload"
    var authorization: String?
    var dummyFlag: String? = "0"
    var clientClock: String? = String(SampleIngestion.noon.seconds)
    var contentType: String? = "application/json; charset=utf-8"
    var members: [(name: String, value: JSONValue?)] = []
    /// Replaces the members.
    var body: String?

    /// An upload of `keys`.
    static func upload(_ keys: [JSONValue] = [key(1)], code: String = SampleIngestion.code) throws -> IngestionRequest {
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

    func setting<Value>(_ part: WritableKeyPath<IngestionRequest, Value>, _ value: Value) -> IngestionRequest {
        var copy = self
        copy[keyPath: part] = value
        return copy
    }

    var text: String {
        let headers = [
            authorization.map { "Authorization: \($0)" }, dummyFlag.map { "Immuni-Dummy-Data: \($0)" },
            clientClock.map { "Immuni-Client-Clock: \($0)" }, contentType.map { "Content-Type: \($0)" },
        ]
        let object = JSONValue.object(members.compactMap { name, value in value.map { .init(name: name, value: $0) } })
        return RawRequest.post(
            path,
            headers: headers.compactMap(\.self),
            body: body ?? String(decoding: object.encoded, as: UTF8.self)
        )
    }

    func exchange(_ port: Int) async throws -> RawAnswer { try await RawHTTP.exchange(port: port, text) }
}

// MARK: - Keys

extension IngestionRequest {
    /// The first interval of the day of ``SampleIngestion/noon``.
    static let today = Int(IntervalNumber(clamping: SampleIngestion.noon).startOfDay.rawValue)

    /// Key number `number` (0…255) of the whole day `daysAgo`, or with another start and period.
    static func key(
        _ number: Int,
        daysAgo: Int = 1,
        start: Int? = nil,
        period: JSONValue? = 144,
        byteCount: Int = 16
    ) -> JSONValue {
        let bytes = [UInt8](repeating: UInt8(number), count: byteCount)
        var members: [JSONValue.Member] = [
            .init(name: "key_data", value: .string(Base64.encode(bytes))),
            .init(name: "rolling_start_number", value: .integer(start ?? today - 144 * daysAgo)),
        ]
        if let period {
            members.append(.init(name: "rolling_period", value: period))
        }
        return .object(members)
    }

    /// Keys of one hour for each of the last `count` hours before today, newest first.
    static func hourlyKeys(_ count: Int) -> [JSONValue] {
        (1...count).map { key($0, start: today - 6 * $0, period: 6) }
    }
}
