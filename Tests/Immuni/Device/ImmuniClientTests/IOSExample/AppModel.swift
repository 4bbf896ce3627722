import ImmuniAPI
import ImmuniClient
import PhonePorts

// An app that stands on the mobile client, as docs/ios.md shows it. What only Apple systems have stands inside `#if`.

/// What the app's views show and do.
@MainActor
final class AppModel {
    private(set) var display: AppDisplay?
    private let client: MobileClient

    init(client: MobileClient) {
        self.client = client
    }

    /// The scene appeared: shows what the app shows until the task is cancelled.
    func run() async {
        let displays = await client.displays()
        await client.send(.launched(inForeground: true))
        for await display in displays {
            self.display = display
        }
    }

    /// A button, a switch, or a choice.
    func act(_ action: AppAction) {
        Task { await client.send(action) }
    }
}

/// What the system wakes the app for: one identifier each in `BGTaskSchedulerPermittedIdentifiers`.
extension PhoneTask {
    static let prefix = "org.example.app."

    var systemIdentifier: String { Self.prefix + identifier }
}

#if canImport(SwiftUI)
    import SwiftUI

    /// One view for each screen; here the first.
    struct ScreenView: View {
        let screen: AppScreen
        let act: (AppAction) -> Void

        var body: some View {
            switch screen {
            case .onboarding(let facts) where facts.step == .welcome:
                Button("Continue") { act(.proceed) }
            default:
                ProgressView()
            }
        }
    }
#endif
