import AssociationPorts
package import AssociationProtocol
package import ExposurePrimitives
package import Persistence
import Synchronization

extension InMemoryAssociation {
    /// Inserts the boxes of a batch, as long as the report has room.
    func insert(
        _ records: [MailboxRecord],
        of right: RightID,
        _ content: inout Content
    ) -> (replays: Int, excess: Int) {
        let before = content.boxes.values.count { $0.right == right }
        let room = fault == .takesAnyNumberOfBoxes ? .max : max(0, BoxLimits.boxesPerReport - before)
        var replays = 0
        for record in records.prefix(room) {
            if content.boxes[record.handle] == nil || fault == .takesHandlesAgain {
                content.boxes[record.handle] = BoxRow(record: record, right: right)
            } else {
                replays += 1
            }
        }
        let excess = fault == .countsNoExcess ? 0 : max(0, records.count - room)
        return (fault == .countsNoRepeatedHandles ? 0 : replays, excess)
    }

    func completeBoxes(of right: RightID, _ content: inout Content) {
        for (handle, row) in content.boxes where row.right == right {
            content.boxes[handle]?.right = nil
        }
    }

    package func unfinishedDay() async throws(StoreError) -> CalendarDay? {
        content.withLock { content in
            fault == .forgetsUnfinishedDays ? nil : content.boxDays.filter { !$0.value }.keys.min()
        }
    }

    package func begin(
        _ day: CalendarDay,
        partSize: Int,
        filler: @escaping @Sendable () -> MailboxRecord
    ) async throws(StoreError) -> Int? {
        content.withLock { content in
            let days = content.boxDays
            guard days[day] == nil || fault == .beginsADayTwice,
                !days.keys.contains(where: { $0 > day }) || fault == .beginsEarlierDays,
                days.values.allSatisfy(\.self) || fault == .beginsBesideAnUnfinishedDay || days[day] == false
            else {
                return nil
            }
            content.boxDays[day] = false
            var count = 0
            for (handle, row) in content.boxes where row.day == nil && fault != .publishesNothing {
                if row.right == nil || fault == .publishesIncompleteReports {
                    content.boxes[handle]?.day = day
                    count += 1
                }
            }
            let fillers =
                switch fault {
                case .addsNoFillers: 0
                case .fillsWholeParts: partSize - count % partSize
                case .fillsNoEmptyDay: count == 0 ? 0 : BoxLimits.fillers(of: count, partSize: partSize)
                default: BoxLimits.fillers(of: count, partSize: partSize)
                }
            for _ in 0..<fillers {
                let record = filler()
                content.boxes[record.handle] = BoxRow(record: record, day: day)
            }
            return count + fillers
        }
    }

    package func count(of day: CalendarDay) async throws(StoreError) -> Int {
        content.withLock { content in
            content.boxes.values.count { $0.day == day || fault == .countsBoxesOfAllDays }
        }
    }

    package func boxes(
        of day: CalendarDay,
        after last: MailboxHandle?,
        limit: Int
    ) async throws(StoreError) -> [MailboxRecord] {
        content.withLock { content in
            let records = content.boxes.values.filter { $0.day == day }.map(\.record)
            let sorted = records.sorted { lhs, rhs in
                let isBefore = lhs.handle.bytes < rhs.handle.bytes
                return fault == .showsBoxesInNoOrder ? !isBefore : isBefore
            }
            let rest = sorted.filter { record in
                last.map { $0.bytes < record.handle.bytes } ?? true || fault == .showsBoxesFromTheFirst
            }
            return Array(rest.prefix(fault == .showsAnyNumberOfBoxes ? .max : limit))
        }
    }

    package func finish(_ day: CalendarDay) async throws(StoreError) {
        content.withLock { content in
            content.boxDays[day] = true
            if fault == .publishesBoxesAgain {
                for (handle, row) in content.boxes where row.day == day {
                    content.boxes[handle]?.day = nil
                }
            } else {
                content.boxes = content.boxes.filter { $0.value.day != day }
            }
        }
    }

    package func waitingBoxes() async throws(StoreError) -> Int {
        content.withLock { content in
            content.boxes.values.count { row in
                row.day == nil && (row.right == nil || fault == .countsBoxesOfIncompleteReports)
            }
        }
    }
}
