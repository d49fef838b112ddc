// SPDX-License-Identifier: Apache-2.0
// Tables of text and arrays as other programs write them: each row of docs/inputs.md, section
// "Tables", with a file that it was tried with.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/fabric/fabric.h"
#include "sim/input/load_file.h"
#include "sim/input/read_csv.h"
#include "sim/input/read_machines_csv.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::refusal;

namespace fs = std::filesystem;

namespace {

const fs::path files = fs::path(ISOBAR_SOURCE_DIR) / "tests/data/tables";

struct Row {
  std::string fabric;
  std::string load;
  std::string refused;  ///< with these words; empty: it is read
};

/// The rows of the document's table whose cells are a fabric and a load.
std::vector<Row> documented() {
  std::ifstream in(fs::path(ISOBAR_SOURCE_DIR) / "docs/inputs.md");
  const std::regex form(R"(\| .* \| `([a-z]+:[0-9x]+)` \| `(\w+:[^`]*)` \| (is read|`.*`) \|)");
  std::vector<Row> rows;
  bool here = false;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("## ", 0) == 0) here = line == "## Tables";
    std::smatch parts;
    if (!here || !std::regex_match(line, parts, form)) continue;
    auto words = parts[3] == "is read" ? "" : parts[3].str();
    if (!words.empty()) words = words.substr(1, words.size() - 2);
    const auto escaped = words.find("\\|");  // as a table has to write it
    if (escaped != std::string::npos) words.erase(escaped, 1);
    rows.push_back({parts[1], parts[2], words});
  }
  return rows;
}

std::string file_of(const Row& row) {
  const auto path = row.load.substr(row.load.find(':') + 1);
  return path.substr(0, path.find(','));
}

std::vector<Load> read(const std::string& text, const std::string& fabric = "ring:4",
                       const std::string& column = "") {
  std::istringstream in(text);
  return read_csv(in, Fabric::parse(fabric), column);
}

std::string complaint(const std::string& text, const std::string& column = "") {
  return refusal([&] { read(text, "ring:4", column); });
}

}  // namespace

TEST_CASE("Tables: each file is read or refused as docs/inputs.md says", "[sim][tables]") {
  const std::map<std::string, std::vector<Load>> expected = {
      {"ring:8", {4, 0, 3, 9, 1, 12, 7, 2}},
      {"torus:4x2", {4, 3, 1, 7, 0, 9, 12, 2}},  // row i, column j is PE i + 4j
  };
  const auto rows = documented();
  CHECK(rows.size() > 50);
  std::set<std::string> tried;
  for (const auto& row : rows) {
    INFO(row.fabric << " " << row.load);
    tried.insert(file_of(row));
    std::vector<Load> loads;
    const auto said =
        refusal([&] { loads = load_from(row.load, Fabric::parse(row.fabric), 1, files).loads; });
    INFO(said);
    if (row.refused.empty()) {
      CHECK(said.empty());
      CHECK(loads == expected.at(row.fabric));
    } else {
      CHECK(contains(said, file_of(row) + ": "));
      CHECK(contains(said, row.refused));
    }
  }
  for (const auto& entry : fs::directory_iterator(files)) {
    INFO(entry.path());
    CHECK(tried.count(entry.path().filename().string()) == 1);
  }
}

TEST_CASE("Tables: what separates fields is found in the first two rows", "[sim][tables]") {
  const std::vector<Load> loads = {3, 0, 7, 5};
  for (const std::string text : {
           "3;0;7;5\n", "3\t0\t7\t5\n", "3 0  7   5\n", " 3 0 7 5 \n", "3,0 ;7,0;5,0 ;0\n",
           "sep=,\n3,0,7,5\n", "sep=\t\n3\t0\t7\t5\n", "# a;b\n3,0,7,5\n", ",,,\n3,0,7,5,,\n",
           "load\n3\n0\n7\n5\n", "the load\n3\n0\n7\n5\n", "\"a;b\"\n3\n0\n7\n5\n",
           "load,\n3,\n0,\n7,\n5,\n", "\"load\"\n\"r,1\" 3\n\"r 2\" 0\nr3 7\nr4 5\n",
           "load\na\t3\nb\t0\nc\t7\nd\t5\n", "load\n\"a\",3\n\"b\",0\n\"c\",7\n\"d\",5\n",
           ",load\n1,3.0\n5,0e3\n70,0.7e1\n71,5.000000000000000000e+00\n",
           ",load\n9,3\nx,0\n2,7\n1,5\n",  // names of rows that are no numbers have no order
       }) {
    INFO(text);
    if (contains(text, "3,0 ;7,0")) {
      CHECK(complaint(text).empty());
      CHECK(read(text) == std::vector<Load>{3, 7, 5, 0});
    } else {
      CHECK(complaint(text).empty());
      CHECK(read(text) == loads);
    }
  }
  // What both rows have is sooner believed than what only the second has.
  CHECK(read("a,load\nx;y,3\nx;z,0\nx,7\nx,5\n", "ring:4", "load") == loads);
}

TEST_CASE("Tables: names of columns", "[sim][tables]") {
  const std::string text = "host,load,load 2,twice,twice\na,3,1,0,0\nb,0,2,0,0\n";
  CHECK(read(text, "ring:2", "load") == std::vector<Load>{3, 0});
  CHECK(read(text, "ring:2", "load 2") == std::vector<Load>{1, 2});
  CHECK(complaint(text, "twice") == "two columns are named twice");
  CHECK(complaint(text, "lo") ==
        "has no column \"lo\"; there are: host, load, load 2, twice, twice");
  CHECK(contains(complaint(text, "host"), "row 2, column 1 (host): a load must be"));
  CHECK(contains(complaint("1,2,3,4\n", "load"), "row 1 does not name the columns"));
  CHECK(
      contains(complaint("a,b\n1,2\n3\n", "a"), "row 3: 1 fields; the first row names 2 columns"));
  // A comma without quotation marks may be that of a fraction, and then 4 is no name of a row.
  CHECK(contains(complaint("load\n4,0\n5,0\n"), "row 2: 2 fields; the first row names 1 columns"));
  CHECK(contains(complaint(",load\n3,1\n2,2\n"), "row 3: it has the name 2 behind one"));
  CHECK(contains(complaint("9.5\n4\n0\n7\n5\n"), "row 1, column 1: a load must be"));
  CHECK(contains(complaint("-1,-2\n4,0\n7,5\n"), "not \"-1\""));
  CHECK(contains(complaint("name\n"), "row 1, column 1: a load must be"));
  CHECK(read(",0,1\n0,1,2\n1,3,4\n", "torus:2x2") == std::vector<Load>{1, 3, 2, 4});
  CHECK(contains(complaint("rank,0,1\n0,1,2\n1,3,4\n"), "row 1, column 1: a load must be"));
  CHECK(contains(complaint("rank,load\n0,1\n1,3\n"), "has the columns rank, load;"));
}

TEST_CASE("Tables: a whole number may have a point and an exponent, and no fraction",
          "[sim][tables]") {
  for (const std::string text : {"300", "300.0", "300.", "3e2", "3E+02", "0.3e3", "30000e-2"}) {
    INFO(text);
    CHECK(read(text) == std::vector<Load>{300});
  }
  CHECK(read("0e99999\n") == std::vector<Load>{0});
  CHECK(read("281474976710656.000\n") == std::vector<Load>{Load{1} << 48});
  for (const std::string text :
       {"300.5", "3e-1", "3e", "e3", ".", ".5", "-3", "+3", "3.0.0", "1e20", "1e999999999999",
        "0x3", "inf", "nan", "NA", "3 %", "1_000"}) {
    INFO(text);
    CHECK(contains(complaint(text + ",1"), "row 1, column 1: a load must be"));
  }
  CHECK(contains(complaint("281474976710657.0\n"), "must be from 0 to 281474976710656"));
  for (const std::string text : {"1.000;2", "1,000;2", "12.000\t2"}) {
    INFO(text);
    CHECK(contains(complaint(text), "may be a number of thousands"));
  }
  CHECK(read("1.0;0,000\n") == std::vector<Load>{1, 0});
  CHECK(read("1.000,2.000\n") == std::vector<Load>{1, 2});
}

TEST_CASE("Tables: machines are read as loads are", "[sim][tables]") {
  const auto machines = [](const std::string& text) {
    std::istringstream in(text);
    return read_machines_csv(in, 2);
  };
  for (const std::string text : {
           "name,speed,memory\na,0.8,64MB\nb,2,\n",
           "\xEF\xBB\xBFname;speed;memory\r\na;0,8;64MB\r\nb;2;\r\n",
           "sep=;\r\nname;speed;memory;\r\n\"a\";0,8;64MB;\r\nb;2;;\r\n;;;\r\n",
           "name\tspeed\tmemory\na\t0.8\t64MB\nb\t2\t\n",
           ",name,speed,memory\n0,a,0.8,64MB\n1,b,2,\n",
           "\"\",\"name\",\"speed\",\"memory\"\n\"1\",\"a\",0.8,\"64MB\"\n\"2\",\"b\",2,none\n",
           "\"name\" \"speed\" \"memory\"\n\"1\" \"a\" 0.8 \"64MB\"\n\"2\" \"b\" 2 \"\"\n",
       }) {
    INFO(text);
    const auto table = machines(text);
    CHECK(table.names == std::vector<std::string>{"a", "b"});
    CHECK(table.speeds == std::vector<Rational>{{4, 5}, 2});
    CHECK(table.memories == std::vector<std::int64_t>{64'000'000, no_bound});
  }
  const auto said = [&](const std::string& text) { return refusal([&] { machines(text); }); };
  CHECK(contains(said("\xFF\xFEs"), "UTF-16"));
  CHECK(contains(said(",speed\n2,1\n1,2\n"), "row 3: it has the name 1 behind one"));
  CHECK(contains(said("speed;x\n1;2\n1;2\n"), "row 1: unknown column \"x\"; allowed: speed"));
}

TEST_CASE("Tables: a column or an array is named behind the file", "[sim][tables]") {
  const test::Scratch folder;
  folder.write("a,b.csv", "host,load\nx,4\ny,1\n");
  folder.write("c,column=d.csv", "2\n3\n");
  const auto ring = Fabric::parse("ring:2");
  const auto loads = [&](const std::string& rule) {
    return load_from(rule, ring, 1, folder.path()).loads;
  };
  CHECK(loads("csv:a,b.csv,column=load") == std::vector<Load>{4, 1});
  CHECK(contains(refusal([&] { loads("csv:a,b.csv,column="); }), "column= has no value"));
  CHECK(contains(refusal([&] { loads("csv:a,b.csv,colum=load"); }), "colum=load: No such file"));
  CHECK(contains(refusal([&] { loads("csv:,column=load"); }), "names no file"));
  CHECK(load_with_absolute_path("csv:a,b.csv,column=load", folder.path()) ==
        "csv:" + (folder / "a,b.csv").string() + ",column=load");
  // A configuration that is printed names them, too.
  const auto printed = test::run_program({"run", "--fabric", "ring:2", "--scheme", "lm-c5",
                                          "--load", "csv:a,b.csv,column=load", "--print-config"},
                                         folder.path());
  CHECK(printed.status == 0);
  CHECK(contains(printed.out, "a,b.csv,column=load"));
}

TEST_CASE("Tables: a damaged archive is refused", "[sim][tables]") {
  const test::Scratch folder;
  const auto whole = test::contents(files / "numpy_deflated.npz");
  const auto ring = Fabric::parse("ring:8");
  int refused = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    auto broken = whole;
    broken[at] = static_cast<char>(broken[at] ^ 0x41);
    folder.write("a.npz", broken);
    std::vector<Load> loads;
    const auto said =
        refusal([&] { loads = load_from("npz:a.npz,name=loads", ring, 1, folder.path()).loads; });
    // Damage in what nobody reads changes nothing; all else is seen.
    if (said.empty()) CHECK(loads == std::vector<Load>{4, 0, 3, 9, 1, 12, 7, 2});
    refused += said.empty() ? 0 : 1;
  }
  CHECK(refused > 100);
  folder.write("half.npz", whole.substr(0, whole.size() / 2));
  const auto said = refusal([&] { load_from("npz:half.npz", ring, 1, folder.path()); });
  CHECK(contains(said, "half.npz: is not an NPZ archive"));
  const auto small = refusal(
      [&] { load_from("npz:numpy_deflated.npz,name=loads", Fabric::parse("ring:4"), 1, files); });
  CHECK(contains(small, "array loads: an array of shape (8,) is 8 loads for a fabric of 4 PEs"));
}
