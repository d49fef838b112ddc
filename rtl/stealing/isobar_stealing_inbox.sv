// SPDX-License-Identifier: Apache-2.0
// What has come to a PE of work stealing and waits until its balancer takes it: of each neighbour a
// request at most, of the one that was asked its reply and the transfers behind that. They are handed out
// in the order in which they came, those of one cycle in the order of ports; what comes in a cycle can
// be taken in the next one.
module isobar_stealing_inbox #(
  parameter int unsigned Ports = 4,
  parameter int unsigned Bits  = 5,  // enough for the tasks of a queue
  localparam int unsigned PortBits = $clog2(Ports + 1)
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic [Ports-1:0]    request_i,
  input  logic [Ports-1:0]    works_i,
  input  logic [Ports-1:0]    reply_i,
  input  logic [Ports-1:0]    transfer_i,
  input  logic [Bits-1:0]     promised_i,

  input  logic                take_i,
  output logic                some_o,
  output logic                is_request_o,  // the one that is next; else it is a reply, or a transfer
  output logic                is_reply_o,
  output logic [PortBits-1:0] port_o,        // of a request
  output logic                works_o,
  output logic [Bits-1:0]     promised_o,    // by a reply
  output logic                twice_o        // a second request of a neighbour while one waits, or a second reply
);

  logic [Ports-1:0]       request_d, request_q, works_d, works_q, oldest, taken;
  logic [Ports*Bits-1:0]  ahead_d, ahead_q;  // of each request: replies and transfers that came before
  logic [Ports*Ports-1:0] older;  // [i][j]: the request of port j came before that of i
  logic                   reply_d, reply_q, takes_request, takes_other, any_older;
  logic [Bits-1:0]        promised_q, transfers_d, transfers_q;

  isobar_stealing_order #(.Ports(Ports)) u_order (.clk_i, .comes_i(request_i), .older_o(older));

  for (genvar i = 0; i < Ports; i++) begin : g_oldest
    assign oldest[i] = request_q[i] && (older[i*Ports +: Ports] & request_q) == '0;
  end

  always_comb begin
    any_older  = ahead_q[0 +: Bits] != '0;
    port_o     = '0;
    works_o    = works_q[0];
    for (int unsigned i = 1; i < Ports; i++) begin
      if (oldest[i]) begin
        any_older = ahead_q[i*Bits +: Bits] != '0;
        port_o    = PortBits'(i);
        works_o   = works_q[i];
      end
    end
  end

  assign is_request_o   = request_q != '0 && !any_older;
  assign is_reply_o     = reply_q;
  assign some_o         = request_q != '0 || reply_q || transfers_q != '0;
  assign promised_o     = promised_q;
  assign takes_request  = take_i && is_request_o;
  assign takes_other    = take_i && !is_request_o;
  assign taken          = takes_request ? oldest : '0;

  assign request_d   = (request_q & ~taken) | request_i;
  assign reply_d     = (reply_q && !takes_other) || reply_i != '0;
  assign transfers_d = transfers_q - Bits'(takes_other && !reply_q) + Bits'(transfer_i != '0);
  // Who keeps to the rules waits for more than that the first one is taken.
  assign twice_o     = (request_i & request_q) != '0 || (reply_i != '0 && reply_q);

  for (genvar i = 0; i < Ports; i++) begin : g_port
    logic            ahead_now;  // a reply or transfer of this cycle

    if (i == 0) begin : g_first
      assign ahead_now = 1'b0;
    end else begin : g_other
      assign ahead_now = (reply_i[i-1:0] | transfer_i[i-1:0]) != '0;
    end
    assign works_d[i] = request_i[i] ? works_i[i] : works_q[i];
    assign ahead_d[i*Bits +: Bits] =
        (request_i[i] ? Bits'(reply_q) + transfers_q + Bits'(ahead_now) : ahead_q[i*Bits +: Bits]) - Bits'(takes_other);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      request_q   <= '0;
      works_q     <= '0;
      ahead_q     <= '0;
      reply_q     <= 1'b0;
      promised_q  <= '0;
      transfers_q <= '0;
    end else begin
      request_q   <= request_d;
      works_q     <= works_d;
      ahead_q     <= ahead_d;
      reply_q     <= reply_d;
      if (reply_i != '0) promised_q <= promised_i;
      transfers_q <= transfers_d;
    end
  end

`ifdef FORMAL
  logic                         started_q = 1'b0;
  logic [Ports*Ports-1:0]       both, before, comes, at_once, stays, fewer;  // laws of two ports, broken
  logic [Ports*Ports*Ports-1:0] order;
  logic [Ports-1:0]             too_many, early, late, came_q;
  logic [Ports*Ports-1:0]       was_older_q;

  always_ff @(posedge clk_i) started_q <= 1'b1;

  // What came in the cycle before, and who was older then
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) came_q <= '0;
    else came_q <= request_i;
  end
  always_ff @(posedge clk_i) was_older_q <= older;

  for (genvar i = 0; i < Ports; i++) begin : g_laws
    logic [Bits-1:0] ahead;

    assign ahead       = ahead_q[i*Bits +: Bits];
    assign too_many[i] = request_q[i] && ahead > Bits'(reply_q) + transfers_q;
    assign early[i]    = taken[i] && ahead != '0;
    assign late[i]     = takes_other && oldest[i] && ahead == '0;
    for (genvar j = 0; j < Ports; j++) begin : g_two
      assign both[i*Ports + j]    = i != j && request_q[i] && request_q[j];
      assign before[i*Ports + j]  = both[i*Ports + j] && older[i*Ports + j] == older[j*Ports + i];
      assign comes[i*Ports + j]   = both[i*Ports + j] && came_q[i] && !came_q[j] && !older[i*Ports + j];
      assign at_once[i*Ports + j] = both[i*Ports + j] && came_q[i] && came_q[j] && older[i*Ports + j] != (j < i);
      assign stays[i*Ports + j]   = both[i*Ports + j] && !came_q[i] && !came_q[j] &&
                                    older[i*Ports + j] != was_older_q[i*Ports + j];
      assign fewer[i*Ports + j]   = both[i*Ports + j] && older[i*Ports + j] &&
                                    ahead_q[j*Bits +: Bits] > ahead;
      for (genvar k = 0; k < Ports; k++) begin : g_three
        assign order[(i*Ports + j)*Ports + k] =
            both[i*Ports + j] && both[j*Ports + k] && i != k && older[i*Ports + j] &&
            older[j*Ports + k] && !older[i*Ports + k];
      end
    end
  end

  always_comb begin
    m_reset: assume (started_q || !rst_ni);
    m_twice: assume (!twice_o);
    m_one:   assume ((reply_i & (reply_i - 1'b1)) == '0 && (transfer_i & (transfer_i - 1'b1)) == '0 &&
                     (reply_i == '0 || (transfer_i == '0 && transfers_q == '0)));
    m_few:   assume (transfer_i == '0 || transfers_q < {Bits{1'b1}} - 1'b1);
    m_takes: assume (!take_i || some_o);
    if (rst_ni) begin
      // What is handed out is there, and if anything is, something is handed out.
      a_one:   assert ((oldest & (oldest - 1'b1)) == '0 && (request_q == '0) == (oldest == '0));
      a_takes: assert (2'(takes_request) + 2'(takes_other) == 2'(take_i) && (!takes_other || reply_q || transfers_q != '0));
      a_goes:  assert ((request_q & ~request_d & ~taken) == '0 && (taken & ~oldest) == '0);
      // If two requests wait, just one of them came before the other. Whoever waits already came before
      // whoever comes now; of two that come in one cycle that of the lower port came first. It stays so.
      a_before:  assert (before == '0);
      a_comes:   assert (comes == '0);
      a_at_once: assert (at_once == '0);
      a_stays:   assert (stays == '0);
      // What the victim sent before a request leaves before it, and what it sent later does not.
      a_early:   assert (early == '0);
      a_late:    assert (late == '0);
      // Induction
      i_order:   assert (order == '0);
      i_fewer:   assert (fewer == '0);
      i_many:    assert (too_many == '0);
      c_all:     cover (request_q == '1 && transfers_q != '0);
      c_behind:  cover (request_q != '0 && !is_request_o && !reply_q);
    end
  end
`endif

endmodule
