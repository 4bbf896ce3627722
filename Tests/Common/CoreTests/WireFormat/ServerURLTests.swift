import Testing
import WireFormat

@Suite("The URL of a server")
struct ServerURLTests {
    private static let authorities: [(String, String?)] = [
        ("http://127.0.0.1:8080", "127.0.0.1:8080"), ("https://get.example.org/", "get.example.org"),
        ("http://[::1]:80", "[::1]:80"), ("ftp://example.org", nil), ("http://", nil),
        ("https://example.org/path", nil), ("https://user@example.org", nil), ("", nil),
    ]

    @Test("has a scheme and an authority, and nothing else", arguments: authorities)
    func urls(text: String, authority: String?) {
        #expect(ServerURL(text)?.authority == authority)
    }
}
