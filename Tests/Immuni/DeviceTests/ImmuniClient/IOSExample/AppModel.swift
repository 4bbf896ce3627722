import ImmuniAPI
import ImmuniClient
import PhonePorts

// An app on the mobile client, as docs/ios.md shows it. Code that only Apple systems have is inside `#if`.

/// What the app's views show and do.
@MainActor
final class AppModel {
    private(set) var display: AppDisplay?
    private let client: MobileClient

    init(client: MobileClient) {
        self.client = client
    }

    /// The scene appeared: updates the view until the task is cancelled.
    func run() async {
        let displays = await client.displays()
        await client.send(.launched(inForeground: true))
        for await display in displays {
            self.display = display
        }
    }

    /// Handles a button, a switch, or a choice.
    func act(_ action: AppAction) {
        Task { await client.send(action) }
    }
}

/// The identifier of each background task, for `BGTaskSchedulerPermittedIdentifiers`.
extension PhoneTask {
    static let prefix = "org.example.app."

    var systemIdentifier: String { Self.prefix + identifier }
}

#if canImport(SwiftUI)
    import SwiftUI

    /// One view for each screen; this example shows the first.
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
