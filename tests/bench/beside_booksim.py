#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Processor time a message-hop, beside that of BookSim2 a flit-hop, both on a 32x32 torus.

  beside_booksim.py BOOKSIM ISOBAR [--rounds 5]

BOOKSIM is the program that `make` leaves in src/ of https://github.com/booksim/booksim2; ISOBAR is
build/release/sim/isobar. BookSim2 sends single-flit packets to destinations drawn evenly, at three
rates of injection; Isobar runs schemes whose partners are drawn evenly too, at three bandwidths of
the links. The load is the share of cycles in which a link is busy. Both are whole processes, run in
turns; the figure is the median, with the largest deviation from it. Prints a table in Markdown.
"""
import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import tempfile

SIDE = 32
NODES = SIDE * SIDE
LINKS = 4 * NODES

BOOKSIM = """topology = torus; k = 32; n = 2; routing_function = dim_order; num_vcs = 2;
vc_buf_size = 8; wait_for_tail_credit = 0; vc_allocator = islip; sw_allocator = islip;
credit_delay = 2; routing_delay = 0; vc_alloc_delay = 1; sw_alloc_delay = 1; st_final_delay = 1;
traffic = uniform; packet_size = 1; sim_type = latency; warmup_periods = 0; sample_period = 1000;
max_samples = 2; sim_count = 1; injection_rate = {};
"""
TREE = 'uts:t=1,a=3,d=7,b=4,r=19'
RUNS = [('BookSim2', rate) for rate in (0.005, 0.03, 0.05)]
RUNS += [(f'Isobar, {scheme}', bandwidth) for scheme in ('steal', 'lueling-monien')
         for bandwidth in ('2.5Gb/s', '250Mb/s', '60Mb/s')]


def timed(command, **options):
    """Seconds of the processor that a command takes, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def booksim(program, rate, folder):
    config = os.path.join(folder, 'booksim.txt')
    with open(config, 'w', encoding='utf-8') as file:
        file.write(BOOKSIM.format(rate))
    seconds, said = timed([program, config], cwd=folder)
    number = lambda pattern: float(re.findall(pattern, said)[-1])
    cycles = number(r'Time taken is (\d+) cycles')
    hops = (number(r'Accepted packet rate average = ([\d.]+)') * NODES * cycles
            * number(r'Hops average = ([\d.]+)'))
    return seconds, hops, hops / (cycles * LINKS)


def isobar(program, scheme, bandwidth, folder):
    result = os.path.join(folder, 'result.json')
    seconds, _ = timed([program, 'run', '--fabric', f'torus:{SIDE}x{SIDE}', '--scheme', scheme,
                        '--app', TREE, '--link-bandwidth', bandwidth, '--json', result])
    with open(result, encoding='utf-8') as file:
        links = json.load(file)['links']
    hops = sum(link['words'] + link['transfers'] for link in links)
    idle = sum(link['idle_cycles'] for link in links)
    every = idle + sum(link[part] for link in links
                       for part in ('word_cycles', 'transfer_cycles', 'setup_cycles'))
    return seconds, hops, 1 - idle / every


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('booksim')
    parser.add_argument('isobar')
    parser.add_argument('--rounds', type=int, default=5)
    options = parser.parse_args()
    programs = [os.path.abspath(path) for path in (options.booksim, options.isobar)]
    taken = {run: [] for run in RUNS}
    of_run = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(options.rounds):
            for run in RUNS:
                name, setting = run
                if name == 'BookSim2':
                    seconds, hops, load = booksim(programs[0], setting, folder)
                else:
                    scheme = name.split(', ')[1]
                    seconds, hops, load = isobar(programs[1], scheme, setting, folder)
                taken[run].append(1e9 * seconds / hops)
                of_run[run] = hops, load
    print('| program | injection or bandwidth | load | hops | ns a hop | spread |')
    print('| --- | --- | --- | --- | --- | --- |')
    for run in RUNS:
        hops, load = of_run[run]
        median = statistics.median(taken[run])
        spread = max(abs(one / median - 1) for one in taken[run])
        print(f'| {run[0]} | {run[1]} | {load:.3f} | {hops / 1e6:.2f} M | {median:.0f} '
              f'| {100 * spread:.0f} % |')


main()
