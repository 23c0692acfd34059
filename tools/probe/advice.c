/* SPDX-License-Identifier: MIT */
/*
 * Each sentence has its source beside it: [API] is NVIDIA's CUDA driver API manual (cuda.h 13.0 has
 * the same text), [Guide] the CUDA C++ Programming Guide, [MPS] the Multi-Process Service manual,
 * [us] what prioshim itself does and its tests show.
 */
#include "advice.h"

struct list {
    struct advice *advice;
    size_t count;
};

static void say(struct list *list, const char *where, const char *sentence)
{
    if (list->count < ADVICE_MOST)
        list->advice[list->count++] = (struct advice){where, sentence};
}

/* Whether any device has more than one priority. */
static bool has_choice(const struct findings *findings)
{
    for (size_t i = 0; i < findings->device_count; i++)
        if (findings->devices[i].has_range &&
            findings->devices[i].greatest < findings->devices[i].least)
            return true;
    return false;
}

/* Whether low is the number that a stream has anyhow, on every device. */
static bool low_is_zero(const struct findings *findings)
{
    for (size_t i = 0; i < findings->device_count; i++)
        if (findings->devices[i].least != 0)
            return false;
    return true;
}

static void within_one_process(struct list *list, enum stream_priority level,
                               const struct situation *situation)
{
    static const char where[] = "within one process";

    /* [API] cuStreamCreateWithPriority: a hint, no preemption; [Guide] "pending work in
     * higher-priority streams takes preference over pending work in low-priority streams" */
    say(list, where,
        "Of the work that waits, the device prefers that of the stream with the higher priority "
        "(the lower number). It is a hint, and work that runs is not interrupted.");
    if (level == PRIORITY_HIGH) {
        /* [us]; [MPS] "the default CUDA Stream, which has the lowest priority of 0" */
        say(list, where,
            situation->request->keep_explicit
                ? "Every stream for which the program names no priority gets the greatest one."
                : "Every stream that the program creates gets the greatest priority, so they are "
                  "alike among themselves.");
    } else if (low_is_zero(&situation->findings)) {
        /* [us]; [API] "default priority is 0" */
        say(list, where,
            situation->request->keep_explicit
                ? "Low is 0 here, which a stream that names no priority has anyhow: with "
                  "--keep-explicit nothing is changed."
                : "Low is 0 here, which a stream that names no priority has anyhow: only streams "
                  "for which the program itself asks for more are changed.");
    } else {
        say(list, where, "Streams get the least priority of their device.");
    }
    /* [API] cuStreamCreateWithPriority: "only compute kernels launched in priority streams are
     * affected ... no effect on host-to-device and device-to-host memory operations" */
    say(list, where, "Only kernels are affected, not copies between host and device.");
    /* [us] streams take their priority where they are created, and nobody creates that one; [API]
     * CU_LAUNCH_ATTRIBUTE_PRIORITY: "valid for ... launches". On which streams is not written. */
    say(list, where,
        level == PRIORITY_HIGH
            ? "Launches on the default streams ask for it one by one, by an attribute that CUDA "
              "has "
              "since 11.8; whether a driver heeds it there was not measured yet."
            : "Work on the default streams keeps its own priority, which is the least already.");
}

static void under_mps(struct list *list, enum stream_priority level,
                      const struct situation *situation)
{
    static const char where[] = "under MPS";

    /* [MPS] "Client priority": a client's stream priorities are mapped to one range of internal
     * priorities, common to the clients of a server */
    switch (situation->mps.daemon) {
    case MPS_ANSWERS:
        say(list, where,
            "A daemon answers here: priorities are compared across the programs that are its "
            "clients, as a hint.");
        break;
    case MPS_ABSENT:
        say(list, where,
            "No daemon is here. With one, priorities would be compared across its clients.");
        return;
    case MPS_UNKNOWN:
        say(list, where,
            "Whether a daemon is here is not known. With one, priorities are compared across its "
            "clients, as a hint.");
        break;
    }
    /* [MPS] CUDA_MPS_CLIENT_PRIORITY: 0 normal, 1 below normal; its example has a normal client's
     * default stream before a below-normal client's streams of -3; "hints ... not guarantees" */
    if (level == PRIORITY_LOW)
        say(list, where,
            "CUDA_MPS_CLIENT_PRIORITY=1 (below normal), which prio-exec sets at low unless it is "
            "set "
            "already, puts all of the program, the default stream too, below other clients; it is "
            "a hint as well.");
    else if (situation->mps_client_priority && *situation->mps_client_priority == '1')
        say(list, where,
            "CUDA_MPS_CLIENT_PRIORITY=1 (below normal) is set here, so a client of normal priority "
            "comes first all the same.");
}

static void between_time_slices(struct list *list, enum stream_priority level,
                                const struct situation *situation)
{
    static const char where[] = "between time-sliced processes";

    /* [MPS] "Background": a time-sliced scheduler for the work queues of different contexts, whose
     * work "cannot execute concurrently"; priorities are not mentioned there or elsewhere */
    say(list, where,
        "Without MPS the processes on a device take turns by time slices; that stream priorities "
        "had a part in that is not documented. The same goes for a desktop's drawing.");
    /* [us] the policy, and what is left of the effect once the above is taken away */
    if (level == PRIORITY_LOW && situation->mps.daemon != MPS_ANSWERS &&
        !situation->request->keep_explicit)
        say(list, where,
            low_is_zero(&situation->findings)
                ? "So here low does nothing for another program on the device, and takes from this "
                  "one no more than the order among its own streams, if it has given them one: MPS "
                  "and the time slice are what orders programs."
                : "So on a device that is shared in this way low mostly makes the program's own "
                  "streams alike; --keep-explicit leaves them their order, and is the better "
                  "choice.");
}

size_t advice_of(enum stream_priority level, const struct situation *situation,
                 struct advice advice[ADVICE_MOST])
{
    struct list list = {advice, 0};

    if (level == PRIORITY_DEFAULT) { /* [us] */
        say(&list, "everywhere", "Each stream keeps the priority that the program gives it.");
        return list.count;
    }
    if (!situation_has_device(situation)) {
        say(&list, "everywhere", "What it can do is not known: there is no device to ask.");
        return list.count;
    }
    if (!has_choice(&situation->findings)) {
        /* [API] cuCtxGetStreamPriorityRange: 0 and 0 where priorities are not supported */
        say(&list, "everywhere",
            "No device here has more than one priority: the level is harmless, and changes "
            "nothing.");
        return list.count;
    }
    /* No document was found on either, nor a measurement. */
    if (situation->machine.wsl)
        say(&list, "on WSL2",
            "Windows decides whose work the GPU does, and what stream priorities do there is not "
            "known. What follows is documented for Linux.");
    if (situation->machine.tegra)
        say(&list, "on Jetson and DRIVE",
            "What stream priorities do there is not known. What follows is documented for other "
            "devices.");
    if (situation->mig)
        say(&list, "on MIG",
            "A device here is an instance of a divided one. Nothing is documented about stream "
            "priorities and MIG.");
    within_one_process(&list, level, situation);
    under_mps(&list, level, situation);
    between_time_slices(&list, level, situation);
    return list.count;
}
