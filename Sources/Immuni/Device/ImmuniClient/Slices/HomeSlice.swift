import ClientKit
import ImmuniAPI
import PhonePorts

/// The screen of an onboarded owner, and its contents. None of it is in the file.
struct HomeState: Equatable, Sendable {
    var trail = PlaceTrail(from: AppPlace.home)
    /// The search words for the FAQ.
    var query = ""
    /// The owner has just said that they recovered; true until their next action.
    var hasJustRecovered = false

    var place: AppPlace { trail.current }
}

enum HomeMessage: Sendable {
    /// The owner does something, whatever it is.
    case ownerActed
    case open(AppPlace)
    case goBack
    case repair(ServiceProblem)
    case confirmRecovery
    case chooseRegion(Region)
    case chooseProvince(Province)
    case search(String)
    case phoneChanged
    case appClosed
}

struct HomeReducer: TimelessSlice {
    let app: MobileClient.App

    func reduce(_ state: inout HomeState, _ message: HomeMessage, in whole: AppState) -> [AppStep] {
        switch message {
        case .ownerActed, .appClosed:
            state.hasJustRecovered = false
        case .open(let place):
            if place == .faq, !state.trail.contains(.faq) {
                state.query = ""
            }
            return move(&state) { $0.open(place) }
        case .goBack:
            return move(&state) { $0.goBack() }
        case .repair(let problem):
            return repair(problem, on: whole.life.phone)
        case .confirmRecovery:
            state.hasJustRecovered = whole.warnings.status.isPositive
            return [.tell(.warnings(.recoveryConfirmed))]
        case .chooseRegion(let region):
            return choose(region, &state)
        case .chooseProvince(let province):
            guard province.isKnown else {
                return []
            }
            leaveChoiceOfProvince(&state)
            return [.tell(.choices(.province(province)))]
        case .search(let query):
            state.query = String(query.prefix(200))
        case .phoneChanged:
            leaveSettledRepair(&state, in: whole)
        }
        return []
    }

    private func move(_ state: inout HomeState, _ move: (inout PlaceTrail<AppPlace>) -> Void) -> [AppStep] {
        let before = state.place
        move(&state.trail)
        guard state.place == .upload else {
            return before == .upload ? [.tell(.upload(.left))] : []
        }
        // A real upload needs no dummy beside it: the dummy would only be recognised as one. The content of the upload
        // is counted again.
        return [.tell(.upload(.entered)), .tell(.coverTraffic(.abort)), .perform(.life(.observePhone))]
    }

    /// Chooses a region. If it has one province, such as abroad, there is nothing else to choose.
    private func choose(_ region: Region, _ state: inout HomeState) -> [AppStep] {
        guard let only = region.onlyDomicile else {
            if !region.domiciles.isEmpty {
                state.trail.open(.province(region))
            }
            return []
        }
        leaveChoiceOfProvince(&state)
        return [.tell(.choices(.province(only)))]
    }

    /// Goes back to the place where the owner began to change the province.
    private func leaveChoiceOfProvince(_ state: inout HomeState) {
        if case .province = state.place {
            state.trail.goBack()
        }
        if state.place == .region {
            state.trail.goBack()
        }
    }

    /// A repaired problem needs no advice any more.
    private func leaveSettledRepair(_ state: inout HomeState, in whole: AppState) {
        guard case .repair(let problem) = state.place else {
            return
        }
        if case .impaired(let problems) = whole.serviceStatus(on: app.platform), problems.contains(problem) {
            return
        }
        state.trail.goBack()
    }

    private func repair(_ problem: ServiceProblem, on phone: PhoneFacts?) -> [AppStep] {
        guard let phone, problem.repair(on: phone) == .ask else {
            return [.perform(.life(.observePhone))]
        }
        let question: LifeEffect = problem == .notificationsOff ? .askForNotifications : .enableFramework
        return [.perform(.life(question)), .perform(.life(.observePhone))]
    }
}
