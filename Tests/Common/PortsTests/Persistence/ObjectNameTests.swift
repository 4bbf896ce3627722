import Persistence
import Testing

@Suite("Names of objects")
struct ObjectNameTests {
    private static let validPaths = [
        "a", "chunk-17-7578d6017ccdb679.zip", "version/v1/diagnosis-keys/country/DE/date/2026-11-20/hour/7",
        "version/v1/app_config_ios", "A/Z/a/z/0/9/-/_/a.b.c",
    ]

    @Test("are paths of segments", arguments: validPaths)
    func paths(name: String) throws {
        let name = try #require(ObjectName(name))
        #expect(name.segments.joined(separator: "/") == name.description)
    }

    /// Segments that are empty, or that a file system or a URL would change; characters that are reserved, escaped or
    /// not ASCII.
    private static let refused = [
        "", "/", "/a", "a/", "a//b", ".", "..", "../a", "a/..", "a/./b", "a/../b", ".a", "a/.b", "a..b", "a.", "a./b",
        "a b", "a+", "a%2Fb", "a\\b", "a:b", "a~", "a\0", "a\n", "é", "a/ü", "e\u{301}",
    ]

    @Test("have no other segments, and no other characters", arguments: refused)
    func others(name: String) {
        #expect(ObjectName(name) == nil)
    }

    @Test("have segments of at most 128 bytes, at every position")
    func segmentLength() {
        let longest = String(repeating: "a", count: 128)
        for (start, end) in [("", ""), ("", "/b"), ("b/", "/b"), ("b/", "")] {
            #expect(ObjectName(start + longest + end) != nil)
            #expect(ObjectName(start + longest + "a" + end) == nil)
        }
    }

    @Test("have at most 512 bytes")
    func length() {
        let longest = Array(repeating: "a", count: 256).joined(separator: "/") + "a"
        #expect(longest.utf8.count == 512)
        #expect(ObjectName(longest) != nil)
        #expect(ObjectName(longest + "a") == nil)
    }

    @Test("are under their prefixes, segment by segment")
    func folders() throws {
        let hour = try #require(ObjectName("date/2026-11-20/hour"))
        for (folder, isAbove) in [
            ("date", true), ("date/2026-11-20", true), ("date/2026-11-20/hour", false), ("date/2026-11-2", false),
            ("hour", false), ("date/2026-11-20/hour/7", false),
        ] {
            #expect(hour.isUnder(try #require(ObjectName(folder))) == isAbove, "\(folder)")
        }
    }
}
