#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# launcher_test.sh ROOT WORK: tries the launcher of ROOT on a small project of its own in WORK,
# with stand-ins for the package tools; nothing is installed and nothing of ROOT is built.
set -euo pipefail
root=$1
work=$2

# The stand-ins come first in PATH. A package is there if it is not listed in $work/absent.
rm -rf "$work"
mkdir -p "$work"/{bin,clone/project/tests,elsewhere}
export PATH=$work/bin:$PATH work
export CMAKE_BUILD_PARALLEL_LEVEL=1 CTEST_PARALLEL_LEVEL=1
unset ISOBAR_SKIP_PACKAGES
cat >"$work/bin/dpkg-query" <<'END'
#!/bin/bash
for name; do
  [[ $name == -* ]] || grep -qsx "$name" "$work/absent" || echo "installed $name"
done
[[ ! -e $work/absent ]]
END
cat >"$work/bin/apt-get" <<'END'
#!/bin/bash
echo "apt-get $*" | tee -a "$work/apt-get.log"
[[ ! -e $work/apt-get-fails ]] || { echo "no such archive"; exit 100; }
[[ $1 == update ]] || rm "$work/absent"
END
cat >"$work/bin/id" <<'END'
#!/bin/bash
cat "$work/uid"
END
chmod +x "$work"/bin/*

# A program that says where it is and what it was given; $work/builds counts how often it is made.
clone=$work/clone
cp "$root/isobar" "$root/CMakePresets.json" "$clone"
cat >"$clone/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES NONE)
set(ISOBAR_TESTS ON CACHE STRING "")
set(ISOBAR_PROGRAMS "" CACHE STRING "")
add_custom_command(OUTPUT sim/isobar DEPENDS ${CMAKE_SOURCE_DIR}/program
  COMMAND ${CMAKE_SOURCE_DIR}/make_program ${CMAKE_SOURCE_DIR}/program sim/isobar)
add_custom_target(program ALL DEPENDS sim/isobar)
foreach(other explore graph report reproduce synth torture)
  add_custom_command(OUTPUT sim/isobar-${other} COMMAND ${CMAKE_COMMAND} -E touch sim/isobar-${other})
  add_custom_target(${other} DEPENDS sim/isobar-${other})
endforeach()
if(ISOBAR_TESTS)
  enable_testing()
  include(${CMAKE_SOURCE_DIR}/tests.cmake)
endif()
END
cat >"$clone/make_program" <<'END'
#!/bin/bash
echo "noise of a compiler"
echo built >>"$work/builds"
mkdir "$work/under_way" || exit  # two at a time
sleep 0.2
cp "$1" "$2"
rmdir "$work/under_way"
END
cat >"$clone/program" <<'END'
#!/bin/bash
echo "in $PWD:$(printf ' <%s>' "$@")"
[[ $* != *fail* ]]
END
chmod +x "$clone/program" "$clone/make_program"
touch "$clone/tests.cmake"
echo 0 >"$work/uid"

failures=0
# check WHAT COMMAND ...: the command must succeed.
check() {
  local what=$1
  shift
  if "$@"; then
    echo "ok      $what"
  else
    echo "FAILED  $what"
    echo "--- status $status, out:"
    cat "$work/out"
    echo "--- err:"
    cat "$work/err"
    failures=$((failures + 1))
  fi
}
# launch COMMAND ...: leaves $status, $work/out and $work/err.
launch() {
  status=0
  "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
}
out_is() { [[ $(<"$work/out") == "$1" ]]; }
ends_with() { [[ $(tail -n 1 "$work/out") == "$1" ]]; }
says() { grep -qF -- "$1" "$work/err"; }
made() { [[ $(wc -l <"$work/builds") == "$1" ]]; }
ended() { [[ $status == "$1" ]]; }

cd "$work/elsewhere"
ln -s "$clone/isobar" link

# Packages.
echo 1000 >"$work/uid"
printf '%s\n' libfmt-dev catch2 >"$work/absent"
launch "$clone/isobar" run
check "a user is told the command" says \
  "sudo apt-get update && sudo apt-get install -y --no-install-recommends libfmt-dev"
check "and only what a run needs" test -z "$(grep catch2 "$work/err")"
check "with status 2" ended 2
check "and an empty standard output" out_is ""
check "nothing is installed" test ! -e "$work/apt-get.log"
ISOBAR_SKIP_PACKAGES=1 launch "$clone/isobar" run
check "unless told not to look" ended 0
rm -rf "$clone/build" "$work/builds"

echo 0 >"$work/uid"
touch "$work/apt-get-fails"
launch "$clone/isobar" run
check "a failing installation is shown" says "no such archive"
check "with status 2 as well" ended 2
rm "$work/apt-get-fails"
launch "$clone/isobar" run
check "root gets them installed" grep -qx \
  "apt-get install -y --no-install-recommends libfmt-dev" "$work/apt-get.log"
check "without a word on standard output" out_is "in $work/elsewhere: <run>"

# The programs beside it, with the packages that they need.
beside() { (cd "$clone/build/release/sim" && [[ $(echo *) == "$1" ]]); }
check "a run builds isobar alone" beside isobar
echo libpagmo-dev >"$work/absent"
rm -f "$work/apt-get.log"
launch "$clone/isobar" run
check "a run does without a campaign's packages" test ! -e "$work/apt-get.log"
launch "$clone/isobar" explore plan.toml
check "a campaign gets them" grep -qx \
  "apt-get install -y --no-install-recommends libpagmo-dev" "$work/apt-get.log"
check "and its program" beside "isobar isobar-explore"
check "isobar runs it" out_is "in $work/elsewhere: <explore> <plan.toml>"
check "it is configured" grep -qx "ISOBAR_PROGRAMS:STRING=explore" \
  "$clone/build/release/CMakeCache.txt"
launch "$clone/isobar" view run.db
check "so is the next, beside it" grep -qx "ISOBAR_PROGRAMS:STRING=explore;report" \
  "$clone/build/release/CMakeCache.txt"
echo libigraph-dev >"$work/absent"
rm -f "$work/apt-get.log"
launch "$clone/isobar" run --fabric graph:own.graph
check "a graph of our own needs nothing" test ! -e "$work/apt-get.log"
echo 'fabric = "graph:net.GraphML"' >"$work/elsewhere/net.toml"
launch "$clone/isobar" run net.toml
check "one of another format gets its packages" grep -qx \
  "apt-get install -y --no-install-recommends libigraph-dev" "$work/apt-get.log"
check "and its program" beside "isobar isobar-explore isobar-graph isobar-report"
check "which is configured" grep -qx "ISOBAR_PROGRAMS:STRING=explore;graph;report" \
  "$clone/build/release/CMakeCache.txt"
launch "$clone/isobar" run --fabric graph:a.txt,format=metis
check "so is one that says its format" ended 0
launch "$clone/isobar" cosim --mutants
launch "$clone/isobar" reproduce
launch "$clone/isobar" torture
check "all of them" \
  beside "isobar isobar-explore isobar-graph isobar-report isobar-reproduce isobar-synth isobar-torture"

# The program: arguments, folder, exit status.
launch ./link run "a b" --json - ''
check "arguments and folder are the user's" out_is \
  "in $work/elsewhere: <run> <a b> <--json> <-> <>"
check "what is up to date is not built again" made 1
check "and nothing is said" test ! -s "$work/err"
launch ./link run fail
check "the exit status is the program's" ended 1
launch ./link
check "no arguments: the program's help" grep -qxF "in $work/elsewhere: <--help>" "$work/out"
check "and the launcher's commands" grep -qF "./isobar install" "$work/out"

# A terminal sees how much is left, and a line of its own no more when it is done.
touch "$clone/program"
launch script -qec "$clone/isobar run" /dev/null
check "a terminal shows progress" grep -qF "isobar: built 1 of 1, about 0 s left: " "$work/out"

# A Debian package: the path on standard output, nothing of an earlier one left.
cat >"$work/bin/cpack" <<'STAND_IN'
#!/bin/bash
echo "noise of cpack"
[[ ! -e $work/cpack-fails ]] || exit 1
folder=${*: -1}
[[ $* == "-G DEB --config $work/clone/build/release/CPackConfig.cmake -B $folder" ]] || exit 1
mkdir -p "$folder/_CPack_Packages"
touch "$folder/small_1_all.deb"
STAND_IN
chmod +x "$work/bin/cpack"
mkdir -p "$clone/build/package"
touch "$clone/build/package/small_0_all.deb"
echo dpkg-dev >"$work/absent"
launch ./link package
check "package: what it needs is installed" grep -qx \
  "apt-get install -y --no-install-recommends dpkg-dev" "$work/apt-get.log"
check "package: its path is all of standard output" out_is "$clone/build/package/small_1_all.deb"
check "package: nothing else is in the folder" test "$(ls "$clone/build/package")" = small_1_all.deb
launch ./link package --fast
check "package: takes no options" ended 2
touch "$work/cpack-fails"
launch ./link package
check "package: a failure is shown" says "noise of cpack"
check "package: and is one" ended 1
check "package: without a path" out_is ""
rm "$work/cpack-fails"

# Setup: the packages of everything but the long tests and lint, and no build.
printf '%s\n' libfmt-dev catch2 shellcheck libbenchmark-dev dpkg-dev z3 >"$work/absent"
launch ./link setup
check "setup: what is missing is installed" grep -qx \
  "apt-get install -y --no-install-recommends libfmt-dev catch2 shellcheck libbenchmark-dev dpkg-dev" \
  "$work/apt-get.log"
check "setup: nothing is built" made 2
rm -f "$work/absent"

# Building: two at a time, failure, a copied clone, changed presets.
touch "$clone/program"
for _ in 1 2 3; do "$clone/isobar" run >>"$work/several" 2>&1 & done
wait
check "three at once: one builds" made 3
check "three at once: all run" test "$(grep -c '<run>' "$work/several")" = 3
mkdir "$work/under_way"
touch "$clone/program"
launch "$clone/isobar" run
check "a failing build is shown" says "noise of a compiler"
check "with status 2" ended 2
check "and an empty standard output" out_is ""
rmdir "$work/under_way"
cp -a "$clone" "$work/copy"
sed -i 's/in .PWD/in the copy/' "$work/copy/program"
launch "$work/copy/isobar" run
check "a copied clone builds its own sources" out_is "in the copy: <run>"
sed -i 's/"Release"/"MinSizeRel"/' "$work/copy/CMakePresets.json"
launch "$work/copy/isobar" run
check "changed presets take effect" \
  grep -q 'CMAKE_BUILD_TYPE.*=MinSizeRel' "$work/copy/build/release/CMakeCache.txt"

# Tests: one build by default; with --all two, of which the second has what is labelled `sanitized` and
# the first the rest, with what is labelled `all`. The last line is the sum.
launch "$clone/isobar" test --no-style
check "no test: failure" ended 1
check "no test: said so" ends_with "0 passed, 1 failed"
cat >"$clone/tests.cmake" <<'END'
add_custom_target(isobar_model_tests)
add_test(NAME good COMMAND true)
set_tests_properties(good PROPERTIES LABELS sanitized)
add_test(NAME other COMMAND echo "	<testcase name='x' status=\"fail\"")
add_test(NAME skipped COMMAND sh -c "exit 77")
set_tests_properties(skipped PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME slow COMMAND true)
set_tests_properties(slow PROPERTIES LABELS all)
if(ISOBAR_TESTS STREQUAL "ALL")
  add_test(NAME proof COMMAND true)
  set_tests_properties(proof PROPERTIES LABELS "all;proofs")
endif()
END
launch "$clone/isobar" test --no-style
check "good tests: success" ended 0
check "good tests: one build, nothing long" ends_with "2 passed, 0 failed"
check "without sanitizers" test ! -e "$clone/build/debug"
launch "$clone/isobar" test --no-style -R good
check "options reach ctest" ends_with "1 passed, 0 failed"
launch "$clone/isobar" test --all --no-style
check "all: success" ended 0
check "all: 3 of the first build, 1 of the second" ends_with "4 passed, 0 failed"
launch "$clone/isobar" test --no-style
check "the default after all of them is what it was" ends_with "2 passed, 0 failed"
cat >>"$clone/tests.cmake" <<'END'
add_test(NAME absent COMMAND /nonexistent/program)
if(CMAKE_BUILD_TYPE STREQUAL Debug)
  add_test(NAME bad COMMAND sh -c "echo 'a < b'; exit 1")
  set_tests_properties(bad PROPERTIES LABELS sanitized)
endif()
END
launch "$clone/isobar" test --all --no-style
check "bad tests: failure" ended 1
check "bad tests: counted" ends_with "4 passed, 2 failed"
absent="--- failed: absent
Unable to find executable: /nonexistent/program"
check "bad tests: told again at the end" test "$(tail -n 7 "$work/out" | head -n 4)" = \
  "$absent
--- failed: bad
a < b"
launch ./link run
check "a run still works" out_is "in $work/elsewhere: <run>"

echo
((failures == 0)) || { echo "$failures checks failed"; exit 1; }
