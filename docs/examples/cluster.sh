#!/usr/bin/env bash
# Several servers on this machine, as docker-compose.yml runs them: nodes on one Postgres database, NATS between them, and
# nginx in front. For tests, and to try what happens when a node dies.
#
#   cluster.sh --database-url postgres://postgres@127.0.0.1/NAME [--server PROGRAM] [--nodes COUNT] [-- COMMAND …]
#
# It needs `nats-server`, `nginx` and `curl`. It waits until all programs are ready and prints their addresses. With a
# command it runs this, stops everything, and ends with the command's status; without one it runs until Ctrl-C. The
# nodes take other settings from the environment (IKIBUGUZO_…). The command finds in its environment:
#
#   IKIBUGUZO_SERVER          the address of the proxy, which the program `ikibuguzo` reads too
#   IKIBUGUZO_CLUSTER_NODES   PID=URL of each node, separated by blanks
#   IKIBUGUZO_CLUSTER_FOLDER  the folder with the logs; it is deleted at the end
set -uo pipefail

server=ikibuguzo-server
database=${IKIBUGUZO_DATABASE_URL:-}
count=3
template=$(dirname "$0")/cluster-nginx.conf
# How long each program may take to be ready, in tenths of a second: a migration takes a while.
patience=600

fail() {
    echo "cluster.sh: $1" >&2
    exit 1
}

while (($#)); do
    case $1 in
        --server) server=${2:?} && shift 2 ;;
        --database-url) database=${2:?} && shift 2 ;;
        --nodes) count=${2:?} && shift 2 ;;
        --) shift && break ;;
        *) fail "unknown option $1" ;;
    esac
done
[[ $database == postgres* ]] || fail 'several servers need a Postgres database: --database-url postgres://…'
for program in "$server" nats-server nginx curl; do
    command -v "$program" >/dev/null || fail "there is no program $program"
done

folder=$(mktemp -d)
pids=()

# Stops a program, and kills it if it has not ended after 15 seconds.
stop() {
    kill "$1" 2>/dev/null || return
    for _ in $(seq 150); do
        kill -0 "$1" 2>/dev/null || return
        sleep 0.1
    done
    kill -KILL "$1" 2>/dev/null
}

# The proxy stops first and NATS last: the reverse of the order in which they were started.
stop_all() {
    local at
    for ((at = ${#pids[@]} - 1; at >= 0; at--)); do stop "${pids[at]}"; done
    wait
    rm -rf "$folder"
}
trap stop_all EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Starts a program whose output goes to NAME.log. A group of its own keeps a Ctrl-C from it: this script stops it.
start() {
    local name=$1
    shift
    : >"$folder/$name.log"
    setsid "$@" >"$folder/$name.log" 2>&1 </dev/null &
    pids+=($!)
}

# Repeats a test until it succeeds. If the program that was started last ends, or takes too long, prints its log.
wait_for() {
    local name=$1 pid=${pids[-1]}
    shift
    for _ in $(seq "$patience"); do
        "$@" && return
        kill -0 "$pid" 2>/dev/null || break
        sleep 0.1
    done
    cat "$folder/$name.log" >&2
    fail "$name is not ready"
}

has_ports() { [ -s "$folder/nats-server_${pids[-1]}.ports" ]; }
has_address() { grep -qo 'http://[^ ]*' "$folder/$1.log"; }
answers() { curl --silent --fail --noproxy '*' --max-time 5 --output /dev/null "$1"; }

# NATS chooses a free port and writes it to a file.
start nats nats-server --addr 127.0.0.1 --port -1 --ports_file_dir "$folder"
wait_for nats has_ports
export IKIBUGUZO_BUS
IKIBUGUZO_BUS=$(grep -o 'nats://127\.0\.0\.1:[0-9]*' "$folder/nats-server_${pids[-1]}.ports" | head -n 1)

# A password in the address of the database is in the environment only, because other users can see options.
export IKIBUGUZO_DATABASE_URL=$database IKIBUGUZO_TRUSTED_PROXIES=127.0.0.1
urls=()
IKIBUGUZO_CLUSTER_NODES=
for ((number = 1; number <= count; number++)); do
    name=node$number
    start "$name" "$server" --listen 127.0.0.1:0
    wait_for "$name" has_address "$name"
    urls+=("$(grep -o 'http://[^ ]*' "$folder/$name.log" | head -n 1)")
    wait_for "$name" answers "${urls[-1]}/readyz"
    IKIBUGUZO_CLUSTER_NODES+="${pids[-1]}=${urls[-1]} "
done

# A port that nobody listens on, outside the range from which the system chooses.
free_port() {
    local port
    while port=$((10000 + RANDOM % 20000)); do
        (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
    done
    echo "$port"
}

listen=127.0.0.1:$(free_port)
nodes=
for url in "${urls[@]}"; do nodes+="server ${url#http://} max_fails=2 fail_timeout=5s; "; done
config=$(<"$template")
config=${config//'${CLUSTER_LISTEN}'/"$listen"}
config=${config//'${CLUSTER_NODES}'/"$nodes"}
config=${config//'${CLUSTER_TEMP}'/"$folder"}
echo "$config" >"$folder/nginx.conf"
main="daemon off; pid $folder/nginx.pid;"
# The workers of an nginx that root has started are another user, who cannot enter the folder.
((EUID)) || main+=' user root;'
start proxy nginx -e stderr -p "$folder" -c "$folder/nginx.conf" -g "$main"
wait_for proxy answers "http://$listen/api"

export IKIBUGUZO_SERVER=http://$listen IKIBUGUZO_CLUSTER_NODES IKIBUGUZO_CLUSTER_FOLDER=$folder
echo "proxy    $IKIBUGUZO_SERVER"
for number in "${!urls[@]}"; do echo "node $((number + 1))   ${urls[number]}   process ${pids[number + 1]}"; done
echo "NATS     $IKIBUGUZO_BUS"
echo "logs     $folder"

if (($#)); then
    "$@"
    exit
fi
echo 'Ctrl-C stops them all.'
wait
