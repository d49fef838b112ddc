// SPDX-License-Identifier: Apache-2.0
// AIGER knows no covers: one is reached where the law that it never holds is broken.
(* techmap_celltype = "$cover" *)
module cover_as_law (input A, EN);
  \$assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN));
endmodule
