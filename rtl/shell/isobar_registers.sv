// SPDX-License-Identifier: Apache-2.0
// Which register an address is, what it reads as, and what a write to it does. Combinational but
// for the one bit that remembers a clear. The table is in docs/rtl_shell.md.
module isobar_registers #(
  parameter int unsigned Dimensions  = 1,
  parameter int unsigned Ports       = 2,
  parameter bit [3:0]    Scheme      = isobar_shell_pkg::SchemeLiquid,
  parameter bit [2:0]    Condition   = '0,
  parameter int unsigned TaskBits    = 64,
  parameter int unsigned LoadBits    = 16,
  parameter int unsigned Depth       = 16,
  parameter int unsigned CounterBits = 32,
  localparam int unsigned AddressBits = isobar_shell_pkg::AddressBits,
  localparam int unsigned IndexBits   = $clog2(4 * Ports)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // The bus
  input  logic                   write_i,
  input  logic [AddressBits-1:0] write_address_i,
  input  logic [31:0]            write_data_i,
  input  logic [3:0]             write_strobe_i,
  output logic                   write_refused_o,
  input  logic [AddressBits-1:0] read_address_i,
  output logic [31:0]            read_data_o,
  output logic                   read_refused_o,

  // The stepper
  output logic                   asked_write_o,
  output logic                   asked_o,
  input  logic                   asked_i,
  output logic                   left_write_o,
  output logic [31:0]            left_o,
  input  logic [31:0]            left_i,
  input  logic [63:0]            steps_i,
  input  logic                   running_i,

  // The PE
  input  logic [LoadBits-1:0]    load_i,
  input  logic [2:0]             error_i,

  // The snapshot; index: the port, and which of its counters
  output logic                   take_o,
  output logic                   restart_o,
  output logic [IndexBits-1:0]   index_o,
  input  logic [CounterBits-1:0] count_i,
  input  logic [31:0]            taken_steps_i
);

  localparam bit [AddressBits-1:0] CountersEnd =
      isobar_shell_pkg::AddressCounters + AddressBits'(16 * Ports);

  // The strobes of a write say which bytes are meant, not the two lowest bits of an address.
  logic [AddressBits-1:0] write_address, read_address;
  logic                   unused_byte;

  assign write_address = {write_address_i[AddressBits-1:2], 2'b00};
  assign read_address  = {read_address_i[AddressBits-1:2], 2'b00};
  assign unused_byte   = &{1'b0, write_address_i[1:0], read_address_i[1:0]};

  // Writes

  logic stands, control, run_steps, command, take, clear, cleared_d, cleared_q;

  assign stands    = !asked_i && !running_i;
  assign control   = write_address == isobar_shell_pkg::AddressControl;
  assign run_steps = write_address == isobar_shell_pkg::AddressRunSteps;
  assign command   = write_address == isobar_shell_pkg::AddressCommand;
  assign write_refused_o = !(control || command || (run_steps && stands));

  assign asked_write_o = write_i && control && write_strobe_i[0];
  assign asked_o       = write_data_i[isobar_shell_pkg::ControlRun];
  assign left_write_o  = write_i && run_steps && stands;
  for (genvar b = 0; b < 4; b++) begin : g_byte
    assign left_o[8*b +: 8] = write_strobe_i[b] ? write_data_i[8*b +: 8] : left_i[8*b +: 8];
  end

  assign take  = write_i && command && write_strobe_i[0] &&
                 write_data_i[isobar_shell_pkg::CommandSnapshot];
  assign clear = write_i && command && write_strobe_i[0] &&
                 write_data_i[isobar_shell_pkg::CommandClear];
  assign cleared_d = clear || (cleared_q && !take);
  assign take_o    = take;
  assign restart_o = cleared_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) cleared_q <= 1'b0;
    else cleared_q <= cleared_d;
  end

  // Reads

  logic counter;

  assign index_o = IndexBits'((read_address - isobar_shell_pkg::AddressCounters) >> 2);
  assign counter = read_address >= isobar_shell_pkg::AddressCounters &&
                   read_address < CountersEnd && read_address[3:2] != 2'b11;

  always_comb begin
    read_refused_o = 1'b0;
    read_data_o    = '0;
    case (read_address)
      isobar_shell_pkg::AddressId:        read_data_o = isobar_shell_pkg::Id;
      isobar_shell_pkg::AddressVersion:   read_data_o = isobar_shell_pkg::Version;
      isobar_shell_pkg::AddressShape:
        read_data_o = {8'd0, 8'(CounterBits), 1'b0, Scheme, Condition, 8'(Dimensions)};
      isobar_shell_pkg::AddressDepth:     read_data_o = 32'(Depth);
      isobar_shell_pkg::AddressBitCounts: read_data_o = {16'(LoadBits), 16'(TaskBits)};
      isobar_shell_pkg::AddressControl:
        read_data_o[isobar_shell_pkg::ControlRun] = asked_i;
      isobar_shell_pkg::AddressRunSteps:  read_data_o = left_i;
      isobar_shell_pkg::AddressStatus: begin
        read_data_o[isobar_shell_pkg::StatusRunning]    = running_i;
        read_data_o[isobar_shell_pkg::StatusWaiting]    = asked_i && !running_i;
        read_data_o[isobar_shell_pkg::StatusError +: 3] = error_i;
      end
      isobar_shell_pkg::AddressLoad:      read_data_o = 32'(load_i);
      isobar_shell_pkg::AddressStepsLow:  read_data_o = steps_i[31:0];
      isobar_shell_pkg::AddressStepsHigh: read_data_o = steps_i[63:32];
      isobar_shell_pkg::AddressCommand:   read_data_o = '0;
      isobar_shell_pkg::AddressSteps:     read_data_o = taken_steps_i;
      default: begin
        read_refused_o = !counter;
        if (counter) read_data_o = 32'(count_i);
      end
    endcase
  end

endmodule
