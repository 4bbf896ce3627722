import Localisation
import PhonePorts
import ServiceKit
import WebPages
import WireFormat

// The actions of the page's controls.

extension PhonePageService {
    /// The route of a form of ours; afterwards the page is shown again.
    func form(_ path: String, _ handle: @escaping @Sendable (FormFields) async throws -> Void) -> Route {
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

    /// The client of a control. Controls that name none belong to the first.
    private func client(of fields: FormFields) throws -> any HostedClient {
        let name = fields[ClientField.name]
        guard let client = phone.clients.first(where: { name.isEmpty || $0.id.rawValue == name }) else {
            throw PhonePageError.unknownControl
        }
        return client
    }

    /// Performs a control of a client's screen. Nothing happens if the client is not on the screen any more.
    func act(_ fields: FormFields) async throws {
        let client = try client(of: fields).id
        guard let order = await phone.parts[client]?.running.order(from: fields) else {
            throw PhonePageError.unknownControl
        }
        guard await phone.isOnScreen(client) else {
            return
        }
        switch order {
        case .action(let action): await phone.tap(client, action)
        case .update(.app): try await phone.installNewest(client)
        case .update(.system): await phone.setSystem { $0.mishaps.isSystemOld = false }
        case .update(.services): await phone.setSystem { $0.mishaps.areServicesOld = false }
        }
    }

    /// Performs a control of the phone itself.
    func handle(_ fields: FormFields) async throws {
        switch fields["do"] {
        case "open": await phone.open(try client(of: fields).id)
        case "close": await phone.putAway()
        case "allow": await phone.answer(try question(of: fields), true)
        case "refuse": await phone.answer(try question(of: fields), false)
        default: throw PhonePageError.unknownControl
        }
    }

    private func question(of fields: FormFields) throws -> Int {
        guard let number = Int(fields["question"]) else {
            throw PhonePageError.unknownControl
        }
        return number
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
        default: try await test(client(of: fields), fields)
        }
    }

    /// Performs a control of the panel that belongs to a client.
    private func test(_ client: any HostedClient, _ fields: FormFields) async throws {
        switch fields["do"] {
        case "notifications":
            let (id, platform) = (client.id, phone.platform)
            await phone.setSystem { $0[id].mayNotify = $0[id].notificationPermission(on: platform) != .granted }
        case "revoke": await phone.revokeFramework(of: client.id)
        case "damage": try await phone.restartWithDamagedFiles(of: client)
        case "install": try await phone.installNewest(client.id)
        default: try await client.perform(fields, by: ClientTester(client: client.id, phone: phone, cast: cast))
        }
    }
}
