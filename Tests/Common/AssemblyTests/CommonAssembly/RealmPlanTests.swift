import CommonAssembly
import ExposureTesting
import Foundation
import ServiceKit
import Testing

/// Plans without any system: what every realm has.
@Suite("The plans of several realms")
struct RealmPlanTests {
    private func plan(_ name: String, _ options: [String: String]) async throws -> RealmPlan {
        let name = try #require(RealmName(name))
        return try RealmPlan(of: [], await SettingsReader(options, realm: name))
    }

    /// What the realms `it` and `de` share; nil for nothing.
    private func shared(
        in folder: URL = FileManager.default.temporaryDirectory.appending(path: "avviso-no-realm"),
        _ first: [String: String],
        _ second: [String: String]
    ) async throws -> RealmError.Resource? {
        func options(_ name: String, _ more: [String: String]) -> [String: String] {
            let (data, address) = (folder.appending(path: name).path, "127.0.0.1:0")
            return ["data": data, "public.address": address, "internal.address": address].merging(more) { $1 }
        }
        let plans = [try await plan("it", options("it", first)), try await plan("de", options("de", second))]
        do throws(RealmError) {
            try RealmConflicts.check(plans)
            return nil
        } catch {
            guard case .shared(let resource, of: let one, and: let other) = error else {
                throw error
            }
            #expect(one.text == "it" && other.text == "de")
            #expect(error.description.contains("the realms it and de share"))
            return resource
        }
    }

    @Test("share nothing, and nothing is made")
    func apart() async throws {
        try await TemporaryFolder.with { folder in
            let found = try await shared(in: folder, [:], [:])
            #expect(found == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    @Test("may not share a data folder, nor have one in the other's, by whichever path")
    func folders() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.appending(path: "it").path
            for other in [path, "\(path)/", "\(path)/../it", "\(path)/chunks/de", folder.path] {
                let found = try await shared(in: folder, [:], ["data": other])
                #expect(found == .dataFolder(URL(fileURLWithPath: other).path), "\(other)")
            }
            #expect(try await shared(in: folder, [:], ["data": "\(path)2"]) == nil)
            let (real, link) = (folder.appending(path: "real"), folder.appending(path: "link"))
            try FileManager.default.createDirectory(at: real, withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
            let found = try await shared(in: folder, ["data": "\(real.path)/new"], ["data": "\(link.path)/new"])
            #expect(found == .dataFolder("\(link.path)/new"))
        }
    }

    private static let databaseURLs = [
        ("postgresql://a@db/x", "postgresql://b:secret@DB:5432/x?sslmode=require", true),
        ("postgresql://a@db1,db2/x", "host=db2 dbname=x", true),
        ("postgresql://a@localhost/x", "postgresql://a@127.0.0.1/x", true),
        ("postgresql://a@/x?host=/run/pg/", "host=/run/pg dbname=x", true),
        ("postgresql://x@db", "postgresql://y@db/x", true),
        ("postgresql://a@db/x", "postgresql://a@db/y", false),
        ("postgresql://a@db:5432/x", "postgresql://a@db:5433/x", false),
        ("postgresql://a@db1:1,db2:2/x", "postgresql://a@db1:2,db2:1/x", false),
        ("postgresql://a@db1/x", "postgresql://a@db2/x", false),
    ]

    @Test("may not share a database, however its URL is written", arguments: databaseURLs)
    func databases(first: String, second: String, isShared: Bool) async throws {
        let found = try await shared(["database.url": first], ["database.url": second])
        #expect(found == (isShared ? .database : nil))
    }

    private static let addresses = [
        ("127.0.0.1:80", "127.0.0.1:80", true), ("localhost:80", "127.0.0.1:80", true),
        ("0.0.0.0:80", "192.0.2.1:80", true), ("192.0.2.1:80", "[::]:80", true),
        ("127.0.0.1:80", "127.0.0.1:81", false), ("192.0.2.1:80", "192.0.2.2:80", false),
        ("127.0.0.1:0", "127.0.0.1:0", false),
    ]

    @Test("may not share a listener", arguments: addresses)
    func listeners(first: String, second: String, isShared: Bool) async throws {
        for names in [("public.address", "internal.address"), ("internal.address", "public.address")] {
            let found = try await shared([names.0: first], [names.1: second])
            let address = try #require(ListenAddress(second))
            #expect(found == (isShared ? .listener(address) : nil))
        }
    }

    @Test("may not share a bucket, unless prefixes keep it apart")
    func buckets() async throws {
        func bucket(_ prefix: String?) -> [String: String] {
            let settings = [
                "storage.s3.endpoint": "https://s3.example", "storage.s3.bucket": "files",
                "storage.s3.access-key-file": "a", "storage.s3.secret-key-file": "b",
            ]
            return settings.merging(prefix.map { ["storage.s3.prefix": $0] } ?? [:]) { $1 }
        }
        for (first, second) in [(nil, nil), (nil, "de"), ("it", "it"), ("it/keys", "it")] as [(String?, String?)] {
            #expect(try await shared(bucket(first), bucket(second)) == .bucket("files"))
        }
        #expect(try await shared(bucket("it"), bucket("it2")) == nil)
        let other = bucket(nil).merging(["storage.s3.bucket": "others"]) { $1 }
        #expect(try await shared(bucket(nil), other) == nil)
    }

    @Test("may not share a key or the token of the internal listener")
    func keys() async throws {
        try await TemporaryFolder.with { folder in
            func file(_ name: String, _ text: String) throws -> String {
                let url = folder.appending(path: name)
                let parent = url.deletingLastPathComponent()
                try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
                try Data(text.utf8).write(to: url)
                return url.path
            }
            let (key, copy) = (try file("a.pem", "first"), try file("b.pem", "first"))
            let (other, ring) = (try file("c.pem", "second"), try file("ring/v1.pem", "first"))
            let folderOfRing = URL(fileURLWithPath: ring).deletingLastPathComponent().path
            for taken in [key, copy, folderOfRing] {
                let found = try await shared(in: folder, ["signing-key": key], ["message-signing-key": taken])
                #expect(found == .key(taken))
            }
            #expect(try await shared(in: folder, ["signing-key": key], ["signing-key": other]) == nil)
            let missing = folder.appending(path: "none.pem").path
            #expect(try await shared(in: folder, ["signing-key": missing], ["signing-key": missing]) == .key(missing))
            let token = ["internal.token": "a-token-of-enough-bytes"]
            #expect(try await shared(in: folder, token, token) == .token)
        }
    }

    @Test("may not have one name")
    func names() async throws {
        let plans = [try await plan("it", ["data": "/a"]), try await plan("it", ["data": "/b"])]
        #expect(throws: RealmError.self) { try RealmConflicts.check(plans) }
    }
}
