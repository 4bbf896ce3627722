import ServiceKit
import Testing

@Suite("List of partners")
struct PartnerListTests {
    private static let first = String(repeating: "0a", count: 32)
    private static let second = String(repeating: "0b", count: 32)

    private func list(_ text: String) throws(TLSError) -> PartnerList {
        try PartnerList(parsing: text, path: "partners")
    }

    private func partner(_ fingerprint: String, in list: PartnerList) throws -> Partner? {
        list[try #require(CertificateFingerprint(fingerprint))]
    }

    @Test("a line says kind, name and certificate; a partner may have several")
    func lines() throws {
        let third = String(repeating: "0c", count: 32)
        let list = try list(
            "# ours\r\n\nlaboratory north \(Self.first)\n\tlaboratory\tnorth\t\(Self.second) # until May\n"
                + "foreign-authority gov.example_2-B \(third)"
        )
        #expect(list.count == 3)
        #expect(try partner(Self.first, in: list) == Partner(kind: .laboratory, name: "north"))
        #expect(try partner(Self.second, in: list) == Partner(kind: .laboratory, name: "north"))
        #expect(try partner(third, in: list) == Partner(kind: .foreignAuthority, name: "gov.example_2-B"))
        #expect(try partner(String(repeating: "0d", count: 32), in: list) == nil)
    }

    @Test("an empty list has no partners", arguments: ["", "\n", "# none\n"])
    func empty(text: String) throws {
        #expect(try list(text).count == 0)
    }

    @Test(
        "a line that is no partner is refused by its number",
        arguments: [
            "north \(first)", "laboratory \(first)", "laboratory north", "laboratory north \(first) more",
            "clinic north \(first)", "Laboratory north \(first)", "laboratory n:rth \(first)",
            "laboratory nörth \(first)",
            "laboratory \(String(repeating: "n", count: 65)) \(first)", "laboratory north \(first.dropLast(2))",
            "laboratory north \(first)0a", "laboratory north \(first.dropLast())g", "laboratory, north, \(first)",
            "laboratory north #\(first)",
        ]
    )
    func wrong(line: String) {
        #expect(throws: TLSError.badPartner(path: "partners", line: 3)) {
            try list("# a\nlaboratory south \(Self.second)\n\(line)\n")
        }
    }

    @Test("a name has up to 64 characters")
    func longName() throws {
        #expect(try list("laboratory \(String(repeating: "n", count: 64)) \(Self.first)").count == 1)
    }

    @Test("a certificate belongs to one partner")
    func repeated() {
        #expect(throws: TLSError.repeatedPartner(path: "partners", line: 2)) {
            try list("laboratory north \(Self.first)\nlaboratory south \(Self.first.uppercased())\n")
        }
    }

    private static let colons = Array(repeating: "0A", count: 32).joined(separator: ":")

    @Test("a fingerprint is 32 bytes in hexadecimal digits, as OpenSSL prints it or without colons")
    func fingerprints() {
        for text in [Self.first, Self.first.uppercased(), Self.colons] {
            #expect(CertificateFingerprint(text)?.description == Self.first)
        }
        let wrong = [
            "", String(Self.first.dropLast()), String(Self.first.dropLast(2)), Self.first + "0a",
            "0a:" + String(Self.first.dropFirst(2)), Self.first.replacing("0a", with: "0g"), Self.colons + ":",
        ]
        for text in wrong {
            #expect(CertificateFingerprint(text) == nil, "\(text)")
        }
    }
}
