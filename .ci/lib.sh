# What the scripts of CI share: how steps are counted and timed, and how programs are installed. `.ci/run` and `.ci/full`
# read it.

set -uo pipefail
# Clippy compiles the workspace: the code that it has checked is the code that is tested, and nothing is compiled twice.
export RUSTC_WORKSPACE_WRAPPER=clippy-driver RUSTFLAGS=-Dwarnings
# Many tests wait for clocks and sockets: more of them than there are cores run at a time.
export CI=true CARGO_TERM_COLOR=never RUST_TEST_THREADS=8 NEXTEST_TEST_THREADS=8

cache=${XDG_CACHE_HOME:-$HOME/.cache}/ikibuguzo
target=${CARGO_TARGET_DIR:-target}
passed=0
failed=0
times=$(mktemp)
log=$(mktemp)
trap 'rm -f "$log" "$times"' EXIT

# Ends a step: its name, and when it began.
end_step() {
    printf '%5d s  %s\n' $((SECONDS - $2)) "$1" | tee -a "$times"
}

# Runs a step that passes or fails as a whole.
check() {
    local name=$1 begin=$SECONDS
    shift
    printf '\n== %s\n' "$name"
    if "$@"; then
        passed=$((passed + 1))
    else
        printf 'FAILED: %s\n' "$name"
        failed=$((failed + 1))
    fi
    end_step "$name" "$begin"
}

# Runs tests, and counts each of them. A run that fails without a failed test is one failure.
tests() {
    local name=$1 status ok bad begin=$SECONDS
    shift
    printf '\n== %s\n' "$name"
    "$@" 2>&1 | tee "$log"
    status=$?
    # As cargo, nextest and Node count.
    ok=$(awk '/^test result:/ {n += $4} /^# pass/ {n += $3}
        /^ +Summary \[/ && match($0, /[0-9]+ passed/) {n += substr($0, RSTART)} END {print n + 0}' "$log")
    bad=$(awk '/^test result:/ {n += $6} /^# (fail|cancelled)/ {n += $3}
        /^ +Summary \[/ && match($0, /[0-9]+ (failed|timed out)/) {n += substr($0, RSTART)} END {print n + 0}' "$log")
    if [ "$bad" -eq 0 ] && { [ "$status" -ne 0 ] || [ "$ok" -eq 0 ]; }; then
        printf 'FAILED: %s\n' "$name"
        bad=1
    fi
    passed=$((passed + ok))
    failed=$((failed + bad))
    end_step "$name" "$begin"
}

# Prints the times of all steps and the count, and adds the times to the history of this machine: date, commit, script,
# seconds, step. Returns whether everything has passed.
report() {
    local history=$cache/ci-times.tsv run
    run=$(date -u +%FT%TZ)$'\t'$(git rev-parse --short HEAD)$'\t'$(basename "$0")
    printf '%5d s  in all\n' "$SECONDS" >>"$times"
    mkdir -p "$cache" && sed -E "s|^ *([0-9]+) s  |$run\t\1\t|" "$times" >>"$history"
    printf '\nTime of each step (earlier runs: %s):\n' "$history"
    cat "$times"
    printf '\n%d passed, %d failed\n' "$passed" "$failed"
    [ "$failed" -eq 0 ]
}

# The folder of dependencies that a run with the same toolchain, lock file and profiles has compiled.
compiled_dependencies() {
    local key
    key=$( (rustc -vV && cat Cargo.lock Cargo.toml .cargo/config.toml) | sha256sum | cut -c 1-16)
    echo "$cache/dependencies/$key"
}

# In a new clone: copies the dependencies that an earlier run on this machine has compiled.
restore_dependencies() {
    local compiled
    compiled=$(compiled_dependencies)
    [ -e "$target/debug" ] || [ ! -e "$compiled" ] || { mkdir -p "$target" && cp -a "$compiled/." "$target"; }
}

# Keeps the compiled dependencies for later runs, once, in place of those of other versions.
keep_dependencies() {
    local compiled
    compiled=$(compiled_dependencies)
    [ ! -e "$compiled" ] || return 0
    rm -rf "$cache/dependencies" && mkdir -p "$compiled.new" && cp -a "$target/debug" "$compiled.new" &&
        CARGO_TARGET_DIR=$compiled.new cargo clean -q --workspace && mv "$compiled.new" "$compiled"
}

# Installs Debian packages, each given as COMMAND=PACKAGE, whose command is missing.
need() {
    local missing=() pair
    for pair in "$@"; do
        command -v "${pair%%=*}" >/dev/null || missing+=("${pair#*=}")
    done
    ((${#missing[@]})) || return 0
    apt-get update >&2 && apt-get install -y --no-install-recommends "${missing[@]}" >&2
}

# Makes a Python environment outside the tree for a list of pinned tools, once, and prints its folder.
python_tools() {
    local list=$1 venv
    venv=$cache/$(sha256sum "$list" | cut -c 1-16)
    if [ ! -e "$venv/ready" ]; then
        python3 -c 'import ensurepip, venv' 2>/dev/null || need ensurepip=python3-venv || return
        python3 -m venv --clear "$venv" && "$venv/bin/pip" install -q --no-deps -r "$list" >&2 &&
            touch "$venv/ready" || return
    fi
    echo "$venv"
}

# Prints the address of a new Postgres database for this use. Installs and starts a Postgres if none listens on this
# machine.
postgres() {
    need psql=postgresql || return
    pg_isready -q -h 127.0.0.1 || pg_ctlcluster "$(ls /etc/postgresql | tail -n 1)" main start >&2
    for _ in $(seq 50); do
        pg_isready -q -h 127.0.0.1 && break
        sleep 0.2
    done
    local name="ikibuguzo_ci_$1_${EPOCHREALTIME//[!0-9]/}"
    if psql -q -w -h 127.0.0.1 -U postgres -c "create database $name" >&2; then
        echo "postgres://postgres@127.0.0.1/$name"
    else
        # No trust over TCP: create a user with a password as the system's user postgres.
        runuser -u postgres -- psql -q -c "create role $name superuser login password '$name'" \
            -c "create database $name owner $name" >&2 && echo "postgres://$name:$name@127.0.0.1/$name"
    fi
}

# Prints the paths that differ from the last commit that `.ci/full` has passed, below some paths if given. Without that commit
# in the history, every path counts as changed.
changed() {
    local proven
    proven=$(<.ci/proven)
    if git cat-file -e "$proven^{commit}" 2>/dev/null; then
        git diff --name-only "$proven" -- "$@"
    else
        git ls-files -- "$@"
    fi
}
