"""The operators' pages as a browser sees them: cookies, forms and their hidden field."""

import html
import re
import urllib.parse

import wire

OWN_PASSWORD = "another planted horse of her own"
FORM = ("Content-Type", "application/x-www-form-urlencoded")


class Browser:
    """Keeps cookies, and the hidden field of the form it saw last."""

    def __init__(self, server):
        self.address, self.cookies, self.form, self.said = server.internal, {}, "", b""

    def request(self, method, target, headers=(), body=None):
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = wire.request(self.address, method, target, [*headers, *([("Cookie", cookie)] if cookie else [])], body)
        for name, value in answer.headers:
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
                if "Max-Age=0" in value:
                    del self.cookies[key]
        found = re.search(rb'name="form" value="([^"]*)"', answer.body)
        if found:
            self.form = found.group(1).decode()
        self.said += answer.body + repr([pair for pair in answer.headers if pair[0].lower() != "set-cookie"]).encode()
        return answer

    def get(self, target, headers=()):
        return self.request("GET", target, headers)

    def post(self, target, fields, form=None, headers=()):
        fields = fields | {"form": self.form if form is None else form}
        return self.request("POST", target, [FORM, *headers], urllib.parse.urlencode(fields).encode())

    def sign_in(self, name, password=OWN_PASSWORD):
        self.get("/portal/sign-in")
        answer = self.post("/portal/sign-in", {"name": name, "password": password})
        if answer.status == 303 and self.get("/portal").status == 303:
            self.get("/portal/password")
        return answer

    def change_password(self, old, new):
        self.get("/portal/password")
        return self.post("/portal/password", {"old": old, "new": new, "again": new})

    def authorise(self, code, day):
        return self.post("/portal", {"code": code, "day": day})


def text(answer):
    return html.unescape(answer.body.decode())
