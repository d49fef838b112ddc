// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/hhc.h"

#include "sim/reproduce/papers.h"

namespace isobar {

std::vector<ReproductionEntry> hhc_reproductions() {
  using Algorithm = HhcAlgorithm;
  const std::string paper =
      "E. Al-Nsour, M. Asmaran, M. Fasha, New Load Balancing Algorithms for the HHC "
      "Interconnection Network";
  const auto with = [](Reproduction (*make)(Lab&, Algorithm), Algorithm algorithm) {
    return [=](Lab& lab) { return make(lab, algorithm); };
  };
  const auto over_load = [](const std::vector<Algorithm>& algorithms, unsigned dh) {
    return [=](Lab& lab) { return hhc_seconds_over_load(lab, algorithms, dh); };
  };
  const auto over_dimensions = [](const std::vector<Algorithm>& algorithms) {
    return [=](Lab& lab) { return hhc_seconds_over_dimensions(lab, algorithms); };
  };
  return {
      {"hhc-table1", paper, "Section 2.1.3, Table 1", "Execution time of algorithm A in load units",
       with(hhc_time_table, Algorithm::a)},
      {"hhc-table2", paper, "Section 2.1.3, Table 2", "Accuracy of algorithm A",
       with(hhc_accuracy_table, Algorithm::a)},
      {"hhc-table3", paper, "Section 2.1.3, Table 3", "Communication steps of algorithm A",
       with(hhc_steps_table, Algorithm::a)},
      {"hhc-table4", paper, "Section 2.2.3, Table 4", "Execution time of algorithm B in load units",
       with(hhc_time_table, Algorithm::b)},
      {"hhc-table5", paper, "Section 2.2.3, Table 5", "Accuracy of algorithm B",
       with(hhc_accuracy_table, Algorithm::b)},
      {"hhc-table6", paper, "Section 2.2.3, Table 6", "Communication steps of algorithm B",
       with(hhc_steps_table, Algorithm::b)},
      {"hhc-table7", paper, "Section 2.3.3, Table 7", "Execution time of algorithm C in load units",
       with(hhc_time_table, Algorithm::c)},
      {"hhc-table8", paper, "Section 2.3.3, Table 8", "Accuracy of algorithm C",
       with(hhc_accuracy_table, Algorithm::c)},
      {"hhc-table9", paper, "Section 2.3.3, Table 9", "Communication steps of algorithm C",
       with(hhc_steps_table, Algorithm::c)},
      {"hhc-table10", paper, "Section 2.3, Table 10", "The metrics of the three algorithms",
       hhc_summary},
      {"hhc-fig3", paper, "Section 3.2.1, Figure 3", "Time of A and B over the load, 96 PEs",
       over_load({Algorithm::a, Algorithm::b}, 5)},
      {"hhc-fig4", paper, "Section 3.2.1, Figure 4", "Time of A and B over the load, 768 PEs",
       over_load({Algorithm::a, Algorithm::b}, 8)},
      {"hhc-fig5", paper, "Section 3.2.2, Figure 5", "Time of A and B over the dimensions, M = 500",
       over_dimensions({Algorithm::a, Algorithm::b})},
      {"hhc-fig6", paper, "Section 3.3, Figure 6", "\"Speed\" of algorithm A",
       with(hhc_speed_figure, Algorithm::a)},
      {"hhc-fig7", paper, "Section 3.3, Figure 7", "\"Speed\" of algorithm B",
       with(hhc_speed_figure, Algorithm::b)},
      {"hhc-fig8", paper, "Section 3.6.1, Figure 8", "Time of C over the load, 96 PEs",
       over_load({Algorithm::c}, 5)},
      {"hhc-fig9", paper, "Section 3.6.1, Figure 9", "Time of C over the load, 768 PEs",
       over_load({Algorithm::c}, 8)},
      {"hhc-fig10", paper, "Section 3.6.2, Figure 10", "Time of C over the dimensions, M = 500",
       over_dimensions({Algorithm::c})},
      {"hhc-fig11", paper, "Section 3.7, Figure 11", "\"Speed\" of algorithm C",
       hhc_speed_of_c_figure},
  };
}

}  // namespace isobar
