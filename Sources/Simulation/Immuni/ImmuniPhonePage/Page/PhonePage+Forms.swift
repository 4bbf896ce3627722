import ImmuniClient
import Localisation
import PhonePorts
import ServiceKit
import WebPages
import WireFormat

// The actions of the page's controls.

extension PhonePage {
    /// The route of a form of ours; afterwards the page is shown again.
    func form(
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

    /// Performs a control of the app.
    func act(_ fields: FormFields) async throws {
        let action = ScreenAction(fields["do"], fields["what"])
        if let update = action.update {
            return try await install(update)
        }
        guard let action = action.appAction(isTicked: { !fields[$0].isEmpty }) else {
            throw PhonePageError.unknownControl
        }
        await phone.tap(action)
    }

    /// Performs a control of the phone itself.
    func handle(_ fields: FormFields) async {
        switch fields["do"] {
        case "open": await phone.openApp()
        case "close": await phone.closeApp()
        case "allow": await phone.answer(true)
        default: await phone.answer(false)
        }
    }

    /// Performs a control of the panel.
    func test(_ fields: FormFields) async throws {
        switch fields["do"] {
        case "advance":
            guard let hours = Int64(fields["hours"]), PanelView.steps.contains(Int(hours)) else {
                throw PhonePageError.unknownControl
            }
            await cast.advance(bySeconds: hours * 3600)
            await cast.waitForClock()
        case "meet":
            guard let metres = Double(fields["metres"].replacing(",", with: ".")), (0...100).contains(metres),
                let minutes = Int(fields["minutes"]), (1...600).contains(minutes)
            else {
                throw PhonePageError.unknownControl
            }
            try await cast.meet(phone, fields["whom"], metres: metres, minutes: minutes)
        case "bluetooth": await phone.setSystem { $0.isBluetoothOn.toggle() }
        case "location": await phone.setSystem { $0.isLocationOn.toggle() }
        case "notifications":
            let platform = phone.platform
            await phone.setSystem { $0.mayNotify = $0.notificationPermission(on: platform) != .granted }
        case "revoke": await phone.revokeFramework()
        case "background": await phone.wake(for: .backgroundSession)
        case "restart": try await phone.restart()
        case "reset": try await phone.reset()
        default: try await letGoWrong(fields)
        }
    }

    /// Switches a failure on or off.
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

    /// Installs an update that an outdated app leads to, of the app or of the system. It takes no time here.
    private func install(_ update: ScreenAction.Update) async throws {
        switch update {
        case .app: try await phone.install(build: Self.newestBuild)
        case .system: await phone.setSystem { $0.mishaps.isSystemOld = false }
        case .services: await phone.setSystem { $0.mishaps.areServicesOld = false }
        }
    }

    /// New phones have the build before this one.
    private static let newestBuild = 2
}
