import ExposurePrimitives
import Localisation
import ServiceKit
import WebPages
import WireFormat

// Every screen of the clients on one page: for designers and translators, and for the checks of texts and contrast.

extension PhonePageService {
    func showScreens(_ request: ServiceRequest) async -> ServiceResponse {
        let language = await language(of: request)
        return frame(language, title: PanelText.allScreens.text(in: language)) {
            Tag.h1 { PanelText.allScreens.text(in: language) }
            Tag.p { PanelText.allScreensBody.text(in: language) }
            for client in phone.clients {
                for platform in PhonePlatform.allCases {
                    Tag.h2 { phone.clients.count > 1 ? "\(client.words.name), \(platform.name)" : platform.name }
                    Tag.ul(.class("screens"), .lang("en")) {
                        for sample in client.samples(on: platform) {
                            Tag.li { Tag.a(.href(link(to: sample, of: client, platform, language))) { sample.name } }
                        }
                    }
                }
            }
        }
    }

    func showScreen(_ request: ServiceRequest) async throws -> ServiceResponse {
        let language = await language(of: request)
        let path = request.parameters
        let client = path.count == 3 ? phone.clients.first { $0.id.rawValue == path.first } : phone.clients.first
        guard let client, let platform = path.dropLast().last.flatMap({ PhonePlatform(rawValue: $0) }),
            let sample = client.samples(on: platform).first(where: { $0.name == path.last })
        else {
            throw Refusal.notFound
        }
        return frame(language, title: sample.name) {
            Tag.div(.class("phone")) {
                sample.draw(ScreenFrame(platform: platform, now: phone.clock.now(), at: .sample), language)
            }
        }
    }

    private func frame(
        _ language: Language,
        title: String,
        @HTMLBuilder content: () -> [HTML]
    ) -> ServiceResponse {
        Page(
            language,
            title: "\(title) – Avviso",
            assets: [Self.icon, Self.style],
            navigation: {
                Tag.a(.class("site"), .href(.page("/"))) { PanelText.toThePhone.text(in: language) }
                Tag.a(.href(.page("/screens"))) { PanelText.allScreens.text(in: language) }
            },
            content: content
        )
        .response()
    }

    private func language(of request: ServiceRequest) async -> Language {
        let phoneLanguage = await phone.parts.system.state.language
        let chosen = request.query?.last { $0.name == "lang" }?.value
        return chosen.flatMap { Language(rawValue: $0) } ?? Language(rawValue: phoneLanguage) ?? .fallback
    }

    private func link(
        to sample: ScreenSample,
        of client: any HostedClient,
        _ platform: PhonePlatform,
        _ language: Language
    ) -> PageLink {
        let path = [platform.rawValue, sample.name]
        return .page(
            "/screens",
            client.id == phone.clients.first?.id ? path : [client.id.rawValue] + path,
            query: ["lang": language.tag]
        )
    }
}
