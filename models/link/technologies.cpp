// SPDX-License-Identifier: Apache-2.0
#include "models/link/technologies.h"

#include "models/link/units.h"

namespace isobar {
namespace {

const LinkSource noc_wire = {
    "40.4fJ/bit/mm Low-Swing On-Chip Signaling with Self-Resetting Logic Repeaters Embedded within "
    "a Mesh NoC in 45nm SOI CMOS (DATE 2013)",
    "http://hdl.handle.net/1721.1/93237"};
const LinkSource noc_chip = {
    "Approaching the Theoretical Limits of a Mesh NoC with a 16-Node Chip Prototype in 45nm SOI "
    "(DAC 2012)",
    "http://people.csail.mit.edu/tushar/papers/abstracts/noc4x4_dac2012_abstract.html"};
const LinkSource ucie_figures = {
    "Converge Digest on Intel's talk about UCIe at Hot Interconnects 2025",
    "https://dev.convergedigest.com/?p=104749"};
const LinkSource ucie_lengths = {"Overview of the UCIe 1.0 specification: rates, lengths, latency",
                                 "https://blog.csdn.net/qq_39815222/article/details/130638887"};
const LinkSource board_io = {
    "A 1.4-pJ/b, power-scalable 16x12-Gb/s source-synchronous I/O with DFE receiver in 32nm SOI "
    "CMOS technology (IBM)",
    "https://research.ibm.com/publications/"
    "a-14-pjb-power-scalable-1612-gbs-source-synchronous-io-with-dfe-receiver-in-32nm-soi-cmos-"
    "technology"};
const LinkSource transceiver_latency = {
    "Transceiver Data Path Latency (Microchip PolarFire)",
    "https://onlinedocs.microchip.com/oxy/GUID-AE985A83-E181-4941-B39D-055A6746BB07-en-US-11/"
    "GUID-177DAC0E-ACD9-4295-9CAF-3F35BF33ECA7.html"};
const LinkSource backplane_io = {
    "A 28-Gb/s 4-Tap FFE/15-Tap DFE Serial Link Transceiver in 32-nm SOI CMOS Technology (IBM)",
    "https://research.ibm.com/publications/"
    "a-28-gbs-4-tap-ffe15-tap-dfe-serial-link-transceiver-in-32-nm-soi-cmos-technology"};
const LinkSource backplane_latency = {
    "Delay Through the GTYE4 Transceiver (AMD PG056)",
    "https://docs.amd.com/r/en-US/pg056-cpri/Delay-Through-the-GTYE4-Transceiver"};
const LinkSource plesiochronous = {"Energy Proportional Datacenter Networks (ISCA 2010)",
                                   "https://doi.org/10.1145/1815961.1816004"};
const LinkSource hhc_paper = {
    "New Load Balancing Algorithms for the HHC Interconnection Network (Al-Nsour, Asmaran, Fasha, "
    "2014), after Kibar, Marchand, Esener (IEEE Transactions on VLSI Systems 6(3), 1998)",
    "docs/schemes/hhc-b.md"};
const LinkSource lvds_driver = {
    "SN65LVDS391 quadruple LVDS line driver, data sheet SLLS362D (TI): 20 mA at 3.3 V, loaded",
    "https://www.ti.com/product/SN65LVDS391"};
const LinkSource lvds_receiver = {
    "DS90LV048A quadruple LVDS receiver, data sheet (National, TI): 40 mW static at 3.3 V",
    "https://www.ti.com/product/DS90LV048A"};
const LinkSource optical_module = {
    "2.5 Gb/s CWDM SFP transceiver CT2, data sheet (JDSU): 275 mA at 3.3 V, typical",
    "https://pdf.ic37.com/JDSU/CT2-M_datasheet_8049059/CT2-M_6.html"};
const LinkSource always_on = {
    "Energy-Proportional Data Center Network Architecture Through OS, Switch and Laser Co-design "
    "(2021)",
    "https://arxiv.org/abs/2112.02083"};
const LinkSource optical_io = {
    "Optical I/O of Ayar Labs: less than 5 pJ/b, 5 ns a chiplet and the time of flight",
    "https://ayarlabs.com/artificial-intelligence/"};

std::vector<LinkTechnology> all() {
  return {
      {"on-chip",
       "a wire between routers of a network on a chip, 45 nm",
       "1 mm",
       "4.1Gb/s",
       "1ns",
       "40.4fJ/b",
       "0W",
       {noc_wire, noc_chip},
       "The latency is the whole cycle of that chip's router and link. Repeaters answer to pulses "
       "and are taken to need nothing while there are none: their leakage is not published."},
      {"interposer",
       "a lane of UCIe between dies over a silicon interposer or bridge (2.5D)",
       "2 mm",
       "4Gb/s",
       "2ns",
       "212.5fJ/b",
       "0.15mW",
       {ucie_figures, ucie_lengths},
       "4 GT/s is the slowest rate that the figure of 0.25 pJ/b is stated for. An idle link takes "
       "15 % of a busy one's power, as 85 % and more can be saved; entering and leaving that state "
       "costs nothing here."},
      {"package",
       "a lane of UCIe between dies on an organic package (2D)",
       "25 mm",
       "4Gb/s",
       "2.2ns",
       "425fJ/b",
       "0.3mW",
       {ucie_figures, ucie_lengths},
       "As for the interposer, from 0.5 pJ/b; 0.2 ns are the line's time of flight at 6.7 ns a "
       "metre."},
      {"electrical-250M",
       "the papers' electrical link of 250 Mb/s, the default",
       "a board",
       "250Mb/s",
       "1",
       "5pJ/b",
       "0W",
       {hhc_paper},
       "The papers give the bandwidth alone. The energy of a bit is an order of magnitude; that an "
       "idle link takes nothing is an ideal, which lvds-250M is not."},
      {"lvds-250M",
       "the same link in parts that can be bought: LVDS",
       "a board",
       "250Mb/s",
       "1",
       "5pJ/b",
       "26.5mW",
       {lvds_driver, lvds_receiver},
       "Latency and energy of a bit are those of electrical-250M. The static power is that of a "
       "quarter of each device: LVDS drives its current used or not."},
      {"board",
       "a lane of serial I/O over a printed circuit board, 32 nm",
       "50 cm",
       "12Gb/s",
       "15.1ns",
       "0pJ/b",
       "22.8mW",
       {board_io, transceiver_latency, plesiochronous},
       "The 1.9 pJ/b are stated at full rate; idle lanes send idle symbols to stay in lock, so all "
       "is static. The latency is that of another transceiver with 8 bits in parallel, 140.5 bit "
       "times, and 3.4 ns of flight at 6.7 ns a metre."},
      {"backplane",
       "a lane of long-reach serial I/O over a backplane with 35 dB of loss, 32 nm",
       "1 m",
       "28Gb/s",
       "17.7ns",
       "0pJ/b",
       "693mW",
       {backplane_io, backplane_latency, plesiochronous},
       "All is static, as for the board. The latency is that of another transceiver with 32 bits "
       "in parallel (64b/66b), 307.5 bit times, and 6.7 ns of flight; forward error correction "
       "would add to it."},
      {"optical-2500M",
       "an optical module of 2.5 Gb/s, as for the optical links of HHC and OTIS",
       "2 m",
       "2.5Gb/s",
       "10ns",
       "0pJ/b",
       "907.5mW",
       {optical_module, always_on},
       "The module is made for 40 km; a laser for some metres takes less. Lasers are always on, so "
       "all is static. The latency is the time of flight in fibre at 4.9 ns a metre, rounded up; a "
       "module has no pipeline."},
      {"optical",
       "a wavelength of optical I/O beside the die, in one package (co-packaged)",
       "2 m",
       "16Gb/s",
       "20ns",
       "0pJ/b",
       "80mW",
       {optical_io, always_on},
       "The rate of a wavelength is our choice; 5 pJ/b at that rate are the power. The maker says "
       "less than 5, not whether the laser's supply is in it. Lasers are always on, so all is "
       "static. Two chiplets of 5 ns and 9.8 ns of flight are the latency."},
  };
}

}  // namespace

const std::vector<LinkTechnology>& link_technologies() {
  static const std::vector<LinkTechnology> technologies = all();
  return technologies;
}

double full_rate_energy_pj(const LinkTechnology& technology) {
  const auto number = [](const Rational& r) { return boost::rational_cast<double>(r); };
  return number(parse_bit_energy(technology.energy)) +
         number(parse_power(technology.static_power)) * pj_per_mj /
             number(parse_bandwidth(technology.bandwidth));
}

}  // namespace isobar
