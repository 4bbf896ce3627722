import Foundation
package import HTTPTypes
package import OperatorPortal
package import ServiceKit
import Synchronization
import WireFormat

/// A browser that keeps cookies and posts the forms that it was shown.
package final class PortalBrowser: Sendable {
    private let portal: PortalService
    private let jar = Mutex<[String: String]>([:])
    private let formToken = Mutex("")

    package init(portal: PortalService) {
        self.portal = portal
    }

    package var cookies: [String: String] {
        get { jar.withLock { $0 } }
        set { jar.withLock { $0 = newValue } }
    }

    /// The hidden field of the form seen last.
    package var token: String { formToken.withLock { $0 } }

    package func get(
        _ path: String,
        query: [(name: String, value: String)] = [],
        language: String? = nil,
        host: String? = nil
    ) async throws -> Shown {
        var headers: HTTPFields = [:]
        headers[HTTPField.Name(known: "Host")] = host
        headers[.acceptLanguage] = language
        return try await send(.get, path, query: query, headers: headers, body: [])
    }

    /// - Parameter form: the hidden field; nil for that of the last form.
    package func post(
        _ path: String,
        _ fields: KeyValuePairs<String, String>,
        form: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Shown {
        let pairs = fields.map { ($0.key, $0.value) } + [("form", form ?? token)]
        let body = pairs.map { "\($0)=\(PercentCoding.encode($1))" }.joined(separator: "&")
        return try await post(path, type: "application/x-www-form-urlencoded", Array(body.utf8), headers: headers)
    }

    /// Posts a body of a media type.
    package func post(_ path: String, type: String, _ body: [UInt8], headers: HTTPFields = [:]) async throws -> Shown {
        var headers = headers
        headers[.contentType] = type
        return try await send(.post, path, query: [], headers: headers, body: body)
    }

    package func signIn(_ name: String, password: String = PortalBench.password) async throws {
        _ = try await get("/portal/sign-in")
        let answer = try await post("/portal/sign-in", ["name": name, "password": password])
        guard answer.status == 303, answer.location == "/portal" else {
            throw Failure.signIn(status: answer.status)
        }
        _ = try await get("/portal")
    }

    /// What a test did not expect of the pages.
    package enum Failure: Error {
        case signIn(status: Int)
        case noRoute(String)
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        query: [(name: String, value: String)],
        headers: HTTPFields,
        body: [UInt8]
    ) async throws -> Shown {
        var headers = headers
        headers[.cookie] = cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
        guard
            let route = portal.internalRoutes.first(where: {
                $0.endpoint.path == path && $0.endpoint.method.rawValue == method.rawValue
            })
        else {
            throw Failure.noRoute("\(method) \(path)")
        }
        let request = ServiceRequest(method: method, path: path, query: query, headers: headers, body: body)
        let shown = Shown(try await route.handler(request))
        for field in shown.response.headers[values: .setCookie] {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let isDeleted = field.contains("Max-Age=0")
            jar.withLock { $0[String(pair[0])] = isDeleted ? nil : String(pair[1]) }
        }
        if let token = shown.formToken {
            formToken.withLock { $0 = token }
        }
        return shown
    }
}

/// An answer as a browser has it.
package struct Shown: Sendable {
    package let response: ServiceResponse

    init(_ response: ServiceResponse) {
        self.response = response
    }

    package var status: Int { response.status }
    package var location: String? { response.headers[.location] }

    package var text: String {
        if case .bytes(let bytes) = response.body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    package var formToken: String? {
        let mark = #"name="form" value=""#
        return text.range(of: mark).map { String(text[$0.upperBound...].prefix { $0 != "\"" }) }
    }
}
