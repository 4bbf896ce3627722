/// What is known of the onset of symptoms, as one number from −15 to 4000.
///
/// Up to 21 it is the number of days from the onset to the key's day. Around n × 100 the onset lies in a range of n
/// days. Around 2000 there were symptoms without a date, around 3000 there were none, around 4000 nothing is known.
public struct OnsetCode: Hashable, Sendable {
    public let rawValue: Int

    /// Nil outside −15…4000.
    public init?(_ rawValue: Int) {
        guard Self.values.contains(rawValue) else {
            return nil
        }
        self.rawValue = rawValue
    }

    private init(unchecked rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The code of a key for which the phone sent a level alone.
    ///
    /// - Parameter level: 1…8; other levels are as the nearer of these.
    public init(transmissionRiskLevel level: Int) {
        self.init(unchecked: Self.codes[min(max(level, 1), Self.codes.count) - 1])
    }

    /// The level 1…8 of a key for which the phone sent a code alone: 1 where the table has none.
    public var transmissionRiskLevel: Int { Self.levels[rawValue] ?? 1 }

    public static let values = -15...4000

    /// By level, 1 first.
    private static let codes = [3986, 3992, 3993, 3994, 4000, 3995, 3996, 3997]

    /// The level of each code that has one.
    static let levels: [Int: Int] = {
        var levels: [Int: Int] = [:]
        for entry in table.split(whereSeparator: \.isWhitespace) {
            let parts = entry.split(separator: ":")
            let ends = parts[0].split(separator: "…").compactMap { Int($0) }
            guard parts.count == 2, let level = Int(parts[1]), let first = ends.first, let last = ends.last else {
                continue
            }
            for code in first...last {
                levels[code] = level
            }
        }
        return levels
    }()

    /// Codes or ranges of codes, each with its level.
    private static let table = """
        -5:2 -4:4 -3:6 -2:7 -1…1:8 2:6 3:5 4:3 5…6:2
        194:2 195:3 196:5 197:7 198…200:8 201:7 202:5 203:4 204:3 205:2
        294:3 295:4 296:5 297…299:8 300…301:7 302:6 303:5 304:3 305…306:2
        393:2 394:4 395:5 396:7 397…398:8 399:7 400:6 401:5 402:4 403:3 404:2
        492:2 493:3 494:5 495:6 496…497:8 498…499:7 500:5 501:4 502:3 503…504:2
        591:2 592:3 593:4 594:6 595:7 596:8 597…598:7 599:6 600…601:4 602:3 603:2
        690:2 691:3 692:4 693:5 694:6 695…697:7 698:6 699:5 700:4 701:3 702…703:2
        790:2 791:4 792:5 793:6 794…796:7 797:6 798:5 799:4 800…801:3 802…803:2
        889:2 890:3 891:4 892:5 893:6 894…895:7 896:6 897…898:5 899:4 900:3 901…902:2
        988:2 989:3 990:4 991:5 992…996:6 997:5 998:4 999…1000:3 1001…1002:2
        1087:2 1088:3 1089:4 1090…1091:5 1092…1094:6 1095…1096:5 1097…1098:4 1099:3 1100…1102:2
        1186:2 1187:3 1188…1189:4 1190:5 1191…1193:6 1194…1195:5 1196…1197:4 1198…1199:3 1200…1201:2
        1286:2 1287:3 1288:4 1289…1295:5 1296:4 1297…1298:3 1299…1301:2
        1386:3 1387:4 1388…1394:5 1395…1396:4 1397…1398:3 1399…1400:2
        1486…1487:4 1488…1492:5 1493…1495:4 1496…1497:3 1498…1500:2
        1586…1587:4 1588…1591:5 1592…1594:4 1595…1597:3 1598…1599:2
        1686…1687:4 1688…1689:5 1690…1694:4 1695…1696:3 1697…1699:2
        1786…1793:4 1794…1796:3 1797…1799:2
        1992:2 1993:3 1994:5 1995:7 1996…1998:8 1999:6 2000:5
        2997:2 2998:3 2999…3000:4
        3992:2 3993:3 3994:4 3995:6 3996…3998:7 3999:6 4000:5
        """
}
