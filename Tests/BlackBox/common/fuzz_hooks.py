"""What fuzz.py tells schemathesis about this contract that OpenAPI cannot say."""

import datetime

import schemathesis


def whole_numbers(value):
    """For JSON Schema 12.0 is an integer; the contract takes 12 alone (docs/compatibility.md)."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [whole_numbers(element) for element in value]
    if isinstance(value, dict):
        return {name: whole_numbers(member) for name, member in value.items()}
    return value


def one_day(query):
    """A report's last day is not before its first; two dates by themselves cannot say so."""
    try:
        days = [datetime.date.fromisoformat(query[name]) for name in ("from", "to") if name in query]
    except (TypeError, ValueError):
        return query
    return query | {name: str(days[0]) for name in ("from", "to")} if days else query


@schemathesis.hook
def before_call(context, case, kwargs):
    case.body = whole_numbers(case.body)
    if case.path == "/v1/analytics/report" and isinstance(case.query, dict):
        case.query = one_day(dict(case.query))
