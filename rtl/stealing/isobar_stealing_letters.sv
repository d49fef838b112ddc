// SPDX-License-Identifier: Apache-2.0
// What has come to a PE of work stealing whose thieves can be anywhere, as isobar_stealing_inbox has it for
// neighbours: requests, of each other PE one at most, and of the one that was asked its reply and the
// transfers behind that. All are handed out in the order in which they came, those of one cycle in the order
// of ports. A request waits at its port until those before it are in the queue.
module isobar_stealing_letters #(
  parameter int unsigned Ports       = 4,
  parameter int unsigned Nodes       = 16,
  parameter int unsigned AddressBits = 4,
  parameter int unsigned Bits        = 5  // enough for the tasks of a queue
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  input  logic [Ports-1:0]             request_i,
  input  logic [Ports*AddressBits-1:0] asker_i,
  input  logic [Ports-1:0]             works_i,
  input  logic [Ports-1:0]             reply_i,
  input  logic [Ports-1:0]             transfer_i,
  input  logic [Bits-1:0]              promised_i,

  input  logic                         take_i,
  output logic                         some_o,
  output logic                         is_request_o,  // the one that is next; else it is a reply, or a transfer
  output logic                         is_reply_o,
  output logic [AddressBits-1:0]       asker_o,       // of a request
  output logic                         works_o,
  output logic [Bits-1:0]              promised_o,    // by a reply
  output logic                         twice_o        // a second request at a port, or a second reply
);

  localparam int unsigned StampBits   = Bits + 1;
  localparam int unsigned RequestBits = AddressBits + 1 + StampBits;
  localparam int unsigned WaitingBits = $clog2(Nodes + 1);

  // The victim's messages, and how many there have been

  logic                 reply_d, reply_q, takes_request, takes_other;
  logic [Bits-1:0]      promised_q, transfers_d, transfers_q;
  logic [StampBits-1:0] came_d, came_q, gone_d, gone_q;

  // Requests at their ports

  logic [Ports-1:0]             held_d, held_q, oldest;
  logic [Ports*RequestBits-1:0] request_d, request_q;
  logic [Ports*Ports-1:0]       older;  // [i][j]: that of port j came before that of i
  logic [RequestBits-1:0]       first, head, next;
  logic [WaitingBits-1:0]       waiting, unused_next;
  logic                         any, moves;
  logic [StampBits-1:0]         stamp;

  always_comb begin
    first = '0;
    for (int unsigned p = 0; p < Ports; p++) begin
      if (oldest[p]) first = request_q[p*RequestBits +: RequestBits];
    end
  end

  assign any            = waiting != '0 || held_q != '0;
  assign next           = (waiting != '0) ? head : first;
  assign {asker_o, works_o, stamp} = next;
  // The victim's messages before a request have all been taken.
  assign is_request_o   = any && stamp == gone_q;
  assign is_reply_o     = reply_q;
  assign some_o         = any || reply_q || transfers_q != '0;
  assign promised_o     = promised_q;
  assign takes_request  = take_i && is_request_o;
  assign takes_other    = take_i && !is_request_o;
  assign moves          = held_q != '0 && !(takes_request && waiting == '0);

  isobar_stealing_order #(.Ports(Ports)) u_order (.clk_i, .comes_i(request_i), .older_o(older));

  isobar_queue #(
    .TaskBits(RequestBits), .Depth(Nodes), .LoadBits(WaitingBits), .Memory(isobar_pkg::MemoryBlock)
  ) u_requests (
    .clk_i, .rst_ni, .push_i(moves), .push_data_i(first), .pop_i(takes_request && waiting != '0),
    .head_o(head), .load_o(waiting), .load_next_o(unused_next)
  );

  assign reply_d     = (reply_q && !takes_other) || reply_i != '0;
  assign transfers_d = transfers_q - Bits'(takes_other && !reply_q) + Bits'(transfer_i != '0);
  assign came_d      = came_q + StampBits'((reply_i | transfer_i) != '0);
  assign gone_d      = gone_q + StampBits'(takes_other);
  // The oldest leaves its port, to the queue or at once.
  assign held_d      = (held_q & ~oldest) | request_i;
  assign twice_o     = (request_i & held_q & ~oldest) != '0 || (reply_i != '0 && reply_q);

  for (genvar i = 0; i < Ports; i++) begin : g_port
    logic earlier;  // a message of the victim in this cycle

    if (i == 0) begin : g_first
      assign earlier = 1'b0;
    end else begin : g_other
      assign earlier = (reply_i[i-1:0] | transfer_i[i-1:0]) != '0;
    end
    assign oldest[i] = held_q[i] && (older[i*Ports +: Ports] & held_q) == '0;
    assign request_d[i*RequestBits +: RequestBits] = request_i[i]
        ? {asker_i[i*AddressBits +: AddressBits], works_i[i], came_q + StampBits'(earlier)}
        : request_q[i*RequestBits +: RequestBits];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q      <= '0;
      reply_q     <= 1'b0;
      transfers_q <= '0;
      came_q      <= '0;
      gone_q      <= '0;
    end else begin
      held_q      <= held_d;
      reply_q     <= reply_d;
      transfers_q <= transfers_d;
      came_q      <= came_d;
      gone_q      <= gone_d;
    end
  end

  always_ff @(posedge clk_i) begin
    request_q <= request_d;
    if (reply_i != '0) promised_q <= promised_i;
  end

endmodule
