#if SYSTEM_IMMUNI && SYSTEM_CORONAWARN
    import Crypto
    import ExposurePrimitives
    import ExposureTesting
    import Foundation
    import ImmuniClient
    import PhonePage
    import PhonePageTesting
    import Testing

    @testable import PhoneWorkflows

    @Suite("Immuni's and Corona-Warn's apps on one phone")
    struct BesideEachOtherTests {
        /// A page with both apps, and the server of each.
        private func withPage(_ body: (TrialPage, Servers, URL) async throws -> Void) async throws {
            try await TemporaryFolder.with { folder in
                let servers = Servers()
                let key = P256.Signing.PrivateKey().publicKey.pemRepresentation
                let apps = PhoneApps(platform: .android, exportKey: key, messageKey: key)
                let page = try await TrialPage(
                    "Anna",
                    [
                        try apps.immuni(through: servers.immuni, evidence: .none),
                        try apps.coronaWarn(through: servers.coronaWarn),
                    ],
                    on: .android,
                    in: folder,
                    clock: CastClock(folder: folder, base: ManualClock(UnixTime(1_795_255_200)))
                )
                try await body(page, servers, folder.appending(path: "phone-Anna"))
            }
        }

        private struct Servers {
            let immuni = TrialServer()
            let coronaWarn = TrialServer()
        }

        private func content(of folder: URL) throws -> [String: Data] {
            let files =
                FileManager.default.enumerator(atPath: folder.path)?.allObjects.compactMap { $0 as? String } ?? []
            return Dictionary(
                uniqueKeysWithValues: files.compactMap { name in
                    FileManager.default.contents(atPath: folder.appending(path: name).path).map { (name, $0) }
                }
            )
        }

        @Test("are both opened from the lock screen, and each asks its own server")
        func opening() async throws {
            try await withPage { page, servers, _ in
                let lockScreen = try await page.get()
                #expect(lockScreen.contains("Open Avviso") && lockScreen.contains("Open Corona-Warn"))
                let before = (servers.immuni.requests, servers.coronaWarn.requests)
                _ = try await page.post("/phone", ["do": "open"])
                let immuni = servers.immuni.requests
                #expect(immuni > before.0 && servers.coronaWarn.requests == before.1)
                _ = try await page.post("/phone", ["do": "close"])
                _ = try await page.post("/phone", ["client": "cwa", "do": "open"])
                #expect(servers.immuni.requests == immuni && servers.coronaWarn.requests > before.1)
            }
        }

        @Test("share no file: what one does leaves the other's files as they are")
        func files() async throws {
            try await withPage { page, _, folder in
                _ = try await page.post("/phone", ["do": "open"])
                _ = try await page.post("/phone", ["do": "close"])
                let apart = folder.appending(path: "clients/cwa")
                let before = try content(of: apart)
                let immuni = folder.appending(path: "app")
                let ours = try content(of: immuni)
                _ = try await page.post("/phone", ["client": "cwa", "do": "open"])
                #expect(try content(of: immuni) == ours)
                #expect(!ours.isEmpty)
                _ = try await page.post("/tester", ["do": "damage"])
                _ = try await page.post("/phone", ["client": "cwa", "do": "close"])
                #expect(Set(try content(of: apart).keys).isSuperset(of: before.keys))
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/clients") == ["cwa"])
            }
        }

        @Test("take no form of each other")
        func forms() async throws {
            try await withPage { page, _, _ in
                _ = try await page.post("/phone", ["do": "open"])
                #expect(try await page.post("/act", ["do": "consent"]) == 422, "no control of Immuni's app")
                #expect(try await page.post("/act", ["client": "cwa", "do": "validateCode"]) == 422)
                #expect(try await page.post("/tester", ["do": "newFlyers"]) == 422)
                #expect(try await page.post("/tester", ["client": "cwa", "do": "newFlyers"]) == 303)
            }
        }

        @Test("have their own screens, panels and lists of requests")
        func parts() async throws {
            try await withPage { page, _, _ in
                let list = try await page.get("/screens")
                for heading in ["Avviso, Android", "Avviso, iPhone", "Corona-Warn, Android", "Corona-Warn, iPhone"] {
                    #expect(list.contains("<h2>\(heading)</h2>"))
                }
                let text = try await page.get()
                let identifiers = text.components(separatedBy: " id=\"").dropFirst().compactMap {
                    $0.components(separatedBy: "\"").first
                }
                #expect(Set(identifiers).count == identifiers.count, "\(identifiers)")
            }
        }
    }
#endif
