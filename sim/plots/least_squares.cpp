// SPDX-License-Identifier: Apache-2.0
#include "sim/plots/least_squares.h"

#include <fmt/format.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>

#include <memory>

#include "models/errors.h"

namespace isobar {
namespace {

/// Errors of GSL are returned to the caller and do not end the program while this exists.
class ReturnedErrors {
 public:
  ReturnedErrors() : before_(gsl_set_error_handler_off()) {}
  ~ReturnedErrors() { gsl_set_error_handler(before_); }
  ReturnedErrors(const ReturnedErrors&) = delete;
  ReturnedErrors& operator=(const ReturnedErrors&) = delete;

 private:
  gsl_error_handler_t* before_;
};

}  // namespace

LeastSquares least_squares(const std::vector<std::vector<double>>& columns,
                           const std::vector<double>& values) {
  const std::size_t n = values.size();
  const std::size_t terms = columns.size();
  std::vector<double> rows;
  rows.reserve(n * terms);
  for (std::size_t i = 0; i < n; ++i) {
    for (const auto& column : columns) rows.push_back(column[i]);
  }
  LeastSquares found;
  found.coefficients.resize(terms);
  const std::vector<double> weights(n, 1.0);
  std::vector<double> covariance(terms * terms);
  const auto x = gsl_matrix_const_view_array(rows.data(), n, terms);
  const auto w = gsl_vector_const_view_array(weights.data(), n);
  const auto y = gsl_vector_const_view_array(values.data(), n);
  auto c = gsl_vector_view_array(found.coefficients.data(), terms);
  auto cov = gsl_matrix_view_array(covariance.data(), terms, terms);
  const ReturnedErrors errors;
  const std::unique_ptr<gsl_multifit_linear_workspace, decltype(&gsl_multifit_linear_free)> work(
      gsl_multifit_linear_alloc(n, terms), &gsl_multifit_linear_free);
  if (!work) throw std::bad_alloc();
  const int status = gsl_multifit_wlinear(&x.matrix, &w.vector, &y.vector, &c.vector, &cov.matrix,
                                          &found.residual, work.get());
  if (status != GSL_SUCCESS) {
    throw ValueError(fmt::format("least squares fail: {}", gsl_strerror(status)));
  }
  for (std::size_t k = 0; k < terms; ++k) found.variances.push_back(covariance[k * terms + k]);
  return found;
}

}  // namespace isobar
