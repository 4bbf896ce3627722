import CoronaWarnAPI
import ExposureTesting
import Foundation
import MessageSignatures
import Testing

@Suite("The statement in docs/signatures.md")
struct DocumentedStatementTests {
    @Test("verifies with the key beside it, and with no other path or content")
    func verifies() throws {
        let page = RepositoryFolder.url.appending(path: "docs/signatures.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let part = try #require(text.components(separatedBy: "## Corona-Warn's statements").last)
        let file = try #require(Self.block("json", in: part))
        let key = try MessageVerificationKey(pem: #require(Self.block("pem statement", in: part)))
        let statement = try SignedTreeStatement(parsing: Array(file.utf8))
        let (path, content) = (statement.statement.path, Array("[16]".utf8))
        let verified = try statement.verified(for: path, content: content, keys: [key])
        #expect(verified.emptyHours == [16] && verified.signedBytes.count == 210)
        for (error, path, content) in [
            (TreeStatementError.otherFile, TreePath.countries, content), (.wrongDigest, path, Array("[17]".utf8)),
        ] {
            #expect(throws: error) { try statement.verified(for: path, content: content, keys: [key]) }
        }
    }

    private static func block(_ kind: String, in text: String) -> String? {
        let parts = text.components(separatedBy: "```\(kind)\n")
        return parts.count > 1 ? parts[1].components(separatedBy: "\n```").first : nil
    }
}
