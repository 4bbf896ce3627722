import PhonePorts
import WebPages

// The switches of the phone, and what can go wrong.

extension PanelView {
    var switches: HTML {
        kit.card("switches", PanelText.switches) {
            kit.toggle("bluetooth", PanelText.bluetooth, isOn: system.isBluetoothOn)
            if platform == .android {
                kit.toggle("location", PanelText.location, isOn: system.isLocationOn)
            }
            for client in clients {
                client.kit.toggle(
                    "notifications",
                    client.host.words.notifications,
                    isOn: system[client.host.id].notificationPermission(on: platform) == .granted
                )
            }
            Tag.div(.class("column")) {
                for client in clients {
                    group(client) {
                        if client.hasFramework {
                            client.kit.button(PanelButton("revoke", PanelText.revoke))
                        }
                        client.host.switches.map(client.kit.button)
                    }
                }
                kit.button(PanelButton("restart", PanelText.restart))
            }
        }
    }

    /// The buttons of a client. They have its name where the phone has several.
    @HTMLBuilder private func group(_ client: Client, @HTMLBuilder content: () -> [HTML]) -> [HTML] {
        let buttons = content()
        if hasSeveral, !buttons.isEmpty {
            Tag.div(.role("group"), .aria("label", client.host.words.name)) {
                Tag.p { client.host.words.name }
                buttons
            }
        } else {
            buttons
        }
    }

    var mishaps: HTML {
        Tag.section(.class("card")) {
            Tag.details(.id("mishaps")) {
                Tag.summary { say(MishapText.mishaps) }
                network
                kit.toggle("oldSystem", MishapText.oldSystem, isOn: system.mishaps.isSystemOld)
                if platform == .android {
                    kit.toggle("oldServices", MishapText.oldServices, isOn: system.mishaps.areServicesOld)
                }
                kit.toggle("noRadio", MishapText.noRadio, isOn: !system.mishaps.hasRadio)
                kit.toggle("fullStorage", MishapText.fullStorage, isOn: system.mishaps.isStorageFull)
                Tag.div(.class("column")) {
                    for client in clients {
                        group(client) {
                            client.kit.button(PanelButton("damage", MishapText.damage))
                            client.host.mishaps(hasAuthority: hasAuthority).map(client.kit.button)
                            client.kit.button(PanelButton("install", MishapText.install))
                        }
                    }
                }
            }
        }
    }

    private var network: HTML {
        kit.form("network") {
            Tag.label(.for("network")) { say(MishapText.network) }
            Tag.div(.class("line")) {
                Tag.select(.id("network"), .name("network")) {
                    for network in SystemState.Network.allCases {
                        HTML.element(
                            .option,
                            [.value(network.rawValue)] + (network == system.mishaps.network ? [.selected] : []),
                            [.text(say(Self.text(of: network)))]
                        )
                    }
                }
                Tag.button(.class("second")) { say(MishapText.setNetwork) }
            }
        }
    }

    private static func text(of network: SystemState.Network) -> MishapText {
        switch network {
        case .works: MishapText.networkWorks
        case .isOff: MishapText.networkIsOff
        case .losesAnswers: MishapText.networkLosesAnswers
        case .refuses: MishapText.networkRefuses
        }
    }
}
