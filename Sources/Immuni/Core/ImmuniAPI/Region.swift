/// A region of Italy, as the apps list them, or abroad, or unknown.
public enum Region: String, Codable, Sendable, CaseIterable {
    case abruzzo = "Abruzzo"
    case basilicata = "Basilicata"
    case calabria = "Calabria"
    case campania = "Campania"
    case emiliaRomagna = "Emilia-Romagna"
    case friuli = "Friuli-Venezia Giulia"
    case lazio = "Lazio"
    case liguria = "Liguria"
    case lombardia = "Lombardia"
    case marche = "Marche"
    case molise = "Molise"
    case piemonte = "Piemonte"
    case puglia = "Puglia"
    case sardegna = "Sardegna"
    case sicilia = "Sicilia"
    case toscana = "Toscana"
    case trentino = "Trentino-Alto Adige/Südtirol"
    case umbria = "Umbria"
    case aosta = "Valle d'Aosta"
    case veneto = "Veneto"
    case abroad = "Abroad"
    /// For codes that are not a province.
    case unknown = "Unknown"

    /// The code that replaces every code outside the table.
    public static let unknownCode = "unknown"

    /// Provinces by their codes, with their names.
    public var provinces: [(code: String, name: String)] {
        table.split(separator: ",").map { entry in
            let parts = entry.split(separator: "=")
            return (String(parts[0]), String(parts[parts.count - 1]))
        }
    }

    /// The regions that people can choose: all except ``unknown``.
    public static let choices = allCases.filter { $0 != .unknown }

    /// The provinces that people can choose: one for Valle d'Aosta and abroad, none for ``unknown``.
    public var domiciles: [Province] { provinces.compactMap { Province(code: $0.code) } }

    /// The region of a province's code.
    public static func region(of code: String) -> Region {
        regionOfCode[code] ?? .unknown
    }

    private static let regionOfCode = Dictionary(
        uniqueKeysWithValues: allCases.flatMap { region in region.provinces.map { ($0.code, region) } }
    )

    private var table: String {
        switch self {
        case .abruzzo: "CH=Chieti,AQ=L'Aquila,PE=Pescara,TE=Teramo"
        case .basilicata: "MT=Matera,PZ=Potenza"
        case .calabria: "CZ=Catanzaro,CS=Cosenza,KR=Crotone,RC=Reggio Calabria,VV=Vibo Valentia"
        case .campania: "AV=Avellino,BN=Benevento,CE=Caserta,NA=Napoli,SA=Salerno"
        case .emiliaRomagna:
            "BO=Bologna,FE=Ferrara,FC=Forlì-Cesena,MO=Modena,PR=Parma,PC=Piacenza,RA=Ravenna,RE=Reggio Emilia,RN=Rimini"
        case .friuli: "UD=Udine,GO=Gorizia,PN=Pordenone,TS=Trieste"
        case .lazio: "FR=Frosinone,LT=Latina,RI=Rieti,RM=Roma,VT=Viterbo"
        case .liguria: "GE=Genova,IM=Imperia,SP=La Spezia,SV=Savona"
        case .lombardia:
            "BG=Bergamo,BS=Brescia,CO=Como,CR=Cremona,LC=Lecco,LO=Lodi,MN=Mantova,MI=Milano,MB=Monza e Brianza,PV=Pavia,"
                + "SO=Sondrio,VA=Varese"
        case .marche: "AN=Ancona,AP=Ascoli Piceno,FM=Fermo,MC=Macerata,PU=Pesaro e Urbino"
        case .molise: "CB=Campobasso,IS=Isernia"
        case .piemonte:
            "AL=Alessandria,AT=Asti,BI=Biella,CN=Cuneo,NO=Novara,TO=Torino,VC=Vercelli,VB=Verbano-Cusio-Ossola"
        case .puglia: "BT=Barletta-Andria-Trani,BA=Bari,BR=Brindisi,LE=Lecce,FG=Foggia,TA=Taranto"
        case .sardegna: "CA=Cagliari,NU=Nuoro,OR=Oristano,SS=Sassari,SU=Sud Sardegna"
        case .sicilia:
            "AG=Agrigento,CL=Caltanissetta,CT=Catania,EN=Enna,ME=Messina,PA=Palermo,RG=Ragusa,SR=Siracusa,TP=Trapani"
        case .toscana:
            "AR=Arezzo,FI=Firenze,GR=Grosseto,LI=Livorno,LU=Lucca,MS=Massa-Carrara,PI=Pisa,PT=Pistoia,PO=Prato,SI=Siena"
        case .trentino: "BZ=Bolzano/Bozen,TN=Trento"
        case .umbria: "PG=Perugia,TR=Terni"
        case .aosta: "AO=Aosta"
        case .veneto: "BL=Belluno,PD=Padova,RO=Rovigo,TV=Treviso,VE=Venezia,VR=Verona,VI=Vicenza"
        case .abroad: "EX=Abroad"
        case .unknown: "unknown=Unknown"
        }
    }
}
