package import Foundation
import HTTPTypes
package import PhonePage
import ServiceKit
import WireFormat

/// The page of a simulated phone without a browser and without a socket.
package struct TrialPage: Sendable {
    package let phone: SimulatedPhone
    private let service: PhonePageService

    /// - Parameters:
    ///   - folder: the existing folder of the cast.
    ///   - cast: the other members; nil for a cast of this phone alone.
    package init(
        _ name: String,
        _ clients: [any HostedClient],
        on platform: PhonePlatform = .iOS,
        in folder: URL,
        clock: CastClock,
        cast: PhoneCast? = nil
    ) async throws {
        guard let name = PhoneName(name) else {
            throw PhonePageError.unknownControl
        }
        let plan = try PhonePlan(name: name, castFolder: folder, platform: platform, clients: clients)
        phone = try SimulatedPhone(plan, clock: clock)
        let cast = cast ?? PhoneCast(folder: folder, clock: clock)
        await cast.add(phone)
        service = PhonePageService(phone, in: cast, access: CastAccess(to: name, in: folder))
    }

    /// The page at a path.
    package func get(_ path: String = "/") async throws -> String {
        let response = try await send(.get, path, body: "")
        guard case .bytes(let bytes) = response.body else {
            return ""
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Posts a form.
    ///
    /// - Returns: the status of the answer.
    package func post(_ path: String, _ fields: KeyValuePairs<String, String>) async throws -> Int {
        let body = fields.map { "\($0.key)=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
        return try await send(.post, path, body: body).status
    }

    /// Answers the question on the screen, as its form does.
    ///
    /// - Returns: the status of the answer; nil without a question.
    package func answer(_ verb: String) async throws -> Int? {
        guard let number = try await question() else {
            return nil
        }
        return try await post("/phone", ["do": verb, "question": number])
    }

    /// The number of the question on the screen.
    package func question() async throws -> String? {
        let field = try await get().components(separatedBy: #"name="question" value=""#)
        return field.count == 2 ? field[1].components(separatedBy: "\"").first : nil
    }

    private func send(_ method: HTTPRequest.Method, _ path: String, body: String) async throws -> ServiceResponse {
        for route in service.internalRoutes where route.endpoint.method.rawValue == method.rawValue {
            if let parameters = Self.parameters(of: path, in: route.endpoint.path) {
                return try await route.handler(
                    ServiceRequest(
                        method: method,
                        path: path,
                        parameters: parameters,
                        headers: [.contentType: "application/x-www-form-urlencoded"],
                        body: Array(body.utf8)
                    )
                )
            }
        }
        throw Refusal.notFound
    }

    /// The values of the braced segments of the template; nil for another path.
    private static func parameters(of path: String, in template: String) -> [String]? {
        let (segments, expected) = (path.split(separator: "/"), template.split(separator: "/"))
        guard segments.count == expected.count,
            zip(segments, expected).allSatisfy({ $1.hasPrefix("{") || $0 == $1 })
        else {
            return nil
        }
        return zip(segments, expected).filter { $1.hasPrefix("{") }.map { String($0.0) }
    }
}
