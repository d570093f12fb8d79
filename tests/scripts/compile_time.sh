#!/usr/bin/env bash
# What the macros cost: `cargo check` of a generated graph against the same functions without the crate.
#
#   tests/scripts/compile_time.sh [actions] [pages] [runs]      (600 60 3)
#
# Prints, as the best of some runs: the functions alone, with the graph, and the graph again after one handler changed.
set -euo pipefail
actions=${1:-600} pages=${2:-60} runs=${3:-3}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${TMPDIR:-/tmp}/nav-compile-time
export CARGO_TARGET_DIR=$work/target
mkdir -p "$work"/{alone,graph}/src

manifest() { # name, dependencies
    printf '[package]\nname = "%s"\nversion = "0.0.0"\nedition = "2024"\n[dependencies]\n%s\n' "$1" "$2"
    printf 'serde = { version = "1", features = ["derive"] }\nschemars = "1.2"\n[workspace]\n'
}
functions() { # 1: with the attributes
    echo 'use serde::{Deserialize, Serialize};'
    echo '#[derive(Deserialize, schemars::JsonSchema)] pub struct Input { pub text: String, pub number: u32 }'
    echo '#[derive(Serialize)] pub struct Output { pub text: String }'
    local derive='' cx='state: &State, '
    if [ "$1" = 1 ]; then derive=', NavState' cx='cx: Cx<State>, '; fi
    echo "#[derive(Clone, Debug, Default, Serialize, Deserialize$derive)]"
    echo 'pub struct State {'
    for k in $(seq 0 39); do echo "    pub key_$k: u32,"; done
    echo '}'
    for n in $(seq 0 $((actions - 1))); do
        local k=$((n % 40)) l=$(((n + 7) % 40)) attribute='' name=${cx%%:*}
        if [ "$1" = 1 ]; then
            case $((n % 4)) in
                0) attribute="#[action(writes(key_$k))]" ;;
                1) attribute="#[action(when(key_$k > 3 && key_$l <= 90), writes(key_$l))]" ;;
                2) attribute='#[action]' ;;
                3) attribute="#[action(confirm, reads(key_$k), writes(key_$l), enabled_when(key_$k != 4), verify(key_$l > 0))]" ;;
            esac
        fi
        echo "/// Do the thing number $n."
        echo "$attribute"
        echo "pub async fn act_$n(${cx}input: Input) -> Result<Output, String> {"
        echo "    let _ = &$name;"
        echo "    if input.number > $n { return Err(format!(\"{} is too m1000\", input.number)); }"
        echo '    Ok(Output { text: input.text })'
        echo '}'
    done
}
graph() {
    echo 'graph! { /** A graph. */ pub static BIG: Graph<State>; start = page_0;'
    local each=$((actions / pages))
    for p in $(seq 0 $((pages - 1))); do
        local guard=''
        if [ $((p % 2)) = 1 ]; then guard="when key_$((p % 40)) < 100"; fi
        echo "page page_$p at \"/page/$p\" $guard {"
        for n in $(seq $((p * each)) $((p * each + each - 1))); do echo "    act_$n;"; done
        echo "    /// Go on."
        echo "    go next -> page_$(((p + 1) % pages));"
        echo '}'
    done
    for j in $(seq 0 9); do
        echo "/// Walk some of it."
        local from=$(((j % (pages - 2)) * each))
        echo "journey journey_$j { act_$from; act_$((from + each)); act_$((from + 2 * each)); }"
    done
    echo '}'
}

manifest alone '' > "$work/alone/Cargo.toml"
functions 0 > "$work/alone/src/lib.rs"
manifest graph "nav-runtime = { path = \"$root/nav-runtime\" }" > "$work/graph/Cargo.toml"
{ echo 'use nav_runtime::prelude::*;'; functions 1; graph; } > "$work/graph/src/lib.rs"

check() { (cd "$work/$1" && cargo check --quiet 2> /dev/null); }
# processor time, which a busy machine spoils less than the clock; `cargo check` of one crate runs on one processor
milliseconds() { # what, before each run
    local best=999999 used
    for _ in $(seq "$runs"); do
        $2
        used=$({ TIMEFORMAT='%U %S'; time check "$1"; } 2>&1 | awk '{ print int(($1 + $2) * 1000) }')
        if [ "$used" -lt "$best" ]; then best=$used; fi
    done
    echo "$best"
}
afresh_alone() { touch "$work/alone/src/lib.rs"; rm -rf "$CARGO_TARGET_DIR"/debug/incremental/alone-*; }
afresh_graph() { touch "$work/graph/src/lib.rs"; rm -rf "$CARGO_TARGET_DIR"/debug/incremental/graph-*; }
# of the same length: an edit that moves the bytes behind it makes the compiler redo every expansion behind it, whosever
edit() { sed -i "0,/is too m[0-9]*/s//is too m$((1000 + RANDOM % 9000))/" "$work/$1/src/lib.rs"; }
edit_alone() { edit alone; }
edit_graph() { edit graph; }
moves() { sed -i '0,/is too \(m[0-9]*\)/s//is too \10/' "$work/$1/src/lib.rs"; }
move_graph() { moves graph; }
move_alone() { moves alone; }

check alone; check graph
alone=$(milliseconds alone afresh_alone)
graph=$(milliseconds graph afresh_graph)
alone_edit=$(milliseconds alone edit_alone)
graph_edit=$(milliseconds graph edit_graph)
alone_move=$(milliseconds alone move_alone)
graph_move=$(milliseconds graph move_graph)
printf '%s actions on %s pages, milliseconds of processor time\n' "$actions" "$pages"
printf '%-28s %8s %8s %8s\n' '' alone graph more
printf '%-28s %8s %8s %8s\n' 'from nothing' "$alone" "$graph" $((graph - alone))
printf '%-28s %8s %8s %8s\n' 'after editing one handler' "$alone_edit" "$graph_edit" $((graph_edit - alone_edit))
printf '%-28s %8s %8s %8s\n' '… one that moves the rest' "$alone_move" "$graph_move" $((graph_move - alone_move))
