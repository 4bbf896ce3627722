import HTTPTypes
import PortalTesting
import ServiceKit
import Testing

@testable import OperatorPortal

@Suite("The address of the operators' pages")
struct SiteTests {
    private func status(_ settings: [String: String], host: String?) async throws -> Int {
        let browser = try await SamplePortal(settings: settings).browser()
        return try await browser.get("/portal/sign-in", host: host).status
    }

    @Test(
        "a browser that followed a foreign host name is refused",
        arguments: [
            ("127.0.0.1:8081", 200), ("localhost", 200), ("LOCALHOST:8081", 200), ("[::1]:8081", 200),
            ("10.1.2.3", 200), (nil, 200), ("evil.example:8081", 421), ("127.0.0.1.evil.example", 421),
            ("localhost.evil.example", 421), ("", 421), ("1.2.3", 421), ("1.2.3.256", 421), ("portal.example.org", 421),
        ]
    )
    func names(host: String?, wanted: Int) async throws { #expect(try await status([:], host: host) == wanted) }

    @Test("the name of portal.url is accepted, and so is any name that browsers checked by TLS")
    func ownName() async throws {
        let site = ["portal.url": "https://portal.example.org"]
        #expect(try await status(site, host: "Portal.example.org") == 200)
        #expect(try await status(site, host: "127.0.0.1:8081") == 200)
        #expect(try await status(site, host: "portal.example.org:8081") == 421)
        #expect(try await status(["portal.url": "http://portal:8000"], host: "portal:8000") == 200)
        #expect(try await status(["internal.tls-certificate": "c.pem"], host: "portal.example.org") == 200)
    }

    @Test("behind a proxy that ends TLS, cookies are limited to TLS")
    func proxy() async throws {
        for (url, isSecure) in [("https://portal.example.org", true), ("http://portal.example.org", false)] {
            let browser = try await SamplePortal(settings: ["portal.url": url]).browser()
            let answer = try await browser.get("/portal/sign-in", host: "portal.example.org")
            let cookie = try #require(answer.response.headers[values: .setCookie].first)
            #expect(cookie.hasSuffix("; Secure") == isSecure)
            #expect(cookie.hasPrefix("__Host-") == isSecure)
        }
    }

    @Test(
        "an address has a scheme and a host",
        arguments: [
            ("https://portal.example.org", true), ("https://portal.example.org:8443", true), ("http://[::1]:80", true),
            ("portal.example.org", false), ("https://", false), ("ftp://x", false), ("https://x/portal", false),
            ("https://x?y", false), ("https://x:", false), ("https://:80", false), ("https://a b", false),
            ("https://ü.example", false), ("", false),
        ]
    )
    func addresses(text: String, isOne: Bool) { #expect((SiteAddress(text) != nil) == isOne) }
}
