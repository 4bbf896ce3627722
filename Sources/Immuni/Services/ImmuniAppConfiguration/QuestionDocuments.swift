import Crypto
import ExposurePrimitives
import ImmuniAPI
import ServiceKit
import WireFormat

/// The frequent questions with answers, one document for each language: `{"faqs":[{"title":…,"content":…}]}`.
package struct QuestionDocuments: Sendable {
    private let documents: [String: Document]

    private struct Document: Sendable {
        let body: [UInt8]
        let tag: EntityTag
    }

    /// - Parameter files: the documents by language, as in `faq_url` of the settings: `en`, `it` …
    package init(_ files: [String: [UInt8]]) {
        documents = [String: Document](
            uniqueKeysWithValues: files.map { language, body in
                ("faq-\(language).json", Document(body: body, tag: EntityTag(Hex.encode(SHA256.hash(data: body)))))
            }
        )
    }

    /// Whether apps can read `file`, and it is within their limit of length.
    package static func isUsable(_ file: [UInt8]) -> Bool {
        guard file.count <= 1 << 20, case .array(let entries)? = try? JSONValue(parsing: file)["faqs"] else {
            return false
        }
        return entries.allSatisfy { entry in
            if case .string = entry["title"], case .string = entry["content"] { true } else { false }
        }
    }

    /// The documents of the demo preset.
    package static let demo = QuestionDocuments([
        "de": PackageResources.faq_de_json, "en": PackageResources.faq_en_json, "es": PackageResources.faq_es_json,
        "fr": PackageResources.faq_fr_json, "it": PackageResources.faq_it_json,
    ])

    /// Seconds; one day: phones fetch the documents once a day.
    package static let maxAge = 86_400

    func answer(to request: ServiceRequest) throws -> ServiceResponse {
        guard let document = request.parameters.first.flatMap({ documents[$0] }) else {
            throw APIError.unknownRoute
        }
        return ServiceResponse.json(document.body, cacheControl: .public(maxAge: Self.maxAge))
            .tagged(document.tag, for: request)
    }
}
