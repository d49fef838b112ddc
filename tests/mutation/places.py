# SPDX-License-Identifier: Apache-2.0
"""Finds, in clang's syntax tree, places of a source that can be changed, and how.

Left out are constant expressions, which no switch can change: constexpr, static_assert, template arguments,
case labels, array bounds, enumerators; default arguments, macros; and operators of classes."""

import re
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

from clang.cindex import Config, CursorKind as K, Index, TypeKind

Config.set_library_file("/usr/lib/llvm-14/lib/libclang.so.1")

OTHER = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
         "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"], "&&": ["||"], "||": ["&&"],
         "+=": ["-="], "-=": ["+="], "*=": ["+="], "/=": ["*="], "|": ["&"], "&": ["|"], "<<": [">>"],
         ">>": ["<<"]}
COMPARISONS = {"<", "<=", ">", ">=", "==", "!="}
INTEGERS = {TypeKind.INT, TypeKind.UINT, TypeKind.LONG, TypeKind.ULONG, TypeKind.LONGLONG, TypeKind.ULONGLONG,
            TypeKind.SHORT, TypeKind.USHORT, TypeKind.SCHAR, TypeKind.UCHAR}
NUMBERS = INTEGERS | {TypeKind.DOUBLE, TypeKind.FLOAT, TypeKind.BOOL}
SKIPPED = {K.STATIC_ASSERT, K.ENUM_DECL, K.PARM_DECL, K.TYPEDEF_DECL, K.TYPE_ALIAS_DECL, K.FRIEND_DECL,
           K.TEMPLATE_TYPE_PARAMETER, K.TEMPLATE_NON_TYPE_PARAMETER, K.TYPE_REF, K.TEMPLATE_REF}
DECLARATIONS = {K.VAR_DECL, K.FIELD_DECL, K.FUNCTION_DECL, K.CXX_METHOD, K.CONSTRUCTOR, K.FUNCTION_TEMPLATE}
FUNCTIONS = {K.FUNCTION_DECL, K.CXX_METHOD, K.FUNCTION_TEMPLATE, K.LAMBDA_EXPR}
NAMES = {K.DECL_REF_EXPR, K.MEMBER_REF_EXPR, K.OVERLOADED_DECL_REF}
BODIES = {K.COMPOUND_STMT, K.IF_STMT, K.WHILE_STMT, K.CXX_FOR_RANGE_STMT}  # a `for` has `;` in its head


class Place(NamedTuple):
    """`form` is the changed text: pieces as written (their offsets) and texts; none: a statement goes."""
    file: str
    begin: int
    end: int
    line: int
    last: int
    kind: str
    change: str
    form: tuple


def kind_of(cursor):
    return cursor.type.get_canonical().kind


class Finder:
    def __init__(self, root, folders):
        self.root, self.folders = str(root) + "/", tuple(folders)
        self.texts, self.found, self.done = {}, {}, set()
        self.reference = False  # whether what is returned here is an object, which a changed value would not be

    def text(self, file):
        if file not in self.texts:
            self.texts[file] = Path(self.root + file).read_bytes()
        return self.texts[file]

    def parse(self, source, options):
        unit = Index.create().parse(source, options)
        errors = [d for d in unit.diagnostics if d.severity >= 3]
        if errors:
            raise RuntimeError(f"{source}: {errors[0]}")
        here = set()
        for cursor in unit.cursor.get_children():
            file = cursor.location.file
            if not file or not file.name.startswith(self.root):
                continue
            name = file.name[len(self.root):]
            if name.startswith(self.folders) and name not in self.done:
                here.add(name)
                self.visit(cursor, None, name)
        self.done |= here

    def visit(self, cursor, parent, file):
        kind, text = cursor.kind, self.text(file)
        begin, end = cursor.extent.start.offset, cursor.extent.end.offset
        if kind in SKIPPED or not cursor.location.file or not cursor.location.file.name.endswith(file):
            return
        head = text[begin:end].split(b"{")[0]
        if kind in DECLARATIONS | {K.DECL_STMT, K.IF_STMT} and re.search(rb"\bconstexpr\b", head):
            return
        children = list(cursor.get_children())
        if kind in DECLARATIONS:  # what stands before the name is its type
            children = [c for c in children if c.kind == K.COMPOUND_STMT or c.kind in SKIPPED
                        or c.extent.start.offset > cursor.location.offset]
        if kind == K.CASE_STMT:
            children = children[1:]
        if kind in NAMES:
            children = [c for c in children if c.kind not in (K.INTEGER_LITERAL, K.CXX_BOOL_LITERAL_EXPR)]
        self.look(cursor, kind, parent, children, file, text, begin, end)
        outside = self.reference
        if kind in FUNCTIONS:
            self.reference = cursor.result_type.kind == TypeKind.LVALUEREFERENCE
        for child in children:
            self.visit(child, cursor, file)
        self.reference = outside

    def look(self, cursor, kind, parent, children, file, text, begin, end):
        def add(what, change, *form, at=cursor):
            begin, end = at.extent.start.offset, at.extent.end.offset
            place = Place(file, begin, end, at.extent.start.line, at.extent.end.line, what, change, form)
            self.found.setdefault((file, begin, end, what, change), place)

        def inside(child):
            return child.extent.start.offset, child.extent.end.offset

        if kind in (K.BINARY_OPERATOR, K.COMPOUND_ASSIGNMENT_OPERATOR) and len(children) == 2:
            left, right = map(inside, children)
            sign = text[left[1]:right[0]].strip().decode(errors="replace")
            numbers = all(kind_of(c) in NUMBERS for c in children)
            same = sign in ("==", "!=") and kind_of(children[0]) == TypeKind.ENUM
            for other in OTHER.get(sign, []) if numbers or same else []:
                what = ("comparison" if sign in COMPARISONS else "logic" if sign in ("&&", "||") else "arithmetic")
                add(what, f"{sign} → {other}", left, f" {other} ", right)
        if kind == K.UNARY_OPERATOR and len(children) == 1:
            inner = inside(children[0])
            sign = text[begin:inner[0]].decode(errors="replace")
            after = text[inner[1]:end].decode(errors="replace")
            if sign in ("!", "-"):
                add("sign", f"{sign} removed", inner)
            if sign in ("++", "--"):
                add("sign", f"{sign} turned", {"++": "--", "--": "++"}[sign], inner)
            if after in ("++", "--"):
                add("sign", f"{after} turned", inner, {"++": "--", "--": "++"}[after])
        template = text[begin - 1:begin] == b"<" or text[end:end + 1] == b">"
        bound = text[begin - 1:begin] == b"[" and parent is not None and parent.kind in DECLARATIONS
        if kind == K.INTEGER_LITERAL and not template and not bound and re.fullmatch(rb"[\w']+", text[begin:end]):
            add("constant", f"{text[begin:end].decode()} + 1", "(", (begin, end), " + 1)")
        if kind == K.CXX_BOOL_LITERAL_EXPR and not template:
            add("constant", "turned", "!", (begin, end))
        if kind in (K.IF_STMT, K.WHILE_STMT, K.CONDITIONAL_OPERATOR) and children:
            condition = children[0]
            if kind_of(condition) == TypeKind.BOOL and condition.kind != K.VAR_DECL:
                add("condition", "negated", "!(", inside(condition), ")", at=condition)
        if kind == K.RETURN_STMT and children and not self.reference:
            value = children[0]
            if kind_of(value) == TypeKind.BOOL:
                add("result", "negated", "!(", inside(value), ")", at=value)
            elif kind_of(value) in INTEGERS:
                add("result", "+ 1", "((", inside(value), ") + 1)", at=value)
        body = parent is not None and parent.kind in BODIES
        if body and text[end:end + 1] == b";":
            if kind in (K.CALL_EXPR, K.COMPOUND_ASSIGNMENT_OPERATOR) or kind == K.BINARY_OPERATOR and sign == "=":
                add("statement", "removed")


def flags(command):
    """The options of a compile command that clang needs."""
    kept = [o for o in command.split() if o.startswith(("-I", "-D", "-std"))]
    words = command.split()
    return kept + [w for i, word in enumerate(words) if word == "-isystem" for w in (word, words[i + 1])]


def parse_some(root, folders, commands):
    finder = Finder(root, folders)
    for command in commands:
        finder.parse(command["file"], flags(command["command"]) + ["-x", "c++", "-w"])
    return finder.found


def find(root, folders, commands, jobs):
    """The places of `folders` in the sources of `commands`, in order."""
    found = {}
    with Pool(jobs) as pool:
        for some in pool.starmap(parse_some, [(root, folders, commands[i::jobs]) for i in range(jobs)]):
            found.update(some)
    return sorted(found.values(), key=lambda p: p[:7])
