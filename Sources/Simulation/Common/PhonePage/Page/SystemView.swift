import ExposurePrimitives
import Localisation
import WebPages

/// The screens of the phone's operating system: the lock screen, or a question.
struct SystemView: Sendable {
    let language: Language
    let clients: [any HostedClient]

    private func say(_ text: any LocalisedText) -> String { text.text(in: language) }

    func lockScreen(_ state: SystemState, now: UnixTime) -> HTML {
        let notifications = clients.flatMap { client in
            state[client.id].notifications.compactMap(client.words).map { (client, $0) }
        }
        return Tag.section(.class("screen lock"), .id("screen"), .lang(language.tag), .aria("labelledby", "title")) {
            Tag.h1(.id("title"), .class("unseen"), .tabindex(-1), .autofocus) { say(PanelText.lockScreen) }
            Tag.p(.class("clock")) { ShownTime.time(now) }
            Tag.p { ShownTime.day(now.utcDay, in: language) }
            if notifications.isEmpty {
                Tag.p(.class("quiet")) { say(PanelText.noNotifications) }
            } else {
                Tag.ul(.class("notifications")) {
                    for (client, words) in notifications {
                        Tag.li { opening(client) { card(words) } }
                    }
                }
            }
            Tag.div(.class("bottom")) {
                for client in clients {
                    opening(client) {
                        Tag.button(.id(ClientField(client.id, among: clients).id("open"))) { say(client.words.open) }
                    }
                }
            }
        }
    }

    /// Opens a client, like a tap on its notification.
    private func opening(_ client: any HostedClient, @HTMLBuilder content: () -> [HTML]) -> HTML {
        Tag.form(.post, .action(.page("/phone"))) {
            ClientField(client.id, among: clients).html
            Tag.input(.type("hidden"), .name("do"), .value("open"))
            content()
        }
    }

    private func card(_ words: NotificationWords) -> HTML {
        Tag.button(.class("second")) {
            Tag.strong { say(words.title) }
            Tag.span { say(words.body) }
        }
    }

    /// - Parameter number: of the question, which the answer names.
    func dialog(_ words: QuestionWords, number: Int) -> HTML {
        Tag.section(.class("screen"), .id("screen"), .lang(language.tag)) {
            Tag.div(
                .class("dialog"),
                .role("alertdialog"),
                .aria("labelledby", "title"),
                .aria("describedby", "question")
            ) {
                Tag.h1(.id("title"), .tabindex(-1), .autofocus) { say(words.title) }
                Tag.p(.id("question")) { say(words.body) }
                Tag.form(.class("actions"), .post, .action(.page("/phone"))) {
                    Tag.input(.type("hidden"), .name("question"), .value("\(number)"))
                    Tag.button(.class("second"), .name("do"), .value("refuse")) { say(words.no) }
                    Tag.button(.name("do"), .value("allow")) { say(words.yes) }
                }
            }
        }
    }
}
