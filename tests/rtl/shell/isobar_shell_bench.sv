// SPDX-License-Identifier: Apache-2.0
// Drives shells by their buses alone and holds them against what docs/rtl_shell.md says:
// registers, responses, steps, counters by periods, stops and starts, tasks that all come out
// again. Loads and counters are those of the scheme's rules, stepped beside the shells.
//
// With +load0=N +load1=N … +steps=N it runs that one case and prints loads and counters, which
// tests/rtl/shell/bench compares with the program.
module isobar_shell_bench #(
  parameter bit [3:0] Scheme = isobar_shell_pkg::SchemeLiquid
);

  localparam bit Liquid = Scheme == isobar_shell_pkg::SchemeLiquid;
  localparam bit Cube   = Scheme == isobar_shell_pkg::SchemeExchange;
  localparam bit Hexa   = Scheme == isobar_shell_pkg::SchemeHhcB;
  localparam bit Steals = Scheme == isobar_shell_pkg::SchemeStealing;
  localparam int Nodes = Hexa ? 6 : 4, Ports = Hexa ? 3 : 2;
  localparam int TaskBits = 16, LoadBits = 8, Depth = 16;
  // In work stealing each message begins with a header, and a request has one bit more.
  localparam int HeaderBits = 2 + 2 * 2, RequestBits = HeaderBits + 1;
  // These are the cycles of the longest step. With Liquid PEs all steps are as long, with others the
  // loads decide. In work stealing, which has none, all that a balancer has sent has come after so many.
  localparam int StepCycles = Steals ? Depth / 2 * (HeaderBits + TaskBits) + 40 :
                              Liquid ? LoadBits + 1 + 1 + TaskBits + 1 :
                              Cube   ? 2 * (LoadBits + Depth / 2 * TaskBits + 14) :
                              Hexa   ? 2 * (Depth / 2 * TaskBits + 14) + 5 * LoadBits :
                                       LoadBits + Depth / 3 * TaskBits + 26;
  localparam int AddressBits = isobar_shell_pkg::AddressBits;

  logic clk = 1'b0, rst_n = 1'b1;
  bit ring_runs = 1'b0;  // it is not in reset
  always #5 clk = !clk;

  int checks = 0;

  task automatic check(input bit holds, input string what);
    checks++;
    if (!holds) $fatal(1, "not so: %s", what);
  endtask

  task automatic check_equal(input bit [31:0] found, input bit [31:0] expected, input string what);
    checks++;
    if (found != expected) $fatal(1, "%s is %h, expected %h", what, found, expected);
  endtask

  // The ring between the master of its buses and the applications at its streams

  logic [Nodes-1:0]       awvalid, wvalid, bready, arvalid, rready;
  logic [Nodes-1:0]       awready, wready, bvalid, arready, rvalid;
  logic [AddressBits-1:0] awaddr, araddr;
  logic [31:0]            wdata;
  logic [3:0]             wstrb;
  logic [Nodes*2-1:0]     bresp, rresp;
  logic [Nodes*32-1:0]    rdata;
  logic [Nodes-1:0]          sink_tvalid, sink_tready, fetch, source_tvalid, source_tready;
  logic [Nodes*TaskBits-1:0] sink_tdata, source_tdata;

  axi_lite_master #(.Slaves(Nodes), .AddressBits(AddressBits)) u_master (
    .clk_i(clk), .rst_ni(ring_runs),
    .awvalid_o(awvalid), .awready_i(awready), .awaddr_o(awaddr),
    .wvalid_o(wvalid), .wready_i(wready), .wdata_o(wdata), .wstrb_o(wstrb),
    .bvalid_i(bvalid), .bready_o(bready), .bresp_i(bresp),
    .arvalid_o(arvalid), .arready_i(arready), .araddr_o(araddr),
    .rvalid_i(rvalid), .rready_o(rready), .rdata_i(rdata), .rresp_i(rresp)
  );

  task_streams #(.Nodes(Nodes), .TaskBits(TaskBits)) u_streams (
    .clk_i(clk), .rst_ni(ring_runs),
    .sink_tvalid_o(sink_tvalid), .sink_tready_i(sink_tready), .sink_tdata_o(sink_tdata),
    .fetch_o(fetch), .source_tvalid_i(source_tvalid), .source_tready_o(source_tready),
    .source_tdata_i(source_tdata)
  );

  isobar_shell_ring #(
    .Scheme(Scheme), .TaskBits(TaskBits), .LoadBits(LoadBits), .Depth(Depth)
  ) u_ring (
    .clk_i(clk), .rst_ni(rst_n),
    .axi_awvalid_i(awvalid), .axi_awready_o(awready), .axi_awaddr_i({Nodes{awaddr}}),
    .axi_wvalid_i(wvalid), .axi_wready_o(wready), .axi_wdata_i({Nodes{wdata}}),
    .axi_wstrb_i({Nodes{wstrb}}),
    .axi_bvalid_o(bvalid), .axi_bready_i(bready), .axi_bresp_o(bresp),
    .axi_arvalid_i(arvalid), .axi_arready_o(arready), .axi_araddr_i({Nodes{araddr}}),
    .axi_rvalid_o(rvalid), .axi_rready_i(rready), .axi_rdata_o(rdata), .axi_rresp_o(rresp),
    .sink_tvalid_i(sink_tvalid), .sink_tready_o(sink_tready), .sink_tdata_i(sink_tdata),
    .fetch_i(fetch), .source_tvalid_o(source_tvalid), .source_tready_i(source_tready),
    .source_tdata_o(source_tdata)
  );

  // The main process acts at rising edges.

  task automatic access(input int node, input int writes, input int reads);
    u_master.slave  = node;
    u_master.writes = writes;
    u_master.reads  = reads;
    u_master.busy   = 1'b1;
    do @(posedge clk); while (u_master.busy);
  endtask

  // Writes and reads at the same time.
  task automatic bus(
    input int node, input bit [AddressBits-1:0] write_address, input bit [31:0] data,
    input bit [3:0] strobe, input bit [AddressBits-1:0] read_address
  );
    u_master.write_address = write_address;
    u_master.write_data    = data;
    u_master.write_strobe  = strobe;
    u_master.read_address  = read_address;
    access(node, $urandom_range(1, 2), $urandom_range(1, 2));
  endtask

  function automatic bit [31:0] response(input bit okay);
    response = okay ? 32'(isobar_shell_pkg::Okay) : 32'(isobar_shell_pkg::SlvErr);
  endfunction

  task automatic write_bytes(input int node, input bit [AddressBits-1:0] address,
                             input bit [31:0] data, input bit [3:0] strobe);
    u_master.write_address = address;
    u_master.write_data    = data;
    u_master.write_strobe  = strobe;
    access(node, 1, 0);
  endtask

  task automatic write(input int node, input bit [AddressBits-1:0] address, input bit [31:0] data);
    write_bytes(node, address, data, 4'hf);
    check_equal(32'(u_master.write_response), response(1'b1), "the write's response");
  endtask

  task automatic read(input int node, input bit [AddressBits-1:0] address, output bit [31:0] data);
    u_master.read_address = address;
    access(node, 0, $urandom_range(1, 2));
    check_equal(32'(u_master.read_response), response(1'b1), "the read's response");
    data = u_master.read_data;
  endtask

  task automatic expect_read(input int node, input bit [AddressBits-1:0] address,
                             input bit [31:0] expected);
    bit [31:0] data;
    read(node, address, data);
    check_equal(data, expected, $sformatf("PE %0d: register %h", node, address));
  endtask

  task automatic settle_streams();
    int cycles = 0;
    do begin
      @(posedge clk);
      cycles++;
      check(cycles < 20000, "the streams come to rest");
    end while (!u_streams.rests || cycles < 4);
  endtask

  // The scheme's rules, stepped beside the shells

  int model_load [Nodes], model_steps;
  int model_transfers [Nodes][Ports], model_words [Nodes][Ports];  // cycles

  // What a PE has more than it is to end with in its triangle: a third of the sum. The tasks over
  // are for those that come first, by load, on a tie by number.
  function automatic int excess(input int load [Nodes], input int node);
    int sum, first, other;
    sum   = load[node];
    first = 0;
    for (int p = 0; p < 2; p++) begin
      other = u_ring.there(node, p);
      sum += load[other];
      if (load[other] > load[node] || (load[other] == load[node] && other < node)) first++;
    end
    excess = load[node] - sum / 3 - (first < sum % 3 ? 1 : 0);
  endfunction

  // Tasks for the neighbour at a port, by the loads before.
  function automatic int given(input int load [Nodes], input int node, input int port);
    int more, lacks;
    more = load[node] - load[u_ring.there(node, port)];
    if (Hexa && port < 2) begin
      more  = excess(load, node);
      lacks = -excess(load, u_ring.there(node, port));
      given = (more <= 0 || lacks <= 0) ? 0 : (more < lacks) ? more : lacks;
    end else if (Liquid) given = (port == 0 && load[node] > 0 && more >= 0) ? 1 : 0;  // condition C5
    else if (more <= 0) given = 0;
    else if (Cube || Hexa) given = more / 2;
    else given = (port == 0) ? (more + 2) / 3 : more / 3;  // rounded up towards the successor
  endfunction

  // The bits of words that a phase has by a port. C5 hears the successor, so a word goes to the
  // predecessor; in a triangle the two report to the coordinator, which orders by two numbers each.
  function automatic int word_bits(input int node, input int port);
    if (Hexa && port < 2) begin
      word_bits = (node % 3 == 0) ? 2 * LoadBits : (node % 3 == 2 - port) ? LoadBits : 0;
    end else begin
      word_bits = (Liquid && port == 0) ? 0 : LoadBits;
    end
  endfunction

  task automatic model_phase(input int first_port, input int last_port);
    int load [Nodes], tasks;
    load = model_load;
    for (int n = 0; n < Nodes; n++) begin
      for (int p = first_port; p <= last_port; p++) begin
        tasks = given(load, n, p);
        model_load[n] -= tasks;
        model_load[u_ring.there(n, p)] += tasks;
        model_transfers[n][p] += tasks * TaskBits;
        model_words[n][p] += word_bits(n, p);
      end
      // The end of the phase is told up the tree and down again.
      for (int p = 0; !Liquid && p < Ports; p++) begin
        model_words[n][p] += int'(u_ring.Parents[n*Ports + p]) +
                             int'(u_ring.Children[n*Ports + p]);
      end
    end
  endtask

  task automatic model_step();
    if (Cube) begin
      model_phase(0, 0);
      model_phase(1, 1);
    end else if (Hexa) begin
      model_phase(0, 1);
      model_phase(2, 2);
    end else begin
      model_phase(0, 1);
    end
    model_steps++;
  endtask

  // What was counted by PE: in the periods that are over, and up to the last snapshot in the one
  // that is not.
  int sum_steps [Nodes], sum_transfers [Nodes][Ports], sum_words [Nodes][Ports];
  int kept_steps [Nodes], kept_transfers [Nodes][Ports], kept_words [Nodes][Ports];
  bit cleared [Nodes];  // the next snapshot starts a period

  task automatic start_over();
    model_steps = 0;
    for (int n = 0; n < Nodes; n++) begin
      u_streams.waiting[n] = 0;
      {model_load[n], sum_steps[n], kept_steps[n]} = '0;
      cleared[n] = 1'b0;
      for (int p = 0; p < Ports; p++) begin
        {model_transfers[n][p], sum_transfers[n][p], kept_transfers[n][p]} = '0;
        {model_words[n][p], sum_words[n][p], kept_words[n][p]} = '0;
      end
    end
  endtask

  task automatic command(input int node, input bit snapshot, input bit clear);
    bit [31:0] data;
    data = '0;
    data[isobar_shell_pkg::CommandSnapshot] = snapshot;
    data[isobar_shell_pkg::CommandClear]    = clear;
    write(node, isobar_shell_pkg::AddressCommand, data);
  endtask

  function automatic bit [AddressBits-1:0] counter_address(input int port, input int kind);
    counter_address = isobar_shell_pkg::AddressCounters + AddressBits'(16 * port + 4 * kind);
  endfunction

  // Takes a snapshot, with or without a clear, and joins it with the others. A clear can also come
  // alone, later.
  task automatic take_snapshot(input int node, input bit clear);
    bit [31:0] steps, transfers, words;
    bit late;
    if (cleared[node]) begin
      sum_steps[node] += kept_steps[node];
      kept_steps[node] = 0;
      for (int p = 0; p < Ports; p++) begin
        sum_transfers[node][p] += kept_transfers[node][p];
        sum_words[node][p]     += kept_words[node][p];
        {kept_transfers[node][p], kept_words[node][p]} = '0;
      end
    end
    late = $urandom_range(0, 1) == 0;
    command(node, 1'b1, clear && !late);
    cleared[node] = clear;
    read(node, isobar_shell_pkg::AddressSteps, steps);
    if (clear && late) command(node, 1'b0, 1'b1);
    check(int'(steps) >= kept_steps[node], "steps do not go back within a period");
    kept_steps[node] = int'(steps);
    for (int p = 0; p < Ports; p++) begin
      read(node, counter_address(p, 0), transfers);
      read(node, counter_address(p, 1), words);
      check(int'(transfers) >= kept_transfers[node][p] && int'(words) >= kept_words[node][p],
            "counters do not go back within a period");
      kept_transfers[node][p] = int'(transfers);
      kept_words[node][p]     = int'(words);
      expect_read(node, counter_address(p, 2), 0);  // there is no set-up
    end
  endtask

  // Everything that can be read is what the model says, at rest.
  task automatic compare();
    for (int n = 0; n < Nodes; n++) begin
      expect_read(n, isobar_shell_pkg::AddressStepsLow, model_steps);
      expect_read(n, isobar_shell_pkg::AddressStepsHigh, 0);
      expect_read(n, isobar_shell_pkg::AddressLoad, model_load[n]);
      take_snapshot(n, $urandom_range(0, 1) == 0);
      check_equal(sum_steps[n] + kept_steps[n], model_steps, "sum of the periods' steps");
      for (int p = 0; p < Ports; p++) begin
        check_equal(sum_transfers[n][p] + kept_transfers[n][p], model_transfers[n][p],
                    "sum of the periods' transfers");
        check_equal(sum_words[n][p] + kept_words[n][p], model_words[n][p],
                    "sum of the periods' words");
      end
    end
  endtask

  // Starting and stopping

  task automatic ask(input int node, input bit run);
    write(node, isobar_shell_pkg::AddressControl, 32'(run) << isobar_shell_pkg::ControlRun);
  endtask

  function automatic bit [31:0] status(input bit running, input bit waiting_for_others);
    status = '0;
    status[isobar_shell_pkg::StatusRunning] = running;
    status[isobar_shell_pkg::StatusWaiting] = waiting_for_others;
  endfunction

  task automatic wait_until_stopped(input int node);
    bit [31:0] data;
    int tries = 0;
    do begin
      read(node, isobar_shell_pkg::AddressStatus, data);
      check(data[isobar_shell_pkg::StatusError +: 3] == '0, "no PE has seen an error");
      tries++;
      check(tries < 10000, "the ring stops");
    end while (data[isobar_shell_pkg::StatusRunning]);
  endtask

  task automatic reset();
    ring_runs = 1'b0;
    #($urandom_range(1, 9)) rst_n = 1'b0;
    repeat ($urandom_range(1, 3)) @(posedge clk);
    start_over();
    #($urandom_range(1, 9)) rst_n = 1'b1;
    repeat (4) @(posedge clk);
    ring_runs = 1'b1;
  endtask

  task automatic fill();
    for (int n = 0; n < Nodes; n++) begin
      u_streams.waiting[n] = (Steals && $urandom_range(0, 1) == 0) ? 0 : $urandom_range(0, Steals ? 12 : 4);
      if (model_load[n] + u_streams.waiting[n] > Depth - 2) u_streams.waiting[n] = 0;
      model_load[n] += u_streams.waiting[n];
    end
    settle_streams();
  endtask

  // Asks all for steps. Nobody starts before the last one is asked.
  task automatic start_together();
    for (int n = 0; n < Nodes; n++) begin
      ask(n, 1'b1);
      if (n < Nodes - 1) expect_read(n, isobar_shell_pkg::AddressStatus, status(1'b0, 1'b1));
    end
    repeat (4) @(posedge clk);
  endtask

  // Without a limit.
  task automatic start_all();
    for (int n = 0; n < Nodes; n++) begin
      write(n, isobar_shell_pkg::AddressRunSteps, 0);
      ask(n, 1'b1);
    end
  endtask

  task automatic sum_of_loads(output int sum);
    bit [31:0] load;
    sum = 0;
    for (int n = 0; n < Nodes; n++) begin
      read(n, isobar_shell_pkg::AddressLoad, load);
      sum += int'(load);
    end
  endtask

  // N steps and no more, where one PE has the limit, or all, or each another.
  task automatic run_steps(input int steps);
    int limits [Nodes], who;
    who = $urandom_range(0, Nodes);
    for (int n = 0; n < Nodes; n++) begin
      limits[n] = (who == Nodes || who == n) ? steps :
                  ($urandom_range(0, 1) == 0) ? 0 : steps + $urandom_range(1, 3);
      write(n, isobar_shell_pkg::AddressRunSteps, limits[n]);
      expect_read(n, isobar_shell_pkg::AddressStatus, status(1'b0, 1'b0));
    end
    start_together();
    while ($urandom_range(0, 3) != 0) take_snapshot($urandom_range(0, Nodes - 1),
                                                    $urandom_range(0, 2) != 0);
    wait_until_stopped(0);
    repeat (2 * StepCycles) @(posedge clk);  // nobody goes on
    for (int n = 0; n < Nodes; n++) begin
      expect_read(n, isobar_shell_pkg::AddressRunSteps, limits[n] == 0 ? 0 : limits[n] - steps);
      if (who == Nodes || who == n) begin
        expect_read(n, isobar_shell_pkg::AddressControl, 0);
        expect_read(n, isobar_shell_pkg::AddressStatus, status(1'b0, 1'b0));
      end else begin
        expect_read(n, isobar_shell_pkg::AddressStatus, status(1'b0, 1'b1));
        ask(n, 1'b0);
        expect_read(n, isobar_shell_pkg::AddressStatus, status(1'b0, 1'b0));
      end
    end
    repeat (steps) model_step();
    compare();
  endtask

  // Runs until somebody wants to stop, in any cycle. How far it came is read, and has to be the
  // same at all.
  task automatic run_and_stop();
    bit [31:0] steps;
    start_all();
    repeat ($urandom_range(0, 6 * StepCycles)) @(posedge clk);
    ask($urandom_range(0, Nodes - 1), 1'b0);
    wait_until_stopped(0);
    for (int n = 0; n < Nodes; n++) ask(n, 1'b0);
    read(0, isobar_shell_pkg::AddressStepsLow, steps);
    while (model_steps < int'(steps)) model_step();
    compare();
  endtask

  task automatic stop();
    ask(0, 1'b0);
    wait_until_stopped(0);
  endtask

  // Tasks go in and out while the shells run; only their number is known, and that all are there.
  // Other streams than those of a Liquid PE are served between steps, so those PEs stand now and
  // then.
  task automatic run_with_traffic();
    int sum;
    bit [31:0] steps;
    for (int n = 0; n < Nodes; n++) ask(n, 1'b1);
    u_streams.fetches = 1'b1;
    repeat (20) begin
      for (int n = 0; n < Nodes; n++) u_streams.waiting[n] += $urandom_range(0, 3);
      repeat (3 * StepCycles) @(posedge clk);
      if (!Liquid) begin
        stop();
        repeat ($urandom_range(0, 20)) @(posedge clk);
        ask(0, 1'b1);
      end
    end
    u_streams.fetches = 1'b0;
    if (Liquid) settle_streams();
    stop();
    settle_streams();
    for (int n = 0; n < Nodes; n++) ask(n, 1'b0);
    read(0, isobar_shell_pkg::AddressStepsLow, steps);
    for (int n = 0; n < Nodes; n++) expect_read(n, isobar_shell_pkg::AddressStepsLow, steps);
    sum_of_loads(sum);
    check(u_streams.got > 0, "traffic takes something out");
    check_equal(sum, u_streams.put - u_streams.got, "sum of the loads");
  endtask

  // At rest all tasks come out.
  task automatic drain();
    bit [31:0] load;
    u_streams.fetches = 1'b1;
    for (int n = 0; n < Nodes; n++) begin
      do read(n, isobar_shell_pkg::AddressLoad, load); while (load != '0);
    end
    u_streams.fetches = 1'b0;
    settle_streams();
    check_equal(u_streams.got, u_streams.put, "tasks that came out");
    for (int n = 0; n < Nodes; n++) model_load[n] = 0;
  endtask

  // The registers as such

  task automatic look_at_constants();
    for (int n = 0; n < Nodes; n++) begin
      expect_read(n, isobar_shell_pkg::AddressId, isobar_shell_pkg::Id);
      expect_read(n, isobar_shell_pkg::AddressVersion, isobar_shell_pkg::Version);
      expect_read(n, isobar_shell_pkg::AddressShape,
                  {8'd0, 8'd32, 1'b0, Scheme, Liquid ? isobar_pkg::CondC5 : 3'd0,
                   (Cube || Hexa || Steals) ? 8'd2 : 8'd1});
      expect_read(n, isobar_shell_pkg::AddressDepth, Depth);
      expect_read(n, isobar_shell_pkg::AddressBitCounts, {16'(LoadBits), 16'(TaskBits)});
      expect_read(n, isobar_shell_pkg::AddressControl, 0);
      expect_read(n, isobar_shell_pkg::AddressRunSteps, 0);
      expect_read(n, isobar_shell_pkg::AddressStatus, 0);
      expect_read(n, isobar_shell_pkg::AddressCommand, 0);
    end
    compare();
  endtask

  // All addresses: those of the table answer, all others are refused, and so are writes to what is
  // only read. A write and a read go together.
  task automatic look_at_addresses();
    bit [AddressBits-1:0] write_address, read_address;
    bit exists, writable;
    for (int word = 0; word < (1 << (AddressBits - 2)); word++) begin
      read_address  = AddressBits'(4 * word + $urandom_range(0, 3));
      write_address = AddressBits'(4 * (word ^ 32'h155));
      exists   = word <= 12 || (word >= 64 && word < 64 + 4 * Ports && word % 4 != 3);
      writable = write_address == 12'h014 || write_address == 12'h018 || write_address == 12'h02c;
      bus($urandom_range(0, Nodes - 1), write_address, '0, 4'hf, read_address);
      check_equal(32'(u_master.read_response), response(exists),
                  $sformatf("response to a read of %h", read_address));
      check_equal(32'(u_master.write_response), response(writable),
                  $sformatf("response to a write to %h", write_address));
    end
  endtask

  // A write changes the bytes that are strobed.
  task automatic look_at_strobes();
    bit [31:0] expected, data;
    bit [3:0] strobe;
    int node;
    node     = $urandom_range(0, Nodes - 1);
    expected = '0;
    repeat (40) begin
      data   = $urandom;
      strobe = 4'($urandom);
      write_bytes(node, isobar_shell_pkg::AddressRunSteps, data, strobe);
      check(u_master.write_response == isobar_shell_pkg::Okay, "any strobes are accepted");
      for (int b = 0; b < 4; b++) if (strobe[b]) expected[8*b +: 8] = data[8*b +: 8];
      expect_read(node, isobar_shell_pkg::AddressRunSteps, expected);
    end
    write_bytes(node, isobar_shell_pkg::AddressControl, '1, 4'he);
    expect_read(node, isobar_shell_pkg::AddressControl, 0);
    write(node, isobar_shell_pkg::AddressRunSteps, 0);
  endtask

  // A limit is not changed while it counts; a command without its strobe commands nothing.
  task automatic look_at_refusals();
    write(1, isobar_shell_pkg::AddressRunSteps, 7);
    ask(1, 1'b1);
    write_bytes(1, isobar_shell_pkg::AddressRunSteps, 9, 4'hf);
    check(u_master.write_response == isobar_shell_pkg::SlvErr, "a limit that counts is kept");
    expect_read(1, isobar_shell_pkg::AddressRunSteps, 7);
    ask(1, 1'b0);
    write(1, isobar_shell_pkg::AddressRunSteps, 0);
    take_snapshot(1, 1'b0);
    write_bytes(1, isobar_shell_pkg::AddressCommand, '1, 4'he);
    compare();
  endtask

  // Work stealing has no steps, and whom a PE asks when is nothing that a bench could follow. What holds:
  // a PE runs as many cycles as it is told, whatever the others do; while it stands nothing but its
  // streams changes its load; its links end what they have begun; and every task comes out once.

  int cycles [Nodes];  // that each has run

  task automatic expect_cycles(input int node);
    expect_read(node, isobar_shell_pkg::AddressStepsLow, cycles[node]);
    expect_read(node, isobar_shell_pkg::AddressStatus, status(1'b0, 1'b0));
  endtask

  // How far a PE came that was stopped at any time.
  task automatic read_cycles(input int node);
    bit [31:0] steps;
    read(node, isobar_shell_pkg::AddressStepsLow, steps);
    check(int'(steps) >= cycles[node], "cycles do not go back");
    cycles[node] = int'(steps);
  endtask

  task automatic run_cycles(input int most);
    int limits [Nodes];
    for (int n = 0; n < Nodes; n++) begin
      limits[n] = $urandom_range(1, most);
      write(n, isobar_shell_pkg::AddressRunSteps, limits[n]);
    end
    start_together();
    for (int n = 0; n < Nodes; n++) begin
      wait_until_stopped(n);
      cycles[n] += limits[n];
      expect_cycles(n);
      expect_read(n, isobar_shell_pkg::AddressRunSteps, 0);
      expect_read(n, isobar_shell_pkg::AddressControl, 0);
    end
  endtask

  // Where all stand: links have ended what they had begun, and go on counting nothing.
  task automatic compare_links();
    int transfers, words;
    repeat (StepCycles) @(posedge clk);
    for (int n = 0; n < Nodes; n++) begin
      take_snapshot(n, $urandom_range(0, 1) == 0);
      check_equal(sum_steps[n] + kept_steps[n], cycles[n], "sum of the periods' cycles");
      for (int p = 0; p < Ports; p++) begin
        transfers = sum_transfers[n][p] + kept_transfers[n][p];
        words     = sum_words[n][p] + kept_words[n][p];
        check(transfers % (HeaderBits + TaskBits) == 0, "transfers are whole ones");
        check(words % RequestBits == 0, "requests, and replies, which are twice as long");
        take_snapshot(n, 1'b0);
        check_equal(sum_transfers[n][p] + kept_transfers[n][p], transfers, "transfers at rest");
        check_equal(sum_words[n][p] + kept_words[n][p], words, "words at rest");
      end
    end
  endtask

  task automatic stop_all();
    for (int n = 0; n < Nodes; n++) ask(n, 1'b0);
    for (int n = 0; n < Nodes; n++) begin
      wait_until_stopped(n);
      read_cycles(n);
    end
  endtask

  // One stands while the others run, and then goes on with them.
  task automatic stop_one();
    bit [31:0] load;
    int one, other;
    one   = $urandom_range(0, Nodes - 1);
    other = (one + 1) % Nodes;
    start_all();
    repeat ($urandom_range(0, 60)) @(posedge clk);
    ask(one, 1'b0);
    repeat (2) @(posedge clk);
    read_cycles(one);
    read(one, isobar_shell_pkg::AddressLoad, load);
    repeat ($urandom_range(0, 500)) @(posedge clk);
    expect_cycles(one);
    expect_read(one, isobar_shell_pkg::AddressLoad, load);
    expect_read(other, isobar_shell_pkg::AddressStatus, status(1'b1, 1'b0));
    ask(one, 1'b1);
    repeat (4) @(posedge clk);
    expect_read(one, isobar_shell_pkg::AddressStatus, status(1'b1, 1'b0));
  endtask

  task automatic steal();
    int sum;
    for (int n = 0; n < Nodes; n++) cycles[n] = 0;
    repeat (6) begin
      fill();
      repeat (3) run_cycles($urandom_range(1, 60));
      stop_one();
      stop_all();
      compare_links();
      sum_of_loads(sum);
      check(sum <= u_streams.put - u_streams.got, "no more tasks than were put in");
      // Who has no task left when it goes on asks for some.
      u_streams.fetches = 1'b1;
      repeat ($urandom_range(0, 60)) @(posedge clk);
      u_streams.fetches = 1'b0;
      settle_streams();
      start_all();
      // Longer than anybody waits who was refused by both neighbours: what is under way lands.
      repeat (3 * 4096) @(posedge clk);
      stop_all();
      look_for_tasks();
      compare_links();
      sum_of_loads(sum);
      check_equal(sum, u_streams.put - u_streams.got, "sum of the loads");
      start_all();
      take_all();
    end
    u_streams.fetches = 1'b1;
    start_all();
    repeat (20) begin
      for (int n = 0; n < Nodes; n++) u_streams.waiting[n] += $urandom_range(0, 3);
      repeat (3 * StepCycles) @(posedge clk);
    end
    take_all();
    compare_links();
    check(moved(), "somebody has stolen");
  endtask

  // Nobody lacks a task that a neighbour has to give.
  task automatic look_for_tasks();
    bit [31:0] load [Nodes];
    for (int n = 0; n < Nodes; n++) read(n, isobar_shell_pkg::AddressLoad, load[n]);
    for (int n = 0; n < Nodes; n++) begin
      for (int p = 0; p < Ports; p++) begin
        check(load[n] != 0 || load[u_ring.there(n, p)] < 2, "no PE is idle beside one with tasks to give");
      end
    end
  endtask

  function automatic bit moved();
    moved = 1'b0;
    for (int n = 0; n < Nodes; n++) begin
      for (int p = 0; p < Ports; p++) moved |= sum_transfers[n][p] + kept_transfers[n][p] != 0;
    end
  endfunction

  // All tasks come out, those under way too.
  task automatic take_all();
    int tries = 0, sum;
    u_streams.fetches = 1'b1;
    while (u_streams.got != u_streams.put || tries < 1000) begin
      @(posedge clk);
      tries++;
      check(tries < 20000, "all tasks come out");
    end
    u_streams.fetches = 1'b0;
    settle_streams();
    stop_all();
    sum_of_loads(sum);
    check_equal(sum, 0, "tasks that are left");
    for (int n = 0; n < Nodes; n++) model_load[n] = 0;
  endtask

  task automatic run_all();
    for (int round = 0; round < 4; round++) begin
      u_master.stalls = 2 * round;
      reset();
      look_at_constants();
      look_at_addresses();
      look_at_strobes();
      look_at_refusals();
      if (Steals) begin
        steal();
        continue;
      end
      repeat (12) begin
        fill();
        run_steps($urandom_range(1, 9));
        run_and_stop();
        if ($urandom_range(0, 3) == 0) drain();
      end
      look_at_refusals();
      drain();
      run_with_traffic();
      drain();
      // The next round's reset comes in mid-run, with tasks everywhere.
      fill();
      for (int n = 0; n < Nodes; n++) ask(n, 1'b1);
      repeat ($urandom_range(10, 3 * StepCycles)) @(posedge clk);
    end
    $display("The shell is as it should be: %0d accesses, %0d checks.", u_master.accesses, checks);
  endtask

  task automatic run_case(input int steps);
    int loads [Nodes];
    bit [31:0] found;
    reset();
    for (int n = 0; n < Nodes; n++) begin
      void'($value$plusargs($sformatf("load%0d=%%d", n), loads[n]));
      u_streams.waiting[n] = loads[n];
      write(n, isobar_shell_pkg::AddressRunSteps, steps);
    end
    settle_streams();
    for (int n = 0; n < Nodes; n++) ask(n, 1'b1);
    repeat (4) @(posedge clk);
    wait_until_stopped(0);
    if (Steals) repeat (StepCycles) @(posedge clk);
    for (int n = 0; n < Nodes; n++) begin
      command(n, 1'b1, 1'b0);
      read(n, isobar_shell_pkg::AddressLoad, found);
      $display("PE %0d load %0d", n, found);
      for (int p = 0; p < Ports; p++) begin
        read(n, counter_address(p, 0), found);
        $display("PE %0d port %0d transfers %0d", n, p, found);
        read(n, counter_address(p, 1), found);
        $display("PE %0d port %0d words %0d", n, p, found);
      end
    end
  endtask

  int case_steps;

  initial begin
    @(posedge clk);
    if ($value$plusargs("steps=%d", case_steps)) run_case(case_steps);
    else run_all();
    $finish;
  end

endmodule
