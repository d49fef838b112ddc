// SPDX-License-Identifier: Apache-2.0
// A master of several AXI4-Lite slaves, of which it uses one at a time: a number of equal writes
// and equal reads at once, with random waits before each valid and ready. It does not wait for an
// answer before it asks again, nor for an address before it gives data. Whoever uses it sets what
// it wants and then `busy`, all at rising edges of the clock, and finds the last answers when
// `busy` is low again.
//
// It drives at falling edges. No output of a slave may depend on an input of the same cycle, so
// what is seen there holds for the rising edge that follows; that, and that answers stay and come
// once, is checked here.
module axi_lite_master #(
  parameter int Slaves      = 1,
  parameter int AddressBits = 12
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,  // low: nothing is asked, nothing checked
  output logic [Slaves-1:0]      awvalid_o,
  input  logic [Slaves-1:0]      awready_i,
  output logic [AddressBits-1:0] awaddr_o,  // of all slaves, and so are data and strobes
  output logic [Slaves-1:0]      wvalid_o,
  input  logic [Slaves-1:0]      wready_i,
  output logic [31:0]            wdata_o,
  output logic [3:0]             wstrb_o,
  input  logic [Slaves-1:0]      bvalid_i,
  output logic [Slaves-1:0]      bready_o,
  input  logic [2*Slaves-1:0]    bresp_i,
  output logic [Slaves-1:0]      arvalid_o,
  input  logic [Slaves-1:0]      arready_i,
  output logic [AddressBits-1:0] araddr_o,
  input  logic [Slaves-1:0]      rvalid_i,
  output logic [Slaves-1:0]      rready_o,
  input  logic [32*Slaves-1:0]   rdata_i,
  input  logic [2*Slaves-1:0]    rresp_i
);

  // What is wanted, and the answers
  int                   slave, stalls;  // at most so many cycles before each valid and ready
  int                   writes, reads;  // how many of each
  bit                   busy = 1'b0;
  bit [AddressBits-1:0] write_address, read_address;
  bit [31:0]            write_data, read_data;
  bit [3:0]             write_strobe;
  bit [1:0]             write_response, read_response;
  int                   accesses = 0;

  int wait_aw, wait_w, wait_b, wait_ar, wait_r, cycles = 0;
  int aw_done, w_done, b_done, ar_done, r_done;

  // Cycles until a valid or ready comes; drawn anew once it has been met.
  function automatic int next_wait(input int left, input bit met);
    next_wait = met ? $urandom_range(0, stalls) : (left > 0) ? left - 1 : 0;
  endfunction

  always @(negedge clk_i) begin
    {awvalid_o, wvalid_o, bready_o, arvalid_o, rready_o} = '0;
    if (!rst_ni) begin
      busy   = 1'b0;
      cycles = 0;
    end else if (!busy) begin
      a_silent: assert (bvalid_i == '0 && rvalid_i == '0)
        else $fatal(1, "there is an answer to nothing");
    end else begin
      if (cycles == 0) begin
        {aw_done, w_done, b_done, ar_done, r_done} = '0;
      end
      a_written: assert (!bvalid_i[slave] || (b_done < aw_done && b_done < w_done))
        else $fatal(1, "a write is answered that has not come, or twice");
      a_read: assert (!rvalid_i[slave] || r_done < ar_done)
        else $fatal(1, "a read is answered that has not come, or twice");
      a_answers: assert (cycles < (writes + reads) * (10 + 3 * stalls))
        else $fatal(1, "the bus does not answer");
      awvalid_o[slave] = aw_done < writes && wait_aw == 0;
      wvalid_o[slave]  = w_done < writes && wait_w == 0;
      bready_o[slave]  = wait_b == 0;
      arvalid_o[slave] = ar_done < reads && wait_ar == 0;
      rready_o[slave]  = wait_r == 0;
      // Without valid, anything may stand there.
      awaddr_o = awvalid_o[slave] ? write_address : AddressBits'($urandom);
      wdata_o  = wvalid_o[slave] ? write_data : $urandom;
      wstrb_o  = wvalid_o[slave] ? write_strobe : 4'($urandom);
      araddr_o = arvalid_o[slave] ? read_address : AddressBits'($urandom);
      wait_aw = next_wait(wait_aw, awvalid_o[slave] && awready_i[slave]);
      wait_w  = next_wait(wait_w, wvalid_o[slave] && wready_i[slave]);
      wait_b  = next_wait(wait_b, bvalid_i[slave] && bready_o[slave]);
      wait_ar = next_wait(wait_ar, arvalid_o[slave] && arready_i[slave]);
      wait_r  = next_wait(wait_r, rvalid_i[slave] && rready_o[slave]);
      if (bvalid_i[slave] && bready_o[slave]) begin
        b_done++;
        write_response = bresp_i[2*slave +: 2];
      end
      if (rvalid_i[slave] && rready_o[slave]) begin
        r_done++;
        read_data     = rdata_i[32*slave +: 32];
        read_response = rresp_i[2*slave +: 2];
      end
      if (awvalid_o[slave] && awready_i[slave]) aw_done++;
      if (wvalid_o[slave] && wready_i[slave]) w_done++;
      if (arvalid_o[slave] && arready_i[slave]) ar_done++;
      cycles++;
      if (b_done == writes && r_done == reads) begin
        accesses += writes + reads;
        busy   = 1'b0;
        cycles = 0;
      end
    end
  end

  for (genvar s = 0; s < Slaves; s++) begin : g_rules
    logic [40:0] outputs, kept;
    assign outputs = {awready_i[s], wready_i[s], bvalid_i[s], bresp_i[2*s +: 2], arready_i[s],
                      rvalid_i[s], rresp_i[2*s +: 2], rdata_i[32*s +: 32]};
    always @(posedge clk_i) begin
      #1 kept = outputs;
      #8 a_registered: assert (!rst_ni || outputs == kept)
           else $fatal(1, "an output depends on an input of its cycle");
    end
    a_b_stays: assert property (@(posedge clk_i) disable iff (!rst_ni)
      bvalid_i[s] && !bready_o[s] |=> bvalid_i[s] && $stable(bresp_i[2*s +: 2]))
      else $fatal(1, "the response to a write does not stay");
    a_r_stays: assert property (@(posedge clk_i) disable iff (!rst_ni)
      rvalid_i[s] && !rready_o[s] |=>
      rvalid_i[s] && $stable(rresp_i[2*s +: 2]) && $stable(rdata_i[32*s +: 32]))
      else $fatal(1, "the response to a read does not stay");
  end

endmodule
