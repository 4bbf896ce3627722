package import ExposurePrimitives
package import PhonePorts

/// The operating system of a simulated phone as one of its clients knows it.
package struct ClientSystem: Sendable {
    let phone: SimulatedSystem
    let client: ClientID

    /// The client's radio.
    package var antenna: any BluetoothRadio { phone.antenna(of: client) }

    /// The client's radio for protocols that connect phones.
    package var connections: any ConnectionRadio { phone.connections(of: client) }

    /// The address under which the phone's exposure framework broadcasts, for a protocol that stands beside it.
    package var frameworkAddress: any RadioAddressSource { phone.frameworkAddress }
}

extension ClientSystem: PhonePrompts {
    package func mayExchangeIdentifiers() async -> Bool { await phone.ask(.exchangeIdentifiers, for: client) }
    package func mayShareKeys() async -> Bool { await phone.ask(.shareKeys, for: client) }
}

extension ClientSystem: PhoneSystem {
    package func mayNotify() async -> Bool {
        if let known = phone.state[client].mayNotify {
            return known
        }
        let isGranted = await phone.ask(.notify, for: client)
        phone.change { $0[client].mayNotify = isGranted }
        return isGranted
    }

    package func facts() async -> PhoneFacts { phone.facts(for: client) }
}

extension ClientSystem: PhoneNotifications, ExposureAlerts {
    package func show(_ notification: PhoneNotification) async {
        phone.change { state in
            state[client].notifications.removeAll { $0.kind == notification.kind }
            state[client].notifications.append(notification)
        }
    }

    // Nothing is shown: the client's own notice says the same, and a tester would see it twice.
    package func present(_ alert: ExposureAlert) async {}
}

extension ClientSystem: PhoneScheduler {
    package func schedule(_ task: PhoneTask, at time: UnixTime?) {
        phone.schedule(task, of: client, at: time)
    }
}
