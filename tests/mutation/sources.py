# SPDX-License-Identifier: Apache-2.0
"""Writes a source with its mutants in it, each behind its number. One is on at a time: what is changed has no
others inside."""


def rewritten(text, places):
    """`places`: (number, Place) of this text."""
    # A statement that goes has no value, so what changes it stands inside.
    places = sorted(places, key=lambda p: (p[1].begin, -p[1].end, bool(p[1].form)))

    def piece(begin, end, inner):
        out, at = [], begin
        while inner:
            (number, place), rest = inner[0], inner[1:]
            inside = [p for p in rest if p[1].begin < place.end]
            out += [text[at:place.begin], choice(number, place, inside)]
            at, inner = place.end, rest[len(inside):]
        return b"".join(out) + text[at:end]

    def choice(number, place, inside):
        written = piece(place.begin, place.end, inside)
        if not place.form:
            return b"(isobar_mutant(%d) ? void() : void(%s))" % (number, written)
        changed = b"".join(p.encode() if isinstance(p, str) else text[p[0]:p[1]] for p in place.form)
        # What is an object to be tested would make the other side an object like it.
        truth = b"bool" if place.kind == "condition" or place.change == "! removed" else b""
        return b"(isobar_mutant(%d) ? %s(%s) : %s(%s))" % (number, truth, changed, truth, written)

    return piece(0, len(text), places)
