// SPDX-License-Identifier: Apache-2.0
// The reset synchroniser: asserted at once and without a clock, released at the second rising edge,
// wherever between two edges rst_ni changes.
module isobar_reset_bench;

  logic clk = 1'b0, rst_n = 1'b1, rst_synchronous;
  int   resets = 0;

  isobar_reset u_reset (.clk_i(clk), .rst_ni(rst_n), .rst_no(rst_synchronous));

  task automatic edge_after(input int time_low);
    #(time_low) clk = 1'b1;
    #5 clk = 1'b0;
  endtask

  initial begin
    repeat (100) begin
      #($urandom_range(1, 5)) rst_n = 1'b0;
      #1 assert (!rst_synchronous) else $fatal(1, "the reset waits for a clock");
      repeat ($urandom_range(0, 3)) edge_after(5);
      assert (!rst_synchronous) else $fatal(1, "the reset ends by itself");
      #($urandom_range(1, 5)) rst_n = 1'b1;
      #1 assert (!rst_synchronous) else $fatal(1, "the reset ends without a clock");
      edge_after($urandom_range(1, 5));
      assert (!rst_synchronous) else $fatal(1, "the reset ends at the first edge");
      edge_after(5);
      assert (rst_synchronous) else $fatal(1, "the reset does not end at the second edge");
      repeat ($urandom_range(0, 3)) edge_after(5);
      assert (rst_synchronous) else $fatal(1, "the reset comes back");
      resets++;
    end
    $display("The reset is as it should be: %0d resets.", resets);
    $finish;
  end

endmodule
