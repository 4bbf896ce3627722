import ExposurePrimitives
import HTTPTypes
import Localisation
package import ServiceKit
import WebPages
import WireFormat

/// One simulated phone as a page: its screen, and beside it a panel for testers. It is for loopback only, because any
/// visitor of the page controls the phone.
///
/// It knows no client: each gives its screens, texts and controls as a `HostedClient`.
package struct PhonePageService: HostedService {
    package let name = "phone"
    package let refusals: any RefusalRenderer = EmptyRefusals()
    let phone: SimulatedPhone
    let cast: PhoneCast
    private let access: CastAccess

    /// - Parameter access: the interface of the phone for members of the cast in other processes.
    package init(_ phone: SimulatedPhone, in cast: PhoneCast, access: CastAccess) {
        (self.phone, self.cast, self.access) = (phone, cast, access)
    }

    package var internalRoutes: [Route] {
        let pages: [Route] = [
            .page(.get, "/") { request in try await show(request) },
            .page(.get, "/version") { _ in await showVersion() },
            .page(.get, "/screens") { request in await showScreens(request) },
            .page(.get, "/screens/{platform}/{name}") { request in try await showScreen(request) },
            .page(.get, "/screens/{client}/{platform}/{name}") { request in try await showScreen(request) },
            form("/act") { fields in try await act(fields) },
            form("/phone") { fields in try await handle(fields) },
            form("/tester") { fields in try await test(fields) },
            .page(.post, "/screens") { _ in Page.redirect(to: .page("/screens")) },
            Self.style.route, Self.script.route, Self.icon.route,
        ]
        return pages + access.routes(of: phone, in: cast)
    }

    package var activities: [@Sendable () async -> Void] {
        [
            {
                // Due tasks run within a second, also after another process moved the clock.
                while !Task.isCancelled {
                    await phone.runDueTasks()
                    try? await Task.sleep(for: .seconds(1))
                }
                // The clock must not move in a folder that is being removed.
                await cast.stop()
            }
        ]
    }

    package func checkHealth() async throws {}

    static let style = PageAsset(.style, at: "/style.css", BaseStyle.css, PackageResources.phone_css)
    private static let script = PageAsset(.script, at: "/script.js", PackageResources.phone_js)
    static let icon = PageAsset(.icon, at: "/icon.svg", BaseStyle.icon)
}

// MARK: - Showing

extension PhonePageService {
    private func show(_ request: ServiceRequest) async throws -> ServiceResponse {
        if let chosen = request.query?.last(where: { $0.name == "lang" }).flatMap({ Language(rawValue: $0.value) }) {
            await phone.setSystem { $0.language = chosen.tag }
            return Page.redirect(to: .page("/"))
        }
        let parts = await phone.parts
        let state = parts.system.state
        let language = Language(rawValue: state.language) ?? .fallback
        let screen = await screen(parts, state, language)
        let panel = PanelView(
            language: language,
            platform: phone.platform,
            now: phone.clock.now(),
            progress: await cast.move?.progress(at: phone.clock.now()),
            hasMoveFailed: await cast.hasMoveFailed,
            others: await cast.others(than: phone),
            hasAuthority: await cast.hasAuthority,
            lastMeeting: await phone.lastMeeting,
            isNew: await phone.isNew,
            system: state,
            clients: await clients(parts, language, hasAuthority: await cast.hasAuthority)
        )
        let isOpen = await phone.openClient != nil
        let version = await version
        return page(language) {
            Tag.div(.class("cast"), .id("cast"), .data("version", version)) {
                Tag.div(.class("phone")) {
                    statusBar(language)
                    screen
                    if isOpen {
                        putAway(language)
                    }
                }
                panel.html
            }
        }
        .response()
    }

    private func page(_ language: Language, @HTMLBuilder content: () -> [HTML]) -> Page {
        Page(
            language,
            title: "\(PanelPhrase.phone(of: phone.name.text).text(in: language)) – Avviso",
            assets: [Self.icon, Self.style, Self.script],
            refresh: 5,
            navigation: {
                Tag.span(.class("site")) { PanelPhrase.phone(of: phone.name.text).text(in: language) }
                Tag.a(.href(.page("/screens"))) { PanelText.allScreens.text(in: language) }
            },
            content: content
        )
    }

    private func statusBar(_ language: Language) -> HTML {
        Tag.div(.class("bar")) {
            Tag.span { ShownTime.time(phone.clock.now()) }
            Tag.span { phone.platform.name }
        }
    }

    private func screen(_ parts: PhoneParts, _ state: SystemState, _ language: Language) async -> HTML {
        let system = SystemView(language: language, clients: phone.clients)
        if let open = parts.system.question, let client = parts[open.client] {
            return system.dialog(client.host.words(of: open.question), number: open.number)
        }
        guard let open = await phone.openClient, let client = parts[open] else {
            return system.lockScreen(state, now: phone.clock.now())
        }
        return await client.running.screen(
            in: ScreenFrame(platform: phone.platform, now: phone.clock.now(), at: .phone, field: field(of: open))
        )
    }

    private func clients(_ parts: PhoneParts, _ language: Language, hasAuthority: Bool) async -> [PanelView.Client] {
        var clients: [PanelView.Client] = []
        for client in parts.clients {
            let kit = PanelKit(language, field(of: client.host.id), hasAuthority: hasAuthority)
            clients.append(
                PanelView.Client(
                    host: client.host,
                    kit: kit,
                    hasFramework: client.running.framework != nil,
                    cards: await client.host.cards(kit),
                    requests: client.transport.requests
                )
            )
        }
        return clients
    }

    private func field(of client: ClientID) -> ClientField { ClientField(client, among: phone.clients) }

    private func putAway(_ language: Language) -> HTML {
        Tag.form(.class("away"), .post, .action(.page("/phone"))) {
            Tag.input(.type("hidden"), .name("do"), .value("close"))
            Tag.button(.class("second"), .id("away")) { PanelText.putAway.text(in: language) }
        }
    }

    /// A value that changes with everything that the page shows: the phone, the clock's move, and the minute.
    private var version: String {
        get async {
            "\(await phone.parts.system.version)-\(await cast.version)-\(phone.clock.now().seconds / 60)"
        }
    }

    /// The version for our script, which loads the page again when it changed.
    private func showVersion() async -> ServiceResponse {
        var headers: HTTPFields = [.contentType: "text/plain; charset=utf-8"]
        headers[.cacheControl] = CacheControl.noStore.value
        return ServiceResponse(status: 200, headers: headers, body: .bytes(Array(await version.utf8)))
    }
}
