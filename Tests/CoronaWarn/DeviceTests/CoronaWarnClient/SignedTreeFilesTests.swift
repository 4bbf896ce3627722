import CoronaWarnAPI
import ExposurePrimitives
import ExposureTesting
import MessageSignatures
import PhonePorts
import Testing
import WireFormat

@testable import CoronaWarnClient

@Suite("Signed files of the tree")
struct SignedTreeFilesTests {
    private struct Bench {
        let clock = ManualClock(SampleRisk.now)
        let tree: SampleTree
        let files: SignedTreeFiles
        let path = TreePath.countries
        let content = TreeIndex.body(countries: [.union])

        init() throws {
            tree = SampleTree(clock: clock)
            files = SignedTreeFiles(keys: try tree.keys, transport: tree, clock: clock)
            try tree.put(content, at: path)
        }

        func failure() async -> DownloadFailure? {
            do throws(DownloadFailure) {
                _ = try await files.file(at: path)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test("a file with its statement is believed, with one request each")
    func success() async throws {
        let bench = try Bench()
        let file = try await bench.files.file(at: bench.path)
        #expect(file.content == bench.content)
        #expect(file.created == SampleRisk.now)
        #expect(bench.tree.targets == [bench.path.path, bench.path.statementPath])
        #expect(bench.tree.requests.allSatisfy { $0.headers.map(\.name) == ["User-Agent", "Accept-Language"] })
    }

    @Test("a changed byte of file or statement is noticed, or changes nothing")
    func changedBytes() async throws {
        let bench = try Bench()
        let genuine = try await bench.files.file(at: bench.path)
        for path in [bench.path.path, bench.path.statementPath] {
            let whole = try #require(bench.tree.content(at: path))
            for place in whole.indices {
                var changed = whole
                changed[place] ^= 1
                bench.tree.replace(path, with: changed)
                // The name of a member that is empty anyway may change.
                let file = try? await bench.files.file(at: bench.path)
                #expect(file == nil || file == genuine, "\(path) byte \(place)")
            }
            bench.tree.replace(path, with: whole)
        }
        #expect(await bench.failure() == nil)
    }

    @Test("a statement of another file or by another key is refused")
    func otherStatements() async throws {
        let bench = try Bench()
        try bench.tree.put(bench.content, at: .versions)
        bench.tree.replace(bench.path.statementPath, with: bench.tree.content(at: TreePath.versions.statementPath))
        #expect(await bench.failure() == .statementRefused(.otherFile))
        let other = SampleTree(clock: bench.clock)
        try other.put(bench.content, at: bench.path)
        bench.tree.replace(bench.path.statementPath, with: other.content(at: bench.path.statementPath))
        #expect(await bench.failure() == .statementRefused(.unknownKey))
    }

    @Test("a file newer than its statement is fetched once more, together with it")
    func change() async throws {
        let bench = try Bench()
        bench.tree.replace(bench.path.path, with: TreeIndex.body(countries: []))
        #expect(await bench.failure() == .statementRefused(.wrongDigest))
        let pair = [bench.path.path, bench.path.statementPath]
        #expect(bench.tree.targets == pair + pair, "two attempts and no more")
    }

    @Test("a statement is believed for a day after caches drop it, and two hours before its time")
    func age() async throws {
        let bench = try Bench()
        for (seconds, isBelieved) in [
            (Int64(0), true), (86_700, true), (86_701, false), (-7200, true), (-7201, false),
        ] {
            bench.clock.set(SampleRisk.now.advanced(bySeconds: seconds))
            #expect(await bench.failure() == (isBelieved ? nil : .staleStatement), "\(seconds) s")
        }
    }

    @Test("without a statement the signature in the answer counts")
    func signedAnswer() async throws {
        let bench = try Bench()
        bench.tree.replace(bench.path.statementPath, with: nil)
        #expect(await bench.failure() == .unsigned)
        bench.tree.add(
            try bench.tree.headers(signing: bench.content, at: bench.path.path, sequence: 7),
            to: bench.path.path
        )
        let file = try await bench.files.file(at: bench.path)
        #expect(file.sequence == 7)
        #expect(file.emptyHours == [])
        bench.tree.add(
            try bench.tree.headers(signing: bench.content, at: TreePath.versions.path, sequence: 7),
            to: bench.path.path
        )
        #expect(await bench.failure() == .messageRefused(.wrongSignature))
    }

    @Test("statuses and silence are told apart, and limits hold")
    func failures() async throws {
        let bench = try Bench()
        let target = bench.path.path
        for (failure, expected) in [
            (Result<Int, HTTPExchangeError>.success(404), DownloadFailure.missing),
            (.success(500), .unexpectedStatus(500)), (.success(304), .unexpectedStatus(304)),
            (.failure(.unreachable), .transport(.unreachable)), (.failure(.timeout), .transport(.timeout)),
        ] {
            bench.tree.fail(target, with: failure)
            #expect(await bench.failure() == expected)
        }
        bench.tree.fail(target, with: nil)
        bench.tree.fail(bench.path.statementPath, with: .success(500))
        #expect(await bench.failure() == .unexpectedStatus(500), "a statement that is there is not skipped")
        bench.tree.fail(bench.path.statementPath, with: nil)
        for (size, isRead) in [(SignedTreeFiles.maxContent, true), (SignedTreeFiles.maxContent + 1, false)] {
            try bench.tree.put([UInt8](repeating: 0x20, count: size), at: bench.path)
            #expect(await bench.failure() == (isRead ? nil : .malformed))
        }
    }

    @Test("a phone needs a key for messages")
    func keys() throws {
        let packages = try SampleTree(clock: ManualClock(SampleRisk.now)).keys.packages
        #expect(throws: MessageSignatureError.noVerificationKeys) {
            try AuthorityKeys(packages: packages, messages: [])
        }
    }
}

@Suite("Statements that a phone has seen")
struct SeenStatementsTests {
    private static let day = CalendarDay(daysSinceEpoch: 20_000)

    @Test("a sequence never goes back on its path, and paths do not disturb one another")
    func sequences() throws {
        var seen = SeenStatements()
        try seen.accept(5, of: .versions)
        try seen.accept(5, of: .versions)
        try seen.accept(3, of: .countries)
        try seen.accept(6, of: .versions)
        #expect(throws: MessageSignatureError.lowerSequence(highestSeen: 6, offered: 5)) {
            try seen.accept(5, of: .versions)
        }
    }

    @Test("indexes of old days are forgotten, and no others")
    func forgetting() throws {
        var seen = SeenStatements()
        try seen.accept(9, of: .hours(.union, Self.day))
        try seen.accept(9, of: .dates(.union))
        seen.forgetExpired(on: Self.day.advanced(byDays: 31))
        #expect(throws: MessageSignatureError.self) { try seen.accept(8, of: .hours(.union, Self.day)) }
        seen.forgetExpired(on: Self.day.advanced(byDays: 32))
        try seen.accept(8, of: .hours(.union, Self.day))
        #expect(throws: MessageSignatureError.self) { try seen.accept(8, of: .dates(.union)) }
    }
}
