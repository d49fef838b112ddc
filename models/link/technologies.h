// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace isobar {

/// Where figures come from: a publication's title, and its address or the page here that tells of
/// it.
struct LinkSource {
  std::string title;  ///< as a reader would cite it
  std::string url;    ///< where it is; a path below docs/ for a page of the documentation
};

/// A technology that links are built in, with the figures of one directed link: one lane, wire
/// pair, or wavelength. Its figures are texts as the keys `link.*` take them.
struct LinkTechnology {
  std::string name;                 ///< as the key `link.technology` has it
  std::string what;                 ///< one line
  std::string length;               ///< of the link, for which latency and energy hold
  std::string bandwidth;            ///< with its unit, `4Gb/s`
  std::string latency;              ///< a time, or cycles
  std::string energy;               ///< of a bit, in addition to the static power
  std::string static_power;         ///< of a link that is on, used or not
  std::vector<LinkSource> sources;  ///< where the figures are from
  std::string assumed;              ///< what no source says: whole sentences

  /// Keys of a link, without `link.`, and their values.
  std::vector<std::pair<std::string, std::string>> values() const {
    return {{"bandwidth", bandwidth},
            {"latency", latency},
            {"energy", energy},
            {"static_power", static_power}};
  }
};

/// All technologies, from short links to long ones (docs/costs.md).
const std::vector<LinkTechnology>& link_technologies();

/// What a bit takes on a link that is never idle, static power included: picojoules, the figure
/// that publications state.
double full_rate_energy_pj(const LinkTechnology& technology);

}  // namespace isobar
