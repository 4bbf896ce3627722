public import ImmuniAPI

/// A region of Italy, or abroad, with the codes of its provinces.
public enum Region: String, Codable, CaseIterable, Sendable {
    case abruzzo, basilicata, calabria, campania
    case emiliaRomagna = "emilia-romagna"
    case friuliVeneziaGiulia = "friuli-venezia-giulia"
    case lazio, liguria, lombardia, marche, molise, piemonte, puglia, sardegna, sicilia, toscana
    case trentinoAltoAdige = "trentino-alto-adige"
    case umbria
    case valleDAosta = "valle-d-aosta"
    case veneto, abroad

    /// The region's provinces, by code; one for Valle d'Aosta and abroad.
    public var provinces: [Province] {
        codes.split(separator: " ").compactMap { Province(code: String($0)) }
    }

    /// Where `province` lies; nil for an unknown code.
    public init?(of province: Province) {
        guard let region = Self.allCases.first(where: { $0.provinces.contains(province) }) else {
            return nil
        }
        self = region
    }

    private var codes: String {
        switch self {
        case .abruzzo: "AQ CH PE TE"
        case .basilicata: "MT PZ"
        case .calabria: "CS CZ KR RC VV"
        case .campania: "AV BN CE NA SA"
        case .emiliaRomagna: "BO FC FE MO PC PR RA RE RN"
        case .friuliVeneziaGiulia: "GO PN TS UD"
        case .lazio: "FR LT RI RM VT"
        case .liguria: "GE IM SP SV"
        case .lombardia: "BG BS CO CR LC LO MB MI MN PV SO VA"
        case .marche: "AN AP FM MC PU"
        case .molise: "CB IS"
        case .piemonte: "AL AT BI CN NO TO VB VC"
        case .puglia: "BA BR BT FG LE TA"
        case .sardegna: "CA NU OR SS SU"
        case .sicilia: "AG CL CT EN ME PA RG SR TP"
        case .toscana: "AR FI GR LI LU MS PI PO PT SI"
        case .trentinoAltoAdige: "BZ TN"
        case .umbria: "PG TR"
        case .valleDAosta: "AO"
        case .veneto: "BL PD RO TV VE VI VR"
        case .abroad: "EX"
        }
    }
}
