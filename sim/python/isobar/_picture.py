# SPDX-License-Identifier: Apache-2.0
"""Loads over time as an SVG, which a notebook shows in light and in dark."""
from __future__ import annotations

import numpy as np

_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 590, 12, 150
_MOST_POINTS = 400


def draw(loads: np.ndarray, cycles: np.ndarray) -> str:
    """Largest, mean and smallest load (rows of `loads`) over `cycles`, on a logarithmic scale that
    begins at 0."""
    shown = np.unique(np.linspace(0, len(loads) - 1, _MOST_POINTS).astype(int))
    largest, mean, smallest = (part(loads[shown], axis=1) for part in (np.max, np.mean, np.min))
    top = max(float(largest.max()), 1.0)
    end = max(int(cycles[-1]), 1)

    def points(values: np.ndarray) -> list[str]:
        x = _LEFT + (_RIGHT - _LEFT) * cycles[shown] / end
        return [f"{across:.1f},{_y(value, top):.1f}" for across, value in zip(x, values)]

    band = " ".join(points(largest) + points(smallest)[::-1])
    ticks = {0.0, round(float(mean[0]), 1), top}
    labels = "".join(
        f'<text x="{_LEFT - 6}" y="{_y(tick, top) + 4:.1f}" text-anchor="end">{tick:g}</text>'
        for tick in sorted(ticks) if tick in (0.0, top) or 0.15 < _share(tick, top) < 0.85)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 186" width="600"'
        f' font-family="sans-serif" font-size="11" fill="currentColor" role="img">'
        f"<title>Loads over time: largest, mean and smallest</title>"
        f'<polygon points="{band}" fill="#4c78a8" fill-opacity="0.35" stroke="#4c78a8"/>'
        f'<polyline points="{" ".join(points(mean))}" fill="none" stroke="#e07b39" stroke-width="2"/>'
        f'<path d="M{_LEFT},{_TOP}V{_BOTTOM}H{_RIGHT}" fill="none" stroke="currentColor"/>{labels}'
        f'<text x="{_LEFT}" y="{_BOTTOM + 16}">0</text>'
        f'<text x="{_RIGHT}" y="{_BOTTOM + 16}" text-anchor="end">{end} cycles</text>'
        f'<text x="{_LEFT}" y="{_BOTTOM + 32}">tasks of a PE: from the smallest to the largest load'
        f' (blue), mean (orange)</text></svg>')


def _share(load: float, top: float) -> float:
    return float(np.log1p(load) / np.log1p(top))


def _y(load: float, top: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * _share(load, top)
