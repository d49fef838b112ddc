# SPDX-License-Identifier: Apache-2.0
"""The table by folder, with Wilson's interval, and the survivors."""

from math import sqrt


def wilson(killed, count, z=1.96):
    share, spread = killed / count, z * z / count
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(share * (1 - share) / count + spread / (4 * count))
    return middle - half, middle + half


def table(rows):
    """`rows`: (folder, places, sampled, killed, equivalent)."""
    lines = ["| folder | places | sampled | killed | equivalent | score | 95 % interval |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    for folder, places, sampled, killed, equivalent in rows:
        counted = sampled - equivalent
        if counted:
            low, high = wilson(killed, counted)
            lines.append(f"| `{folder}` | {places:,} | {sampled} | {killed} | {equivalent} | "
                         f"{100 * killed / counted:.1f} % | {100 * low:.1f}–{100 * high:.1f} % |")
    return "\n".join(lines)
