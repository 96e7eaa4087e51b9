# README.md holds the table of operations as `axmap info --ops` makes it.
set -euo pipefail
"$AXMAP" info --ops >made
sed -n '/^<!-- operations:/,/^<!-- end of operations/p' "$AXMAP_SOURCE/README.md" | sed '1,2d;$d' | sed '$d' >written
if ! diff written made; then
    echo "README.md's table of operations is old: put the output of 'build/bin/axmap info --ops' there"
    exit 1
fi
