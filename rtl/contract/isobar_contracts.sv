// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// Binds the contracts to every PE. With this file among those of a simulation whose assertions are
// on, whoever misuses a PE is told in the cycle in which it happens. Synthesis leaves it out.
bind isobar_pe isobar_link_contract #(
  .Dimensions(Dimensions), .Radix2(Radix2),
  `ISOBAR_PASS_PARAMETERS
) u_link_contract (
  .clk_i(clk_i), .rst_ni(rst_ni), .run_i(run_i), .active_i(active),
  .dimension_i(obs_dimension_o), .cycle_i(obs_cycle_o), .valid_i(valid_i), .line_i(line_i),
  .predecessor_i(LoadBits'(predecessor_held)), .successor_i(successor_held)
);

bind isobar_pe isobar_stream_contract #(.Width(TaskBits), .Stream("sink")) u_sink_contract (
  .clk_i(clk_i), .rst_ni(rst_ni), .tvalid_i(sink_tvalid_i), .tready_i(sink_tready_o),
  .tdata_i(sink_tdata_i)
);

bind isobar_pe isobar_stream_contract #(.Width(TaskBits), .Stream("source")) u_source_contract (
  .clk_i(clk_i), .rst_ni(rst_ni), .tvalid_i(source_tvalid_o), .tready_i(source_tready_i),
  .tdata_i(source_tdata_o)
);
