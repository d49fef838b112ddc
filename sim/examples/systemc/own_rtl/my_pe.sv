// SPDX-License-Identifier: Apache-2.0
// The PE that stands in the fabric: put your own in here. Its ports are those of isobar_pe for a
// 4x4 torus with links of one lane, tasks of 64 bits and loads of 16; what has to be on them in
// which cycle is said in docs/systemc.md.
module my_pe (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         run_i,

  output logic [3:0]   valid_o,
  output logic [3:0]   line_o,
  input  logic [3:0]   valid_i,
  input  logic [3:0]   line_i,

  input  logic         sink_tvalid_i,
  output logic         sink_tready_o,
  input  logic [63:0]  sink_tdata_i,
  input  logic         fetch_i,
  output logic         source_tvalid_o,
  input  logic         source_tready_i,
  output logic [63:0]  source_tdata_o,

  output logic [127:0] transfer_cycles_o,
  output logic [127:0] word_cycles_o,
  output logic [127:0] setup_cycles_o,
  output logic [2:0]   error_o,
  output logic         obs_dimension_o,
  output logic [15:0]  obs_cycle_o,
  output logic [1:0]   obs_part_o,
  output logic [15:0]  obs_load_o,
  output logic         obs_shift_o,
  output logic [63:0]  obs_head_o,
  output logic [3:0]   obs_transfer_start_o,
  output logic [3:0]   obs_transfer_end_o,
  output logic         obs_landing_o,
  output logic [63:0]  obs_landed_o
);

  isobar_pe #(.Dimensions(2), .Condition(isobar_pkg::CondC5), .Depth(64)) u_pe (.*);

endmodule
