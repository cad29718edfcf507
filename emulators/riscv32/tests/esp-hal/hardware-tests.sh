#!/bin/sh
# Runs the tests in programs of esp-hal's folder hil-test, and reports those that fail.
# Usage: hardware-tests.sh ISAGRID PROGRAM...
set -e
isagrid=$(realpath "$(command -v "$1")")
shift
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
passed=0 failed=0
for program; do
    # A test is chosen by the address of its function, which is in a section; each symbol there describes a test.
    place=$(readelf -SW "$program" | sed -n 's/.* \.embedded_test  *PROGBITS  *\([0-9a-f]*\) \([0-9a-f]*\) .*/0x\1 0x\2/p')
    base=${place% *} offset=${place#* }
    # The first word of its command line is the name of the program.
    cp "$program" "$folder/run_addr"
    readelf -sW "$program" | grep '"name":' > "$folder/tests" || {
        echo "$program has no tests" >&2
        exit 2
    }
    while read -r _ value _ _ _ _ _ test; do
        address=$(od -A n -t u4 -j $((offset + 0x$value - base)) -N 4 "$program")
        wanted=passes
        case $test in *'"ignored":true'*) continue ;; *'"should_panic":true'*) wanted=panics ;; esac
        found=panics
        if (cd "$folder" && "$isagrid" run --exit-code --board esp32c3 run_addr -- "$((address))") > "$folder/output" 2>&1 < /dev/null
        then
            found=passes
        fi
        if [ $found = $wanted ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAILED: $test"
            tail -n 2 "$folder/output"
        fi
    done < "$folder/tests"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
