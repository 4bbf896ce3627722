import ExposurePrimitives
import ExposureTesting
import Foundation
import Testing

@Suite("Helpers of the tests")
struct TestSupportTests {
    @Test("the manual clock stands still until a test moves it")
    func clock() {
        let clock = ManualClock(UnixTime(100))
        #expect(clock.now() == UnixTime(100))
        clock.advance(bySeconds: 50)
        clock.advance(bySeconds: -20)
        #expect(clock.now() == UnixTime(130))
        clock.set(UnixTime(7))
        #expect(clock.now() == UnixTime(7))
    }

    @Test("a temporary folder exists during its test and is deleted afterwards, also if the test fails")
    func temporaryFolder() async throws {
        struct Failure: Error {}
        var folders: [URL] = []
        try await TemporaryFolder.with { folder in
            folders.append(folder)
            try Data("content".utf8).write(to: folder.appending(path: "file"))
        }
        await #expect(throws: Failure.self) {
            try await TemporaryFolder.with { folder in
                folders.append(folder)
                throw Failure()
            }
        }
        #expect(Set(folders).count == 2)
        for folder in folders {
            #expect(!FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)))
        }
    }
}
