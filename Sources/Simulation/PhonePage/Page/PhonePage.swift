import ExposurePrimitives
import Foundation
import HTTPTypes
import ImmuniAPI
import Localisation
import MobileClient
import PhonePorts
package import ServiceKit
import WebPages
import WireFormat

/// One simulated phone as a page: its screen, and beside it a panel for what a tester needs. For loopback only: whoever
/// reaches the page holds the phone.
package struct PhonePage: HostedService {
    package let name = "phone"
    let phone: SimulatedPhone
    let cast: PhoneCast
    private let access: CastAccess

    /// - Parameter access: how members of the cast in other processes reach the phone.
    package init(_ phone: SimulatedPhone, in cast: PhoneCast, access: CastAccess) {
        self.phone = phone
        self.cast = cast
        self.access = access
    }

    package var internalRoutes: [Route] {
        let pages: [Route] = [
            .page(.get, "/") { request in try await show(request) },
            .page(.get, "/version") { _ in await version() },
            .page(.get, "/screens") { request in await showScreens(request) },
            .page(.get, "/screens/{platform}/{name}") { request in try await showScreen(request) },
            form("/act") { fields in try await act(fields) },
            form("/phone") { fields in await handle(fields) },
            form("/tester") { fields in try await test(fields) },
            .page(.post, "/screens") { _ in Page.redirect(to: .page("/screens")) },
            Self.style.route, Self.script.route, Self.icon.route,
        ]
        return pages + access.routes(of: phone)
    }

    package var activities: [@Sendable () async -> Void] {
        [
            {
                // What is due is done within a second, also after another process moved the clock.
                while !Task.isCancelled {
                    await phone.runDueTasks()
                    try? await Task.sleep(for: .seconds(1))
                }
            }
        ]
    }

    package func checkHealth() async throws {}

    static let style = PageAsset(.style, at: "/style.css", BaseStyle.css, PackageResources.phone_css)
    private static let script = PageAsset(.script, at: "/script.js", PackageResources.phone_js)
    static let icon = PageAsset(.icon, at: "/icon.svg", BaseStyle.icon)
}

// MARK: - Showing

extension PhonePage {
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
            others: await cast.others(than: phone),
            hasAuthority: await cast.hasAuthority,
            lastMeeting: await phone.lastMeeting,
            system: state,
            requests: parts.transport.requests
        )
        let isAppOpen = await phone.isAppOpen
        return page(language) {
            Tag.div(.class("cast"), .id("cast"), .data("version", "\(parts.system.version)")) {
                Tag.div(.class("phone")) {
                    statusBar(language)
                    screen
                    if isAppOpen {
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
            Tag.span { phone.platform == .iOS ? "iPhone" : "Android" }
        }
    }

    private func screen(_ parts: PhoneParts, _ state: SystemState, _ language: Language) async -> HTML {
        let system = SystemView(language: language)
        if let question = parts.system.question {
            return system.dialog(question)
        }
        guard await phone.isAppOpen else {
            return system.lockScreen(state.notifications, now: phone.clock.now())
        }
        return ScreenView(await parts.client.display, platform: phone.platform).section
    }

    private func putAway(_ language: Language) -> HTML {
        Tag.form(.class("away"), .post, .action(.page("/phone"))) {
            Tag.input(.type("hidden"), .name("do"), .value("close"))
            Tag.button(.class("second"), .id("away")) { PanelText.putAway.text(in: language) }
        }
    }

    /// For our script, which takes the page anew when it changed.
    private func version() async -> ServiceResponse {
        var headers: HTTPFields = [.contentType: "text/plain; charset=utf-8"]
        headers[.cacheControl] = CacheControl.noStore.value
        return ServiceResponse(
            status: 200,
            headers: headers,
            body: .bytes(Array("\(await phone.parts.system.version)".utf8))
        )
    }
}

// MARK: - Doing

extension PhonePage {
    /// A form of ours; afterwards the page is shown anew.
    private func form(
        _ path: String,
        _ handle: @escaping @Sendable (FormFields) async throws -> Void
    ) -> Route {
        .page(.post, path) { request in
            guard let fields = FormFields(request), request.isFromOwnPages else {
                return await failure(status: 403)
            }
            do {
                try await handle(fields)
            } catch {
                return await failure(status: 422)
            }
            return Page.redirect(to: .page("/"))
        }
    }

    private func failure(status: Int) async -> ServiceResponse {
        let language = Language(rawValue: await phone.parts.system.state.language) ?? .fallback
        return Page(
            language,
            title: "Avviso",
            assets: [Self.icon, Self.style],
            navigation: { [] },
            content: {
                Tag.h1 { PanelPhrase.phone(of: phone.name.text).text(in: language) }
                Tag.p { PanelText.failed.text(in: language) }
                Tag.p { Tag.a(.href(.page("/"))) { PanelText.toThePhone.text(in: language) } }
            }
        )
        .response(status: status)
    }

    /// A control of the app.
    private func act(_ fields: FormFields) async throws {
        let action = ScreenAction(fields["do"], fields["what"])
        guard let action = action.appAction(isTicked: { !fields[$0].isEmpty }) else {
            throw PhonePageError.unknownControl
        }
        await phone.tap(action)
    }

    /// The phone itself.
    private func handle(_ fields: FormFields) async {
        switch fields["do"] {
        case "open": await phone.openApp()
        case "close": await phone.closeApp()
        case "allow": await phone.answer(true)
        default: await phone.answer(false)
        }
    }

    /// The panel.
    private func test(_ fields: FormFields) async throws {
        switch fields["do"] {
        case "advance":
            guard let hours = Int64(fields["hours"]), PanelView.steps.contains(Int(hours)) else {
                throw PhonePageError.unknownControl
            }
            // Whoever closes the page meanwhile does not stop the clock halfway.
            try await Task { try await cast.advance(bySeconds: hours * 3600) }.value
        case "meet":
            guard let metres = Double(fields["metres"].replacing(",", with: ".")), (0...100).contains(metres),
                let minutes = Int(fields["minutes"]), (1...600).contains(minutes)
            else {
                throw PhonePageError.unknownControl
            }
            try await cast.meet(phone, fields["whom"], metres: metres, minutes: minutes)
        case "bluetooth": await phone.setSystem { $0.isBluetoothOn.toggle() }
        case "location": await phone.setSystem { $0.isLocationOn.toggle() }
        case "notifications": await phone.setSystem { $0.mayNotify = !($0.mayNotify ?? false) }
        case "revoke": await phone.revokeFramework()
        case "background": await phone.wake(for: .backgroundSession)
        case "restart": try await phone.restart()
        case "reset": try await phone.reset()
        default: try await letGoWrong(fields)
        }
    }

    /// What is to go wrong, and how it is put right.
    private func letGoWrong(_ fields: FormFields) async throws {
        switch fields["do"] {
        case "network":
            guard let network = SystemState.Network(rawValue: fields["network"]) else {
                throw PhonePageError.unknownControl
            }
            await phone.setSystem { $0.mishaps.network = network }
        case "oldSystem": await phone.setSystem { $0.mishaps.isSystemOld.toggle() }
        case "oldServices": await phone.setSystem { $0.mishaps.areServicesOld.toggle() }
        case "noRadio": await phone.setSystem { $0.mishaps.hasRadio.toggle() }
        case "fullStorage": await phone.setSystem { $0.mishaps.isStorageFull.toggle() }
        case "damage": try await phone.restartWithDamagedFile()
        case "requireBuild": try await cast.require(build: Self.newestBuild)
        case "install": try await phone.install(build: Self.newestBuild)
        default: throw PhonePageError.unknownControl
        }
    }

    /// Phones begin with the build before.
    private static let newestBuild = 2
}
