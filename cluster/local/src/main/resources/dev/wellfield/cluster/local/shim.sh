#!/bin/sh
# Runs one workload and records what becomes of it, whatever becomes of the server.
# Usage: shim.sh DIRECTORY, as the leader of a session of its own. The directory is private to the server:
#   settings   variables for this script            cgroups    one control group a line, to be joined by the command
#   launch     the script that becomes the command  stop       written by the server: microseconds of the last grace
# and the shim writes, each by rename: claim (itself), started (the command), heartbeat (every 5 s), exit (the end), and
# log.OFFSET, both outputs as they come, where OFFSET is the position of the file's first byte in the whole log.
# Instants are whole microseconds since the epoch.
set -u
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
umask 077
# A shutdown of the machine sends SIGTERM to everybody; the shim stays to record how the command took it.
trap '' HUP INT QUIT TERM

now() {
    now=$(date +%s%N)
    now=${now%???}
}

put() {
    printf '%s\n' "$2" >"$1.tmp" && mv -f "$1.tmp" "$1"
}

# The second field of /proc/PID/stat is a name in brackets that may hold blanks, brackets and newlines.
stat_of() {
    fields=
    while IFS= read -r line; do fields="$fields $line"; done <"/proc/$1/stat" || return 1
    set -- ${fields##*) }
    [ $# -ge 20 ] || return 1
    state=$1 parent=$2 session=$4 ticks=${20}
}

# Sets $pids to what is left of the workload. A control group cannot be left; without one, session and environment tell.
members() {
    pids=
    grouped=
    while read -r group; do
        grouped=yes
        # 0 stands for a process that this namespace cannot name.
        while read -r pid; do [ "$pid" -le 1 ] || pids="$pids $pid"; done <"$group/cgroup.procs"
    done <cgroups
    [ -z "$grouped" ] || return 0
    main=$(sed -n 's/^pid=//p' started)
    for process in /proc/[0-9]*; do
        stat_of "${process#/proc/}" || continue
        [ "$session" != "$main" ] || [ "$state" = Z ] || pids="$pids ${process#/proc/}"
    done
    for process in $(grep -lszxF "WELLFIELD_ALLOCATION=$ALLOCATION" /proc/[0-9]*/environ); do
        process=${process#/proc/}
        pids="$pids ${process%/environ}"
    done
}

freezer() {
    while read -r group; do
        [ ! -e "$group/freezer.state" ] || echo "$1" >"$group/freezer.state"
    done <cgroups
}

kill_rest() {
    tries=0
    while members && [ -n "$pids" ] && [ $tries -lt 100 ]; do
        while read -r group; do
            [ ! -e "$group/cgroup.kill" ] || echo 1 >"$group/cgroup.kill"
        done <cgroups
        freezer FROZEN
        members
        [ -z "$pids" ] || kill -9 $pids
        freezer THAWED
        sleep 0.1
        tries=$((tries + 1))
    done
}

# True while a stop has been asked for and its grace runs.
in_grace() {
    [ -e stop ] || return 1
    deadline=0
    read -r deadline <stop
    now
    [ "$now" -lt "${deadline:-0}" ]
}

beat() {
    read -r self rest </proc/self/stat
    while :; do
        now
        put heartbeat "instant=$now"
        sleep 5
        stat_of "$self"
        [ "$parent" = $$ ] || exit
        # The server ends what it stops; if it died meanwhile, the shim does.
        [ ! -e stop ] || in_grace || kill_rest
    done
}

drop_oldest() {
    set -- "$1".[0-9]*
    while [ $# -ge "$LOG_FILES" ]; do
        rm -f "$1"
        shift
    done
}

# Copies its input to files, each read at once written. When the disk is full the output is dropped, not the command held up.
log() {
    offset=0 size=0 gap=
    file=$1.0000000000000000
    while :; do
        if [ $(((LOG_BYTES - size) / 4096)) -lt 1 ]; then
            offset=$((offset + size)) size=0
            file=$1.$(printf %016d "$offset")
            drop_oldest "$1"
        fi
        if [ -n "$gap" ] && printf '\n[wellfield] output was lost here: the disk was full\n' >>"$file"; then gap=; fi
        before=$(stat -c %s "$file") || before=$size
        dd bs=4096 count=$(((LOG_BYTES - size) / 4096)) >>"$file"
        failed=$?
        size=$(stat -c %s "$file") || size=$before
        if [ $failed -ne 0 ]; then
            gap=yes
            timeout -s KILL 1 cat >/dev/null && return
        elif [ "$size" -eq "$before" ]; then
            return
        fi
    done
}

not_run() {
    echo "[wellfield] the command was not run: $1" >&2
    exit 125
}

# Becomes the command. It is recorded before it runs, so that nothing runs unknown.
run() {
    trap - HUP INT QUIT TERM
    exec </dev/null >output.pipe 2>&1
    rm -f output.pipe
    read -r self rest </proc/self/stat
    # Should the whole machine run out of memory, a workload goes before its shim and the server.
    echo 500 >/proc/self/oom_score_adj
    while read -r group; do
        echo 0 >"$group/cgroup.procs" || not_run "it could not join the control group $group"
    done <cgroups
    stat_of "$self"
    now
    started="pid=$self
ticks=$ticks
boot=$boot
instant=$now"
    until put started "$started"; do
        [ ! -e stop ] || kill -TERM "$self"
        sleep 1
    done
    [ ! -e stop ] || kill -TERM "$self"
    exec setsid $BECOME -s <launch
}

measure() {
    oom=0 cpu= peak=
    while read -r group; do
        for file in memory.events memory.oom_control; do
            while read -r name value; do [ "$name" != oom_kill ] || oom=$value; done <"$group/$file"
        done
        while read -r name value; do [ "$name" != usage_usec ] || cpu=$value; done <"$group/cpu.stat"
        read -r value <"$group/cpuacct.usage" && cpu=$((value / 1000))
        for file in memory.peak memory.max_usage_in_bytes; do
            read -r value <"$group/$file" && peak=$value
        done
        tries=0
        until rmdir "$group" || [ $tries -ge 20 ]; do
            sleep 0.1
            tries=$((tries + 1))
        done
    done <cgroups
}

main() {
    cd "$1" || exit 1
    . ./settings
    [ -z "$SHIM_CGROUP" ] || echo 0 >"$SHIM_CGROUP/cgroup.procs"

    # A hard link is made once: of two shims for one directory the second leaves.
    read -r boot </proc/sys/kernel/random/boot_id
    stat_of $$
    now
    put "claim.$$" "pid=$$
ticks=$ticks
boot=$boot
instant=$now" || exit 1
    ln "claim.$$" claim 2>/dev/null || {
        rm -f "claim.$$"
        exit 0
    }
    rm -f "claim.$$"
    exec >/dev/null 2>&1
    sync claim .

    # Room for the record of the end, taken now: the disk may be full by then.
    printf '%512s\n' '' >exit.new
    until mkfifo output.pipe; do
        rm -f output.pipe
        sleep 1
    done
    # The tenant owns its pipe, or it could not open /dev/stdout.
    [ -z "$TENANT_UID" ] || chown "$TENANT_UID:$TENANT_UID" output.pipe
    log log <output.pipe &
    log=$!
    beat &
    beat=$!

    # A shell hides whether 137 is an exit code or a signal, but dash names the signal on stderr: see if this shell does.
    tells=$(exec 2>&1; (exec sh -c 'kill -9 $$' >/dev/null 2>&1); :)
    verdict=$(exec 2>&1; (run); echo "code=$?")
    now
    ended=$now
    case $verdict in
        *code=*) code=${verdict##*code=} ;;
        *) code= ;;
    esac
    while in_grace && members && [ -n "$pids" ]; do sleep 0.1; done
    kill_rest
    # Whoever waited for the command was killed, so its end is unknown; better no record than a wrong one.
    [ -n "$code" ] || kill -9 0

    signal=0
    if [ "$code" -gt 128 ] && [ "$code" -lt 193 ]; then
        case $verdict in
            code=130 | code=141) signal=$((code - 128)) ;;
            code=*) [ -n "$tells" ] || signal=$((code - 128)) ;;
            *) signal=$((code - 128)) ;;
        esac
    fi
    (
        sleep 5
        kill -9 $log
    ) &
    guard=$!
    wait $log
    kill -9 $guard
    measure
    record="code=$code
signal=$signal
instant=$ended
oomKills=$oom
cpuMicros=$cpu
memoryPeakBytes=$peak"
    until { printf '%s\n' "$record" 1<>exit.new || printf '%s\n' "$record" >exit.new; } && mv -f exit.new exit; do
        sleep 1
    done
    sync exit .
    kill -9 0
}

main "$@"
exit
