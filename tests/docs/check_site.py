#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the site without a warning and follows every link in it: check_site.py SOURCES SITE

A link within the site leads to a file that is there and, behind a #, to an element of it. Pages that
the program or Doxygen made, which are no part of mkdocs' own, are only linked to. No block of code is
left as the text that Markdown did not understand. Who searches finds the pages of SEARCHES.
"""
import json
import os
import subprocess
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag

SEARCHES = {
    "work stealing": "schemes/steal.html",
    "gradient model": "schemes/gm.html",
    "receiver initiated diffusion": "schemes/rid.html",
    "link bandwidth": "keys.html",
    "pareto front": "explore.html",
}


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.ids = set()
        self.links = set()
        self.fences = False
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.ids.update(values[key] for key in ("id", "name") if values.get(key))
        self.links.update(values[key] for key in ("href", "src") if values.get(key))

    def handle_data(self, data):
        self.fences = self.fences or data.lstrip().startswith("```")


def pages_of(site):
    for folder, _, files in os.walk(site):
        if os.path.relpath(folder, site).split(os.sep)[0] in ("api", "assets", "campaigns"):
            continue
        for name in files:
            if name.endswith(".html") and name != "404.html":
                path = os.path.join(folder, name)
                yield path, Page(path)


def wrong_in(site):
    pages = dict(pages_of(site))
    for path, page in sorted(pages.items()):
        if page.fences:
            yield f"{os.path.relpath(path, site)}: ``` is shown"
        for link in sorted(page.links):
            target, anchor = urldefrag(link)
            if ":" in target or target.startswith("//"):
                continue
            there = os.path.normpath(os.path.join(os.path.dirname(path), unquote(target))) if target else path
            if os.path.isdir(there):
                there = os.path.join(there, "index.html")
            if not os.path.exists(there):
                yield f"{os.path.relpath(path, site)}: {link} is not there"
            elif anchor and there in pages and unquote(anchor) not in pages[there].ids:
                yield f"{os.path.relpath(path, site)}: {link} has no such heading"


def not_found(site):
    """The pages of SEARCHES whose title and text in the index lack a word that is searched for."""
    with open(os.path.join(site, "search", "search_index.json"), encoding="utf-8") as file:
        entries = json.load(file)["docs"]
    for words, page in SEARCHES.items():
        texts = [entry["title"] + " " + entry["text"] for entry in entries
                 if urldefrag(entry["location"])[0] == page]
        if not any(all(word in text.lower() for word in words.split()) for text in texts):
            yield f"a search for '{words}' does not find {page}"


def main(sources, site):
    subprocess.run([os.path.join(sources, "docs", "site.sh"), site], check=True)
    wrong = list(wrong_in(site)) + list(not_found(site))
    print("\n".join(wrong))
    if wrong:
        sys.exit(f"{len(wrong)} errors")


if __name__ == "__main__":
    main(sys.argv[1], os.path.abspath(sys.argv[2]))
