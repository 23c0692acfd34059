# SPDX-License-Identifier: MIT
# expect.awk - from what a client did bare, what it must do at a level: the same, but each stream it
# creates gets the level's priority, after the range was asked for.
#
# number: the level's priority (empty: default, and nothing changes); keep: 1 if a priority that the
# client named stays. Lines of the stand-in's record begin with its tag, and lines in which a client
# says what it read back with "stream"; other lines stay as they are. The tag names the copy of the
# stand-in: cuda, cuda_11.

function set_priority(line) {
    sub(/priority=-?[0-9]+/, "priority=" number, line)
    return line
}

# A launch says which priority its stream has. Clients that launch create streams without naming one.
/^cuda[_0-9]* cuLaunchKernel / && number != "" {
    $0 = set_priority($0)
}

/^(cuda[_0-9]*|stream) (cuStreamCreate|cuStreamCreateWithPriority|cuGreenCtxStreamCreate) / &&
number != "" && !(keep && $2 != "cuStreamCreate") {
    if ($1 == "stream") {
        print set_priority($0)
        next
    }
    # The range is that of the context the stream is made in: a green one is made current for it.
    if ($2 == "cuGreenCtxStreamCreate") {
        print $1 " cuCtxFromGreenCtx = 0"
        print $1 " cuCtxPushCurrent_v2 = 0"
    }
    print $1 " cuCtxGetStreamPriorityRange = 0"
    if ($2 == "cuGreenCtxStreamCreate")
        print $1 " cuCtxPopCurrent_v2 = 0"
    if ($2 == "cuStreamCreate") {
        sub(/cuStreamCreate/, "cuStreamCreateWithPriority")
        sub(/ =/, " priority=" number " =")
    }
    print set_priority($0)
    next
}

{ print }
