# SPDX-License-Identifier: Apache-2.0
"""A mutant is killed if a test that reaches it fails, crashes, or takes ten times its processor time."""

from collections import defaultdict, deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock

from suite import Ended


@contextmanager
def with_mutant(suite, number):
    """A server on which a mutant that is reached before main is on."""
    server = suite.server(ISOBAR_MUTANT=str(number))
    try:
        yield server
    finally:
        server.end()


def judge(suite, tests, early, mutants, budget, times, tell):
    """Tells, of each of `mutants` (number → Place), the test that killed it; None: it survived those of `budget`
    seconds; "": no test reaches it. Tests that killed mutants of the same file come first, then those that reach few
    mutants and take little time. `times`: how much longer than recorded a test may take."""
    order = sorted(tests, key=lambda name: tests[name][0] * len(tests[name][1]))
    reached = {name: set(numbers) for name, (_, numbers) in tests.items()}
    killers, lock = defaultdict(lambda: deque(maxlen=6)), Lock()
    took = {}  # test → seconds, of those that have passed

    def verdict(number):
        covering = [name for name in order if number in early or number in reached[name]]
        before = [name for name in killers[mutants[number].file] if name in covering]
        spent = 0.0
        with with_mutant(suite, number) if number in early else suite.borrowed() as server:
            for name in dict.fromkeys([*before, *covering]):
                seconds = times * tests[name][0]
                if spent and spent + took.get(name, seconds) > budget:
                    continue
                # By the clock only what stands still takes so long.
                passed, used = server.run(name, number, 10 * seconds, 20 + 100 * seconds)
                if not passed:
                    return name
                spent += used
                took[name] = used
        return None if covering else ""

    def one(number):
        try:
            found = verdict(number)
        except Ended:
            found = "the program does not begin"
        with lock:
            last = killers[mutants[number].file]
            if found:
                if found in last:
                    last.remove(found)
                last.appendleft(found)
            tell(number, found)

    with ThreadPoolExecutor(suite.jobs) as pool:
        list(pool.map(one, mutants))
