import Crypto
import DeviceAttestation
import ExposurePrimitives
import NIOHTTP1
import WireFormat

/// The answers of Apple's server to a developer's calls.
struct DeviceCheckCalls: Answering {
    let devices: EmulatedDevices
    let teamID: String
    let keyID: String
    let publicKey: P256.Signing.PublicKey

    /// The maximum difference in seconds between a bearer token's time and the server's clock.
    private static let bearerLifetime: Int64 = 3600

    @concurrent
    func answer(_ request: EmulatedRequest) async throws -> EmulatedAnswer? {
        let endpoint = request.path.split(separator: "/").last.map(String.init) ?? ""
        let mishap =
            devices.nextMishap(
                of: endpoint,
                bearer: request.head.headers.first(name: "authorization"),
                protocol: request.isHTTP2 ? "HTTP/2" : "HTTP/1.1"
            ) ?? EmulatedDevices.Mishap()
        try await Task.sleep(for: .milliseconds(mishap.delayBefore))
        let answer: Answer
        if let status = mishap.status {
            answer = (status, "Planned by the control interface")
        } else {
            answer = self.answer(to: request, endpoint)
        }
        try await Task.sleep(for: .milliseconds(mishap.delayAfter))
        return mishap.losesAnswer
            ? nil
            : EmulatedAnswer(
                status: answer.status,
                body: mishap.body ?? answer.body,
                trickle: .milliseconds(mishap.trickle)
            )
    }

    private typealias Answer = (status: Int, body: String)

    private func answer(to request: EmulatedRequest, _ endpoint: String) -> Answer {
        guard request.path == "/v1/\(endpoint)" else {
            return (404, "Not Found")
        }
        guard request.head.method == .POST else {
            return (405, "Method Not Allowed")
        }
        guard let bearer = bearerParts(request.head.headers.first(name: "authorization")) else {
            return (400, "Missing or badly formatted authorization token")
        }
        guard isAuthorised(bearer) else {
            return (401, "Unable to verify authorization token")
        }
        guard let call = try? JSONValue(parsing: request.body), case .string(let token) = call["device_token"],
            case .string(let transaction) = call["transaction_id"], !transaction.isEmpty,
            case .number(let time) = call["timestamp"], Int64(time) != nil
        else {
            return (400, "Missing or incorrectly formatted device token payload")
        }
        guard devices.isValid(token) else {
            return (400, "Bad Device Token")
        }
        switch endpoint {
        case "validate_device_token": return (200, "")
        case "query_two_bits": return query(token)
        case "update_two_bits": return update(token, call)
        default: return (404, "Not Found")
        }
    }

    private func query(_ token: String) -> Answer {
        guard let state = devices.state(of: token), let month = state.lastUpdate else {
            return (200, "Failed to find bit state")
        }
        let object: JSONValue = [
            "bit0": .boolean(state.bits.bit0), "bit1": .boolean(state.bits.bit1),
            "last_update_time": .string(month.description),
        ]
        return (200, String(decoding: object.encoded, as: UTF8.self))
    }

    private func update(_ token: String, _ call: JSONValue) -> Answer {
        guard case .boolean(let bit0) = call["bit0"], case .boolean(let bit1) = call["bit1"] else {
            return (400, "Missing or incorrectly formatted bits")
        }
        devices.update(token, to: DeviceBits(bit0: bit0, bit1: bit1))
        return (200, "")
    }

    /// The three parts of a bearer token; nil if it is not one.
    private func bearerParts(_ header: String?) -> [Substring]? {
        guard let header, header.hasPrefix("Bearer ") else {
            return nil
        }
        let parts = header.dropFirst("Bearer ".count).split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3 ? parts : nil
    }

    private func isAuthorised(_ parts: [Substring]) -> Bool {
        guard let head = json(parts[0]), head["alg"] == "ES256", head["kid"] == .string(keyID),
            let claims = json(parts[1]), claims["iss"] == .string(teamID), case .number(let text) = claims["iat"],
            let issued = Int64(text), abs(devices.now.seconds(since: UnixTime(issued))) <= Self.bearerLifetime,
            let bytes = Base64URL.decode(parts[2]),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: bytes)
        else {
            return false
        }
        return publicKey.isValidSignature(signature, for: Array("\(parts[0]).\(parts[1])".utf8))
    }

    private func json(_ part: Substring) -> JSONValue? {
        Base64URL.decode(part).flatMap { try? JSONValue(parsing: $0) }
    }
}
