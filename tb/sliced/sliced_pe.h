// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/pe_beside_rtl.h"
#include "tb/sliced/sliced_fabric.h"

namespace isobar {

/// The place of a PE in the model's fabric where all PEs are gates (SlicedFabric).
class SlicedPe final : public PeBesideRtl {
 public:
  SlicedPe(const sc_core::sc_module_name& name, const PeSite& site, const RtlParameters& parameters,
           SlicedFabric& fabric, const RandomExecutor& traffic)
      : PeBesideRtl(name, site, parameters, traffic), fabric_(fabric) {
    fabric.add(site.node, *this);
  }

 private:
  void model_sends(unsigned port, const Passage& passage) override {
    fabric_.expect(node(), rtl_port(port), passage);
  }
  void streams_are_used() override { fabric_.touch(node()); }

  SlicedFabric& fabric_;
};

}  // namespace isobar
