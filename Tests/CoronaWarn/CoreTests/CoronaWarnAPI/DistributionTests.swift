import CoronaWarnAPI
import Crypto
import ExposurePrimitives
import MessageSignatures
import Testing
import WireFormat

@Suite("The tree of packages")
struct DistributionTests {
    private static func statement(
        about path: TreePath = .versions,
        created: Int64 = 1,
        sequence: Int64 = 1,
        digest: [UInt8] = [UInt8](repeating: 3, count: 32),
        emptyHours: [Int] = []
    ) -> TreeStatement {
        TreeStatement(
            path: path,
            created: UnixTime(created),
            sequence: sequence,
            digest: digest,
            emptyHours: emptyHours
        )
    }

    private static let country = RegionCode("DE")
    private static let day = CalendarDay(iso: "2020-06-01")

    @Test("every file has the path of the contract")
    func paths() throws {
        let (country, day) = (try #require(Self.country), try #require(Self.day))
        let keys = "/version/v1/diagnosis-keys/country"
        let expected: [(TreePath, String, Bool)] = [
            (.versions, "/version", true), (.countries, keys, true), (.dates(country), "\(keys)/DE/date", true),
            (.day(country, day), "\(keys)/DE/date/2020-06-01", false),
            (.day(country, day, batch: 2), "\(keys)/DE/date/2020-06-01/batch/2", false),
            (.hours(country, day), "\(keys)/DE/date/2020-06-01/hour", true),
            (.hour(country, day, 0), "\(keys)/DE/date/2020-06-01/hour/0", false),
            (.hour(country, day, 23, batch: 1000), "\(keys)/DE/date/2020-06-01/hour/23/batch/1000", false),
            (.configuration(.first), "/version/v1/configuration/country/DE/app_config", true),
            (.configuration(.secondAndroid), "/version/v2/app_config_android", true),
        ]
        for (path, text, hasStatement) in expected {
            #expect(path.path == text && TreePath(path: text) == path && path.hasStatement == hasStatement)
            #expect(path.statementPath == text + ".sig" && "/" + path.objectName == text)
        }
        #expect(ConfigurationFile.allCases.allSatisfy { TreePath(path: $0.rawValue) == .configuration($0) })
    }

    @Test(
        "other paths lead nowhere",
        arguments: [
            "", "/", "/version/", "/version/v2", "/version/v1/diagnosis-keys/country/", "//",
            "/version/v1/diagnosis-keys/country/de/date", "/version/v1/diagnosis-keys/country/DEUR/date",
            "/version/v1/diagnosis-keys/country/D/date", "/version/v1/diagnosis-keys/country/DE",
            "/version/v1/diagnosis-keys/country/DE/dates", "/version/v1/diagnosis-keys/country/DE/date/",
            "/version/v1/diagnosis-keys/country/DE/date/2020-6-1",
            "/version/v1/diagnosis-keys/country/DE/date/2020-06-31",
            "/version/v1/diagnosis-keys/country/DE/date/2020-06-01/hour/",
            "/version/v1/diagnosis-keys/country/DE/date/2020-06-01/hour/24",
            "/version/v1/diagnosis-keys/country/DE/date/2020-06-01/hour/-1",
            "/version/v1/diagnosis-keys/country/DE/date/2020-06-01/hour/01",
            "/version/v1/diagnosis-keys/country/DE/date/2020-06-01/hour/+1",
            "/version/v1/diagnosis-keys/country/DE/date/2020-06-01/batch/1",
            "/version/v1/diagnosis-keys/country/DE/date/2020-06-01/batch/1001",
            "/version/v1/diagnosis-keys/country/DE/date/2020-06-01/hour/1/batch",
            "/version/v1/diagnosis-keys/country/DE/date/2020-06-01/hour/1/batch/0",
            "/version/v1/diagnosis-keys/country/DE/date/2020-06-01/hour/1/batch/2/3",
            "/version/v1/diagnosis-keys/countryDE/date", "/version/v1/diagnosis-keys/country/DE/date.sig",
        ]
    )
    func unknownPaths(path: String) { #expect(TreePath(path: path) == nil) }

    @Test("indexes are sorted arrays, and read back")
    func indexes() throws {
        let countries = ["EUR", "DE"].compactMap { RegionCode($0) }
        let dates = ["2020-06-02", "2020-05-31"].compactMap { CalendarDay(iso: $0) }
        #expect(TreeIndex.versions == Array(#"["v1"]"#.utf8))
        #expect(TreeIndex.body(countries: countries) == Array(#"["DE","EUR"]"#.utf8))
        #expect(TreeIndex.body(dates: dates) == Array(#"["2020-05-31","2020-06-02"]"#.utf8))
        #expect(TreeIndex.body(hours: [13, 0, 1]) == Array("[0,1,13]".utf8))
        #expect(try TreeIndex.countries(parsing: TreeIndex.body(countries: countries)) == countries.sorted())
        #expect(try TreeIndex.dates(parsing: TreeIndex.body(dates: dates)) == dates.sorted())
        #expect(try TreeIndex.hours(parsing: Array(" [ 13, 0, 13 ] ".utf8)) == [0, 13])
        #expect(try TreeIndex.hours(parsing: Array("[]".utf8)).isEmpty)
    }

    @Test("an index with a strange element is refused")
    func strangeIndexes() {
        for body in ["", "{}", "[24]", "[-1]", #"["0"]"#, "[1.0]", "[1]x", "[1", "null"] {
            #expect(throws: JSONError.self) { try TreeIndex.hours(parsing: Array(body.utf8)) }
        }
        for body in [#"["2020-6-1"]"#, "[1]", #"["2020-06-31"]"#] {
            #expect(throws: JSONError.self) { try TreeIndex.dates(parsing: Array(body.utf8)) }
        }
        for body in [#"["de"]"#, #"["D"]"#, #"["EURO"]"#, #"["../x"]"#] {
            #expect(throws: JSONError.self) { try TreeIndex.countries(parsing: Array(body.utf8)) }
        }
    }

    @Test("an index has at most 1000 elements")
    func longIndexes() throws {
        let first = try #require(Self.day)
        let days = (0...TreeIndex.maxCount).map { first.advanced(byDays: $0) }
        #expect(try TreeIndex.dates(parsing: TreeIndex.body(dates: days.dropLast())).count == TreeIndex.maxCount)
        #expect(throws: JSONError.outOfRange) { try TreeIndex.dates(parsing: TreeIndex.body(dates: days)) }
    }

    @Test("a statement reads back with its signature")
    func statements() throws {
        let (country, day) = (try #require(Self.country), try #require(Self.day))
        let hours = TreePath.hours(country, day)
        let statement = Self.statement(about: hours, created: 1_600_000_000, sequence: 42, emptyHours: [5, 0])
        let signature = [UInt8](repeating: 9, count: 64)
        let file = statement.file(keyID: "0123456789abcdef", signature: signature)
        let read = try SignedTreeStatement(parsing: file)
        #expect(read.statement == statement && read.keyID == "0123456789abcdef" && read.signature == signature)
        #expect(read.statement.signedBytes == statement.signedBytes)
        #expect(
            String(decoding: statement.signedBytes, as: UTF8.self)
                == "avviso-tree-statement-1\n"
                + #"{"path":"/version/v1/diagnosis-keys/country/DE/date/2020-06-01/hour","created":1600000000,"#
                + #""sequence":42,"digest":"AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwM=","emptyHours":[0,5]}"#
        )
    }

    @Test("a statement is believed if a known key signed it, for this path and this content")
    func verifying() throws {
        let (signer, stranger) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        let keys = try [stranger, signer].map { try MessageVerificationKey(pem: $0.publicKey.pemRepresentation) }
        let content = TreeIndex.versions
        let statement = Self.statement(digest: ContentDigest(of: content).bytes)
        func signed(by key: P256.Signing.PrivateKey, named name: String) throws -> SignedTreeStatement {
            let signature = try key.signature(for: statement.signedBytes).rawRepresentation
            return try SignedTreeStatement(parsing: statement.file(keyID: name, signature: Array(signature)))
        }
        let good = try signed(by: signer, named: keys[1].keyID)
        #expect(try good.verified(for: .versions, content: content, keys: keys) == statement)
        let foreign = try signed(by: stranger, named: keys[1].keyID)
        for (error, statement, path, content, keys) in [
            (TreeStatementError.unknownKey, good, TreePath.versions, content, [keys[0]]),
            (.wrongSignature, foreign, .versions, content, keys), (.otherFile, good, .countries, content, keys),
            (.wrongDigest, good, .versions, content + [0], keys),
        ] {
            #expect(throws: error) { try statement.verified(for: path, content: content, keys: keys) }
        }
        #expect(!keys[1].isValid([1, 2], over: content))
    }

    @Test("every part of a statement is under its signature")
    func signedParts() throws {
        let all = [
            Self.statement(), Self.statement(about: .countries), Self.statement(created: 2),
            Self.statement(sequence: 2), Self.statement(digest: [UInt8](repeating: 4, count: 32)),
            Self.statement(emptyHours: [1]),
        ]
        #expect(Set(all.map(\.signedBytes)).count == all.count)
    }

    @Test(
        "a statement with a missing or strange member is refused",
        arguments: [
            ("created", "-1"), ("created", "1.5"), ("sequence", "-1"), ("digest", #""AA==""#),
            ("signature", #""AA==""#),
            ("path", #""/other""#), ("path", #""/version/v1/diagnosis-keys/country/DE/date/2020-06-01""#),
            ("keyId", "1"), ("emptyHours", "[24]"), ("emptyHours", "[2,1]"), ("emptyHours", "[1,1]"),
            ("emptyHours", "1"),
        ]
    )
    func strangeStatements(name: String, value: String) throws {
        let good = Self.statement().file(keyID: "k", signature: [UInt8](repeating: 9, count: 64))
        guard case .object(let members) = try JSONValue(parsing: good) else {
            Issue.record("a statement is no object")
            return
        }
        _ = try SignedTreeStatement(parsing: good)
        let others = members.filter { $0.name != name }
        let changed = others + [.init(name: name, value: try JSONValue(parsing: Array(value.utf8)))]
        #expect(throws: CoronaWarnError.notCompliant) {
            try SignedTreeStatement(parsing: JSONValue.object(changed).encoded)
        }
        if name != "emptyHours" {
            #expect(throws: CoronaWarnError.notCompliant) {
                try SignedTreeStatement(parsing: JSONValue.object(others).encoded)
            }
        }
    }
}
