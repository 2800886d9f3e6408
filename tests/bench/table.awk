# table.awk: the medians of one kind of pods from the raw lines of “informer”, and how many times better
# KInformer is than the best peer in each column. Run in the C locale.
#
# SPDX-License-Identifier: GPL-3.0-or-later

# The number of “key=number” or “key=number kB” in this line, or "" when it is not there.
function value(key) {
  return match($0, key "=[0-9.]+") ? substr($0, RSTART + length(key) + 1, RLENGTH - length(key) - 1) : ""
}

function take(key, column) {
  if (value(key) != "") {
    count[$2, column]++
    figures[$2, column, count[$2, column]] = value(key) + 0
  }
}

function median(program, column,    i, j, held, sorted) {
  for (i = 1; i <= count[program, column]; i++) {
    held = figures[program, column, i]
    for (j = i - 1; j > 0 && sorted[j] > held; j--)
      sorted[j + 1] = sorted[j]
    sorted[j + 1] = held
  }
  i = count[program, column]
  return i == 0 ? 0 : i % 2 ? sorted[(i + 1) / 2] : (sorted[i / 2] + sorted[i / 2 + 1]) / 2
}

function best(column, more,    i, figure, found) {
  for (i = 1; i <= n_programs; i++) {
    figure = median(program[i], column)
    if (program[i] != "kinformer" && figure > 0 && (found == 0 || (more ? figure > found : figure < found)))
      found = figure
  }
  return found
}

function times(ours, theirs, more) {
  return ours == 0 || theirs == 0 ? "-" : sprintf("%.1f×", more ? ours / theirs : theirs / ours)
}

# Memory counts once the list is there; the peak over the whole run.
$1 == kind && value("sync_s") != "" { take("sync_s", "sync"); take("rss", "memory") }
$1 == kind && value("events_per_s") != "" { take("events_per_s", "events"); take("hwm", "peak") }

END {
  n_programs = split(names, program, " ")
  printf "\n%d pods (%s), %d updates, median of %d\n", n, kind, m, rounds
  printf "%-20s %12s %12s %12s %12s\n", "", "first sync", "updates/s", "memory", "peak"
  for (i = 1; i <= n_programs; i++)
    printf "%-20s %10.3f s %12.0f %9.1f MB %9.1f MB\n", program[i], median(program[i], "sync"), \
      median(program[i], "events"), median(program[i], "memory") / 1000, median(program[i], "peak") / 1000
  if (n_programs > 1 && median("kinformer", "sync") > 0) {
    # awk counts bytes, and the sign has two.
    printf "%-20s %13s %13s %13s %13s\n", "to the best peer", \
      times(median("kinformer", "sync"), best("sync", 0), 0), times(median("kinformer", "events"), best("events", 1), 1), \
      times(median("kinformer", "memory"), best("memory", 0), 0), times(median("kinformer", "peak"), best("memory", 0), 0)
    printf "%-20s %13s %13s %13s %13s\n", "to reach", "4.0×", "8.0×", "8.0×", "5.3×"
  }
}
