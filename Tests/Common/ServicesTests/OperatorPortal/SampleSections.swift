import ExposurePrimitives
import Localisation
import OperatorStores
import PortalSections
import Synchronization
import WebPages
import WireFormat

/// A section whose first page opens after the sign-in: it receives notes.
struct NoteSection: PortalSection {
    let name = "notes"
    let path: StaticString = "/portal"
    let title: any LocalisedText = NoteText.title
    let siteTitle: any LocalisedText = NoteText.site
    let roles: Set<OperatorRole> = [.counter, .supervisor]
    let events: Set<OperatorAuditEntry.Event> = [.noted]
    let notes: ReceivedNotes
    let clock: any WallClock

    var pages: [SectionPage] {
        [
            .shown(at: "/portal") { request in
                .page(
                    SectionContent(NoteText.title) {
                        request.parts.form(to: .page("/portal")) { request.parts.field("note", NoteText.note, []) }
                    }
                )
            },
            .received(at: "/portal") { request in
                try await request.session.note(.noted)
                notes.receive(request.fields?["note"] ?? "")
                try await request.session.note(deadline: clock.now().advanced(bySeconds: 60))
                return .redirect(.page("/portal/noted"))
            },
            .shown(at: "/portal/noted") { request in
                let deadline = request.session.deadline.map { "until \($0)" } ?? "never"
                return .page(SectionContent(NoteText.title) { Tag.p { deadline } })
            },
        ]
    }
}

/// The second section: it stamps, for a role of its own and for the supervisor.
struct StampSection: PortalSection {
    let name = "stamps"
    let path: StaticString = "/portal/stamps"
    let title: any LocalisedText = StampText.title
    let siteTitle: any LocalisedText = StampText.site
    let roles: Set<OperatorRole> = [.stamper, .supervisor]
    let assets = [PageAsset(.style, at: "/portal/stamps/stamps.css", Array("output { color: red; }".utf8))]
    let events: Set<OperatorAuditEntry.Event> = [.stamped]

    var pages: [SectionPage] {
        [
            .shown(at: "/portal/stamps") { request in
                .page(
                    SectionContent(StampText.title, refresh: 7) {
                        Tag.p { request.session.deadline.map { "until \($0)" } ?? "never" }
                        request.parts.form(to: .page("/portal/stamps")) {
                            request.parts.turn(request.session.turn)
                            request.parts.field("count", StampText.count, [])
                        }
                    }
                )
            },
            .received(at: "/portal/stamps") { request in
                guard request.fields?["count"] == "1" else {
                    throw SectionRefusal(StampText.tooMany, status: 409)
                }
                try await request.session.note(.stamped)
                let institution = request.session.institution ?? "nothing"
                return .page(
                    SectionContent(StampText.title) { Tag.p { "\(request.session.name) of \(institution)" } },
                    status: 201
                )
            },
            .received(at: "/portal/stamps/once") { request in
                let turn = request.fields?[PageParts.turnField] ?? ""
                let isTaken = try await request.session.take(turn: turn)
                let text = "taken \(isTaken), next \(request.session.turn(after: turn))"
                return .page(
                    SectionContent(StampText.title) { Tag.p { text } },
                    status: isTaken ? 200 : 429,
                    retryAfter: isTaken ? nil : 8
                )
            },
            .received(at: "/portal/stamps/forge") { request in
                try await request.session.note(.signedIn)
                return .redirect(.page("/portal/stamps"))
            },
        ]
    }
}

extension OperatorRole {
    static let counter = OperatorRole(rawValue: "counter")
    static let stamper = OperatorRole(rawValue: "stamper")
    static let supervisor = OperatorRole(rawValue: "supervisor")
    /// A role of a system that is not built.
    static let stranger = OperatorRole(rawValue: "stranger")
}

extension OperatorAuditEntry.Event {
    static let noted = Self(rawValue: "noted")
    static let stamped = Self(rawValue: "stamped")
}

/// The notes that arrived.
final class ReceivedNotes: Sendable {
    private let kept = Mutex<[String]>([])

    var received: [String] { kept.withLock { $0 } }

    func receive(_ note: String) { kept.withLock { $0.append(note) } }
}

enum NoteText: LocalisedText {
    case site, title, note

    var localised: Localised {
        switch self {
        case .site:
            Localised(en: "The counter", it: "Lo sportello", de: "Der Schalter", fr: "Le guichet", es: "La ventanilla")
        case .title: Localised(en: "Notes", it: "Appunti", de: "Notizen", fr: "Notes prises", es: "Apuntes")
        case .note: Localised(en: "Note", it: "Appunto", de: "Notiz", fr: "Note prise", es: "Apunte")
        }
    }
}

enum StampText: LocalisedText {
    case site, title, count, tooMany

    var localised: Localised {
        switch self {
        case .site:
            Localised(en: "The stamps", it: "I timbri", de: "Die Stempel", fr: "Les tampons", es: "Los sellos")
        case .title: Localised(en: "Stamp", it: "Timbra", de: "Stempeln", fr: "Tamponner", es: "Sellar")
        case .count: Localised(en: "Count", it: "Numero", de: "Anzahl", fr: "Nombre", es: "Número")
        case .tooMany:
            Localised(
                en: "One stamp at a time.",
                it: "Un timbro alla volta.",
                de: "Ein Stempel auf einmal.",
                fr: "Un tampon à la fois.",
                es: "Un sello a la vez."
            )
        }
    }
}
