import ExposurePrimitives
import ExposureTesting
import Foundation
import Testing

@testable import MessageSignatures

@Suite("The worked example of docs/signatures.md")
struct DocumentationTests {
    /// The content of the only code block in `language`.
    private static func block(_ language: String) throws -> String {
        let page = RepositoryFolder.url.appending(path: "docs/signatures.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let parts = text.components(separatedBy: "```\(language)\n")
        #expect(parts.count == 2)
        return try #require(parts.last?.components(separatedBy: "\n```").first)
    }

    @Test("is verified, from the printed signature base")
    func verifies() throws {
        let answer = try Self.block("http").components(separatedBy: "\n\n")
        try #require(answer.count == 2)
        let fields = answer[0].split(separator: "\n").dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (name: String(parts[0]), value: parts[1].trimmingCharacters(in: .whitespaces))
        }
        let body = Array(answer[1].utf8)
        let message = MessageVerifier.Message(target: "/v1/keys/index", fields: fields, content: body)
        let key = try MessageVerificationKey(pem: Self.block("pem"))
        let created = UnixTime(1_795_255_200)
        #expect(try MessageVerifier(keys: [key]).sequence(of: message, maxAge: 1800, now: created) == 43)
        let digest = ContentDigest(of: body)
        let content = try SignedContent(digest: digest, path: "/v1/keys/index", query: nil, sequence: 43)
        let base = content.signatureBase(for: content.input(created: created, keyID: key.keyID))
        #expect(try String(decoding: base, as: UTF8.self) == Self.block("text"))
    }
}
