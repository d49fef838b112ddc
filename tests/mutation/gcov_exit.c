// SPDX-License-Identifier: Apache-2.0
// Forked processes end by _exit; linked with --wrap=_exit, they count, too.
void __gcov_dump(void);
void __real__exit(int status) __attribute__((noreturn));
void __wrap__exit(int status) __attribute__((noreturn));
void __wrap__exit(int status) {
  __gcov_dump();
  __real__exit(status);
}
