/// Statements in the form that PostgreSQL takes.
///
/// The stores' statements are written for all engines. Two things differ in their spelling: parameters, and words that
/// PostgreSQL reserves. Everything else in a statement is passed on as it is.
struct PostgresSQL: Sendable, Equatable {
    /// The statement with `$1`, `$2` and so on as parameters.
    let text: String
    /// For each of these parameters, its name or its number from 1 in the arguments.
    let parameters: [Parameter]

    enum Parameter: Hashable, Sendable {
        case name(String)
        case number(Int)
    }

    init(_ sql: String) {
        var reader = Reader(sql)
        reader.readAll()
        text = reader.text
        parameters = reader.parameters
    }

    /// Names of our columns that PostgreSQL takes for key words (PostgreSQL 15, appendix C). Our key words are in
    /// capitals and our names are not, so a name is told from a key word.
    static let reserved: Set<String> = ["end", "limit", "offset", "order", "right", "user", "window"]
}

/// Reads a statement once from its beginning to its end.
private struct Reader {
    private let sql: [Character]
    private var position = 0
    private(set) var text = ""
    private(set) var parameters: [PostgresSQL.Parameter] = []
    /// The greatest number so far: a `?` without a number takes the next one, as in SQLite.
    private var lastNumber = 0

    init(_ sql: String) {
        self.sql = Array(sql)
    }

    mutating func readAll() {
        while let character = peek(0) {
            switch character {
            case "'", "\"": readQuoted(character)
            case "?": readNumber()
            case ":" where peek(1) == ":": readAsItIs(2)
            case ":" where peek(1).map(Self.isOfName) == true: readName()
            case _ where Self.isOfName(character): readWord()
            default: readAsItIs(1)
            }
        }
    }

    private func peek(_ distance: Int) -> Character? {
        position + distance < sql.count ? sql[position + distance] : nil
    }

    private mutating func readAsItIs(_ count: Int) {
        text.append(contentsOf: sql[position..<min(position + count, sql.count)])
        position += count
    }

    /// A literal or a quoted name. A doubled mark inside reads as two of them beside each other.
    private mutating func readQuoted(_ mark: Character) {
        readAsItIs(1)
        while let character = peek(0) {
            readAsItIs(1)
            if character == mark {
                return
            }
        }
    }

    private mutating func readNumber() {
        position += 1
        let digits = take { $0.isASCII && $0.isNumber }
        let number = Int(digits) ?? lastNumber + 1
        lastNumber = max(lastNumber, number)
        append(.number(number))
    }

    private mutating func readName() {
        position += 1
        append(.name(take(while: Self.isOfName)))
    }

    private mutating func readWord() {
        let word = take(while: Self.isOfName)
        text.append(PostgresSQL.reserved.contains(word) ? "\"\(word)\"" : word)
    }

    private mutating func take(while isTaken: (Character) -> Bool) -> String {
        var taken = ""
        while let character = peek(0), isTaken(character) {
            taken.append(character)
            position += 1
        }
        return taken
    }

    /// A parameter that comes twice keeps its place.
    private mutating func append(_ parameter: PostgresSQL.Parameter) {
        let place = parameters.firstIndex(of: parameter) ?? parameters.count
        if place == parameters.count {
            parameters.append(parameter)
        }
        text.append("$\(place + 1)")
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "_")
    }
}
