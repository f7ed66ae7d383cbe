# The steps of `.ci/run` and `.ci/full` that are more than one command.

# A C compiler for SQLite, curl, and the tools of .ci/tools.txt.
tools() {
    need cc=gcc cc=libc6-dev curl=curl python3=python3 git=git && cargo_tools=$(python_tools .ci/tools.txt)/bin
}

# The page's tools: Node, npm, prettier, the type checker, and Debian's headless Chromium.
page_tools() {
    need chromium-headless-shell=chromium-headless-shell node=nodejs npm=npm &&
        npm --prefix web/test ci --no-audit --no-fund
}

# What takes seconds.
quick_checks() {
    check 'format' cargo fmt --all --check
    check 'unused dependencies' "$cargo_tools/cargo-shear"
    check 'licences, sources, bans' "$cargo_tools/cargo-deny" --all-features check bans licenses sources
}

# Compiles what the test command runs, and benchmarks, which it does not.
build_with_clippy() {
    cargo test --workspace --no-run --locked && cargo test --workspace --benches --no-run --locked
}

# The page without a browser.
page_checks() {
    check "the page's tools" page_tools
    check "the page's format" npm --prefix web/test run -s format:check
    check "the page's types" npm --prefix web/test run -s types
    tests "the page's modules" page_units
}

# Tests on Postgres that a filter of nextest chooses, ignored ones too. The build of the whole workspace serves here too.
# Campaigns that measure for minutes are run by hand.
on_postgres() {
    # Eight tests at a time with up to four servers each come near the 100 connections that Postgres allows.
    local -x IKIBUGUZO_TEST_DATABASE_URL NEXTEST_TEST_THREADS=6
    IKIBUGUZO_TEST_DATABASE_URL=$(postgres tests) && need nats-server=nats-server faketime=faketime || return
    "$cargo_tools/cargo-nextest" nextest run --workspace --run-ignored all \
        -E "($1) and not test(/with_200_players|twenty_kills/)"
}

# The page in browsers, and the API's description, are tested with the server that the tests have built.
server=$PWD/$target/debug/ikibuguzo-server
page_units() { (cd web/test && node --test --test-reporter=tap unit/*.test.mjs); }

# Builds the page's module again, and plays all vectors of the rules through it.
built_module_plays_vectors() {
    local module=$PWD/$target/module.wasm
    need wasm-opt=binaryen && browser/build.sh "$module" && (cd web/test && IKIBUGUZO_MODULE=$module node --test unit/vectors.test.mjs)
}

# Runs files of browser tests, given below web/test.
in_browsers() {
    (cd web/test && IKIBUGUZO_SERVER=$server \
        timeout 1800 node --test --test-reporter=tap --test-concurrency=2 "$@")
}

# The browser tests of the parts that changed, and a third of the others.
chosen_in_browsers() {
    local chosen
    chosen=$(changed | node web/test/choose.mjs "$(git rev-parse HEAD)") && printf '%s\n' "$chosen" &&
        mapfile -t chosen <<<"$chosen" && in_browsers "${chosen[@]}"
}

all_in_browsers() {
    local files
    mapfile -t files < <(cd web/test && ls browser/*.test.mjs) && in_browsers "${files[@]}"
}

# Runs a command with the address of a new server and with an empty folder. The server runs under `tool`, if that is set.
with_server() {
    local folder url pid status=1
    folder=$(mktemp -d)
    "${tool[@]}" "$server" --listen 127.0.0.1:0 --database-url "sqlite://$folder/games.db" --requests-per-second 0 \
        --max-sockets-per-address 1000 >"$folder/out" &
    pid=$!
    for _ in $(seq 600); do
        url=$(grep -o 'http://[^ ]*' "$folder/out") && break
        sleep 0.1
    done
    [ -n "$url" ] && "$@" "$url" "$folder"
    status=$?
    kill "$pid" && wait "$pid"
    rm -rf "$folder"
    return "$status"
}

# Prints the instructions of the release server, without the kernel's, for as many moves and all that goes with them.
instructions() {
    local server=$PWD/target/release/ikibuguzo-server counts
    counts=$(mktemp)
    # On one core, as a server of one core runs.
    local tool=(taskset -c 0 valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null --log-file="$counts")
    with_server play_moves "$1" >&2 && awk '/I *refs/ {gsub(",", ""); print $NF}' "$counts"
    rm -f "$counts"
}

play_moves() {
    target/debug/ikibuguzo-loadtest closed --games 60 --rules njombwa:8 --seconds 600 --moves "$1" --no-pin --url "$2"
}

# Whether a move takes as many instructions as .ci/instructions-per-move says, within a twentieth. The count depends on the
# compiler, which the file names. UPDATE_SNAPSHOTS=1 writes the file.
instructions_per_move() {
    local few many counted expected compiler
    need valgrind=valgrind && few=$(instructions 2000) && many=$(instructions 8000) || return
    counted=$(((many - few) / 6000)) compiler=$(rustc --version)
    printf 'A move takes %d instructions with %s.\n' "$counted" "$compiler"
    [ -z "${UPDATE_SNAPSHOTS:-}" ] || printf '%d %s\n' "$counted" "$compiler" >.ci/instructions-per-move
    read -r expected compiler <.ci/instructions-per-move
    printf 'The file .ci/instructions-per-move says %d with %s.\n' "$expected" "$compiler"
    [ "$compiler" = "$(rustc --version)" ] && ((20 * (counted > expected ? counted - expected : expected - counted) <= expected))
}

# A game through the proxy of three nodes, of which one is killed meanwhile.
cluster() {
    local url
    need nginx=nginx-light nats-server=nats-server && url=$(postgres cluster) || return
    IKIBUGUZO_REQUESTS_PER_SECOND=10 timeout 600 docs/examples/cluster.sh --server "$server" --database-url "$url" -- \
        python3 .ci/cluster/smoke.py
}

# What reads the API's description: openapi-generator (which is written in Java) and openapi-python-client, Spectral, and
# schemathesis.
api_tools() {
    need java=default-jre-headless node=nodejs npm=npm &&
        api_venv=$(python_tools .ci/api/clients.txt) && schemathesis_venv=$(python_tools .ci/api/schemathesis.txt) &&
        npm --prefix .ci/api/spectral ci --ignore-scripts --no-audit --no-fund
}

# The strictest validator: it also names types that nothing uses.
valid_for_generators() {
    local findings
    findings=$("$api_venv/bin/openapi-generator-cli" validate --recommend -i server/openapi.json)
    printf '%s\n' "$findings" && [[ $findings == *'No validation issues detected'* ]]
}

# Every rule of Spectral for OpenAPI; a warning fails too.
valid_for_spectral() {
    .ci/api/spectral/node_modules/.bin/spectral lint --ruleset .ci/api/spectral/ruleset.yaml --fail-severity hint \
        server/openapi.json
}

# Generates a Python client into a folder.
generate_client() {
    "$api_venv/bin/openapi-python-client" generate --path server/openapi.json --config .ci/api/clients.yaml --meta none \
        --output-path "$1/ikibuguzo_client" --fail-on-warning
}

generated_client_plays() {
    generate_client "$2" && PYTHONPATH=$2 "$api_venv/bin/python" .ci/api/play.py "$1"
}

# Whether the server does what its description says: requests made from /api/openapi.json, good and bad, alone and in
# sequence, with the ids of real games and tokens. Each operation must succeed at least once.
described() {
    local url=$1 folder=$2
    generate_client "$folder" &&
        PYTHONPATH=$folder "$api_venv/bin/python" .ci/api/seed.py "$url" "$folder/token" "$folder/examples.json" || return
    cp .ci/api/schemathesis.toml .ci/api/hooks.py "$folder"
    (cd "$folder" && EXAMPLES=examples.json ANSWERS=answers timeout 300 "$schemathesis_venv/bin/schemathesis" run \
        "$url/api/openapi.json" --header "Authorization: Bearer $(<token)" --seed 1 --max-examples 60 \
        --request-timeout 20 --no-color --exclude-path /api/stream \
        --exclude-path "/api/tournaments/{tournament}/stream") &&
        python3 .ci/api/reached.py server/openapi.json "$folder/answers"
}

# The API's description, by all who read it. A test compares server/openapi.json with what the server serves.
api_checks() {
    check "the API's tools" api_tools
    check "the API's description, by openapi-generator" valid_for_generators
    check "the API's description, by Spectral" valid_for_spectral
    check 'a generated client plays a game' with_server generated_client_plays
    check 'the API is as it describes itself' with_server described
}

# The counts of docs/rules, by the program that a reader would run. The development profile optimises the engine.
perft() {
    local rulespec=$1 depth=$2 expected=$3 count
    count=$(cargo run -q -p ikibuguzo-engine --example perft -- "$rulespec" "$depth") || return
    [ "$count" = "$expected" ] || { printf '%s at %s: %s, not %s\n' "$rulespec" "$depth" "$count" "$expected"; return 1; }
}
