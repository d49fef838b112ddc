#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# check_manual.sh PREFIX: every command and option that the installed program's help names is in the
# manual page and in the completions; those for bash are tried.
set -euo pipefail
prefix=$1
page=$prefix/share/man/man1/isobar.1
bash_file=$prefix/share/bash-completion/completions/isobar
zsh_file=$prefix/share/zsh/site-functions/_isobar
fish_file=$prefix/share/fish/vendor_completions.d/isobar.fish

failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }
named() { grep -qF -- "$2" "$1" || fail "${1#"$prefix"/} does not have: $2"; }

# The options are read here in another way than cmake/manual.sh does: lines that begin with one.
options=0
look_at() {
  local help option command
  help=$("$prefix/bin/isobar" "${@:2}" --help)
  named "$page" ".SH \"$*\""
  while read -r option; do
    options=$((options + 1))
    named "$page" "${option//-/\\-}"
    named "$bash_file" " $option"
    named "$zsh_file" "${option}["
    named "$fish_file" "__isobar_at \"$*\""
    named "$fish_file" " -l ${option#--} "
  done < <(sed -n 's/^  \(-.,\)\{0,1\}\(--[a-z0-9-]*\).*/\2/p' <<<"$help")
  while read -r command; do
    look_at "$@" "$command"
  done < <(sed '1,/^Subcommands:/d; /^$/,$d; s/^  \([a-z]*\) .*/\1/' <<<"$help")
}
sed -i 's/^\.SH NAME/.SH "isobar"/' "$page"  # so that the program has a section as its commands do
look_at isobar
((options > 100)) || fail "only $options options were found"

# offered WORD ...: what is offered for the last word.
offered() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  COMPREPLY=()
  _isobar
  echo "${COMPREPLY[*]}"
}
offers() {
  local expected=$1 got
  shift
  got=$(offered "$@")
  [[ $got == "$expected" ]] || fail "bash offers '$got' for '$*', not '$expected'"
}
# shellcheck source=/dev/null
source "$bash_file"
offers "run report reproduce" isobar r
offers "report" isobar explore rep
offers "--link-latency" isobar run --link-lat
offers "lm-c0 lm-c1 lm-c2 lm-c3 lm-c4 lm-c5" isobar run --scheme lm-c
offers "lm-c5" isobar run --scheme = lm-c5
offers "uts" isobar cosim --app = u
offers "" isobar run --json r
offers "markdown schema" isobar list --as =
offers "schemes statistics" isobar list s

((failures == 0)) || { echo "$failures failures"; exit 1; }
echo "$options options, in the manual page and completions"
