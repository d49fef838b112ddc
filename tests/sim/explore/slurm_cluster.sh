#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# slurm_cluster.sh COMMAND ...: a real Slurm of two nodes with one processor each, on loopback and
# of its own: nothing of the system's is read, changed or left behind. COMMAND finds it by
# SLURM_CONF; its exit status is returned. 77 where there can be none: not root, or no packages.
set -euo pipefail

skip() { echo "skipped: $*"; exit 77; }
[[ $(id -u) -eq 0 ]] || skip "a Slurm of one's own is started by root"
PATH=$PATH:/usr/sbin:/sbin
for tool in munged slurmctld slurmd sbatch; do
  command -v "$tool" >/dev/null || skip "no $tool: apt-get install --no-install-recommends slurm-wlm"
done

daemons=()

# end_jobs STATE: processes of jobs are no children of ours; what they share is the environment.
end_jobs() {
  unset SLURM_CONF
  { grep -lzsxF "SLURM_CONF=$1/slurm.conf" /proc/[0-9]*/environ || true; } | cut -d / -f 3 |
    xargs -r kill -KILL 2>/dev/null || true
}

# What one that was killed could not clean up.
for old in /tmp/isobar-slurm-*; do
  if [[ -e $old/owner ]] && ! kill -0 "$(<"$old/owner")" 2>/dev/null; then
    end_jobs "$old"
    rm -rf "$old"
  fi
done

state=$(mktemp -d /tmp/isobar-slurm-XXXXXX)  # a socket's name must be short
chmod 755 "$state"
echo "$$" >"$state/owner"

stop_daemons() {
  local pid
  for pid in "${daemons[@]}"; do kill "$pid" 2>/dev/null || true; done
  for pid in "${daemons[@]}"; do wait "$pid" 2>/dev/null || true; done
  daemons=()
  end_jobs "$state"
}

stop() {
  trap '' INT TERM
  stop_daemons
  rm -rf "$state"
}
trap stop EXIT
trap 'exit 1' INT TERM

# daemon NAME COMMAND ...: in the foreground of a process that ends with this script, even killed.
daemon() {
  local log=$state/$1.out
  shift
  setpriv --pdeathsig KILL "$@" >"$log" 2>&1 </dev/null &
  daemons+=("$!")
}

free_port() {
  local port
  while port=$((20000 + RANDOM % 10000)); do
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
  done
}

start() {
  local node
  mkdir -p "$state"/{munge,control,a,b}
  dd if=/dev/urandom of="$state/munge/key" bs=1024 count=1 status=none
  chmod 600 "$state/munge/key"
  # A task is requeued when its credential has expired.
  cat >"$state/slurm.conf" <<END
ClusterName=isobar
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$state/munge/socket,cred_expire=10
StateSaveLocation=$state/control
SlurmctldPidFile=$state/control.pid
SlurmdPidFile=$state/%n.pid
SlurmdSpoolDir=$state/%n
SlurmdLogFile=$state/%n.log
SlurmctldLogFile=$state/control.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
KillWait=2
MinJobAge=300
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1,sched_min_interval=100000
NodeName=a NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=$(free_port) CPUs=1
NodeName=b NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=$(free_port) CPUs=1
PartitionName=all Nodes=a,b Default=YES MaxTime=INFINITE State=UP
END
  # Nothing here uses control groups. Where a container has none, only this version's plugin can be
  # loaded.
  echo 'CgroupPlugin=cgroup/v1' >"$state/cgroup.conf"
  export SLURM_CONF=$state/slurm.conf
  daemon munged munged --foreground --force --socket="$state/munge/socket" \
    --key-file="$state/munge/key" --pid-file="$state/munge/pid" \
    --log-file="$state/munge/log" --seed-file="$state/munge/seed"
  for _ in {1..100}; do [[ -S $state/munge/socket ]] && break; sleep 0.05; done
  daemon slurmctld slurmctld -D -c
  for node in a b; do daemon "slurmd-$node" slurmd -D -N "$node"; done
  for _ in {1..100}; do
    [[ $(sinfo -h -N -t idle -o %N 2>/dev/null | sort | tr '\n' ' ') == "a b " ]] && return
    sleep 0.1
  done
  return 1
}

# Another program may take a port between its choice and its use.
for attempt in 1 2 3; do
  if start; then break; fi
  if ((attempt == 3)); then
    echo "no Slurm could be started:"
    tail -n 20 "$state"/*.out "$state"/*.log
    exit 1
  fi
  stop_daemons
  rm -rf "${state:?}"/{munge,control,a,b,*.log}
done
"$@"
