#!/bin/sh
# Small runs of `nearfar reproduce` by GNU parallel, or by a Slurm cluster of this one machine that the script
# starts and ends: one run is killed in the middle, all are started again, and what comes must be, byte for byte,
# what one process makes after another. On demand, not among the tests of every change:
#
#   cargo build --release -p nearfar-cli
#   crates/nearfar-cli/tests/machines/run.sh parallel DATA [target/release/nearfar]
#   crates/nearfar-cli/tests/machines/run.sh slurm DATA [target/release/nearfar]
#
# Debian: apt-get install parallel; apt-get install slurm-wlm munge (for slurm, as root).
set -eu
starter=${1:?parallel or slurm}
data=$(realpath "${2:?the folder of the data sets}")
nearfar=$(realpath "${3:-target/release/nearfar}")
sources=$(realpath "$(dirname "$0")/../../../..")
work=$(mktemp -d)
pids=
end() {
  for pid in $pids; do kill "$pid" 2>/dev/null || true; done
  wait
  rm -rf "$work"
}
trap end EXIT
trap 'exit 1' INT TERM
NEARFAR_VECTORS=$sources/public/vectors
export NEARFAR_VECTORS
which="fig-5 --seeds 1 --epochs 2"
cd "$work"

# Ends the first run that has a state, without a chance to save. $1: what to do with its process.
kill_one() {
  tries=0
  while :; do
    for state in runs/*.resume.safetensors; do
      id=$(basename "$state" .resume.safetensors)
      pid=$(pgrep -f "^$nearfar reproduce run $id --dir $work/runs " | head -n 1 || true)
      if [ -e "$state" ] && [ -n "$pid" ] && kill -KILL "$pid" 2>/dev/null; then
        echo "killed $id in the middle"
        return
      fi
    done
    tries=$((tries + 1))
    [ $tries -lt 6000 ] || { echo "no run was begun" >&2; exit 1; }
    sleep 0.1
  done
}

collect() {
  "$nearfar" reproduce collect runs --tables fig-5 --seeds 1 --epochs 2 --out many.md "$@"
}

# shellcheck disable=SC2086
"$nearfar" reproduce plan $which --dir runs --data-dir "$data" --as "$starter" > start.txt
case $starter in
  parallel)
    sed 's/^parallel /parallel --will-cite --jobs 2 /' start.txt > start.sh
    sh start.sh 2> first.log & first=$!
    kill_one
    wait $first && { echo "a killed job went unnoticed" >&2; exit 1; }
    collect
    sh start.sh 2> second.log || { cat second.log >&2; exit 1; }
    grep -q "going on after step" second.log
    ;;
  slurm)
    host=$(hostname -s)
    mkdir state spool
    (umask 077; head -c 1024 /dev/urandom > munge.key)
    munged --foreground --force --key-file="$work/munge.key" --socket="$work/munge.socket" \
      --pid-file="$work/munge.pid" --log-file="$work/munge.log" --seed-file="$work/munge.seed" &
    pids="$pids $!"
    cat > slurm.conf <<CONF
ClusterName=nearfar
SlurmctldHost=$host
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
SlurmctldPort=16817
SlurmdPort=16818
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
NodeName=$host CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
    SLURM_CONF=$work/slurm.conf
    export SLURM_CONF
    sleep 1
    slurmctld -D & pids="$pids $!"
    slurmd -D & pids="$pids $!"
    # Hands the array in and waits until none of its tasks is left.
    array() {
      tries=0
      until job=$(sh start.txt 2>> sbatch.log); do
        tries=$((tries + 1))
        [ $tries -lt 30 ] || { cat sbatch.log slurmctld.log >&2; exit 1; }
        sleep 1
      done
      echo "$job"
      job=${job##* }
    }
    finished() {
      while [ -n "$(squeue --noheader --jobs "$job" 2>/dev/null)" ]; do sleep 1; done
    }
    array
    kill_one
    finished
    collect
    array
    finished
    grep -q "going on after step" runs/slurm-*.log
    ;;
  *) echo "parallel or slurm, not $starter" >&2; exit 2 ;;
esac
collect --results many.jsonl | tee collected.txt
grep -q "4 of 4 runs" collected.txt
# shellcheck disable=SC2086
"$nearfar" reproduce $which --data-dir "$data" --out one.md --results one.jsonl 2> serial.log
cmp one.md many.md
cmp one.jsonl many.jsonl
cat runs/*.lock runs/*.resume.safetensors 2>/dev/null && { echo "something is left" >&2; exit 1; }
echo "$starter: the same bytes as one process"
