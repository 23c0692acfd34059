/* SPDX-License-Identifier: MIT */
/* prio-exec --info as its user meets it, on the stand-in driver and with stand-ins for MPS. */
#include "probe.h"

#include <criterion/criterion.h>
#include <string.h>

LAUNCHER_SUITE(info);

static void has_part(const char *part)
{
    cr_expect(strstr(result.out, part), "no '%s' in:\n%s%s", part, result.out, result.err);
}

/* An nvidia-cuda-mps-control in PATH. */
static void with_mps(const char *script)
{
    write_file("nvidia-cuda-mps-control", text("#!/bin/sh\n%s\n", script), 0755);
    environment[0] = text("PATH=%s:/usr/bin:/bin", folder);
}

Test(info, it_says_what_is_there)
{
    with(STAND_IN);
    with("FAKE_CUDA_RANGES=0:-5,0:-2");
    LAUNCH("--info");
    ran_silently();
    has_line("about\twhat\tis");
    has_line("driver\tlibrary\t" FAKE_DIR "/driver/libcuda.so.1");
    has_line("driver\tCUDA\t13.0");
    has_line("device 0\tname\tStand-in device 0");
    has_line("device 0\tcompute capability\t9.0");
    has_line("device 1\tpriorities\t0..-2");
    has_line("device 1\tlow\t0");
    has_line("device 1\tdefault\tas the program asks");
    has_line("device 1\thigh\t-2");
    has_part("\nmachine\tWSL2\t");
    has_part("\nmachine\tcontainer\t");
    has_part("\nMPS\tcontrol daemon\t");
    has_part("\nlow\twithin one process\t");
    has_part("\ndefault\teverywhere\t");
    has_part("\nhigh\tbetween time-sliced processes\t");
    has_no("missing");
}

Test(info, it_makes_no_stream_and_is_not_under_the_library)
{
    with(STAND_IN);
    with(text("FAKE_CUDA_LOG=%s/log", folder));
    LAUNCH("--info");
    ran_silently();
    run(WORDS("/bin/grep", "-c", "cuStream", "log"));
    cr_expect_str_eq(result.out, "0\n");
    run(WORDS("/bin/grep", "-c", "cuInit", "log"));
    cr_expect_str_eq(result.out, "1\n");
    LAUNCH("--dry-run", "--info", "low");
    has_no("LD_PRELOAD");
}

Test(info, only_the_level_that_is_named_is_spoken_of)
{
    with(STAND_IN);
    LAUNCH("--info", "high");
    ran_silently();
    has_part("\nhigh\twithin one process\t");
    has_no("\nlow\t");
    has_no("\ndefault\t");
}

Test(info, low_is_said_to_level_streams_unless_they_are_kept)
{
    with(STAND_IN);
    LAUNCH("--info", "low");
    has_part("low does nothing for another program on the device");
    has_no("mostly makes");
    LAUNCH("--keep-explicit", "--info", "low");
    has_no("does nothing for another");
    has_part("with --keep-explicit nothing is changed");
    with("FAKE_CUDA_RANGES=2:-5");
    LAUNCH("--info", "low");
    has_part("low mostly makes the program's own streams alike; --keep-explicit");
    LAUNCH("--keep-explicit", "--info", "low");
    has_no("mostly makes");
}

Test(info, without_choice_the_level_is_harmless)
{
    with(STAND_IN);
    with("FAKE_CUDA_RANGES=0:0");
    LAUNCH("--info", "high");
    ran_silently();
    has_part("high\teverywhere\tNo device here has more than one priority");
    has_no("within one process");
}

Test(info, without_a_device_it_says_what_is_known_and_what_is_missing)
{
    with(STAND_IN);
    with("FAKE_CUDA_DEVICES=0");
    LAUNCH("--info");
    ended(1);
    has_part("\nmachine\tWSL2\t");
    has_line("driver\tCUDA\t13.0");
    has_part("\ndriver\tmissing\t" FAKE_DIR "/driver/libcuda.so.1: cuInit gives "
             "CUDA_ERROR_NO_DEVICE (100)");
    has_part("\nlow\teverywhere\tWhat it can do is not known: there is no device to ask.");
    environment[2] = "FAKE_CUDA_CRASH=cuDeviceGetName";
    LAUNCH("--info");
    ended(1);
    has_part("\ndriver\tmissing\tthe driver: the process that tried it was ended by signal 11");
}

Test(info, a_named_device_keeps_its_row)
{
    with(STAND_IN);
    with("FAKE_CUDA_NAME=a\tb\nc\x1b[31m\x7f\xff\xc3\xa4");
    LAUNCH("--info");
    ran_silently();
    has_line("device 0\tname\ta?b?c?[31m?\xff\xc3\xa4");
}

Test(info, mig_is_told_by_name_or_variable)
{
    with(STAND_IN);
    LAUNCH("--info", "low");
    has_line("machine\tMIG instance\tno");
    has_no("on MIG");
    with("FAKE_CUDA_NAME=NVIDIA H100 80GB HBM3 MIG 1g.10gb");
    LAUNCH("--info", "low");
    has_line("machine\tMIG instance\tyes");
    has_part("\nlow\ton MIG\t");
    environment[2] = "CUDA_VISIBLE_DEVICES=MIG-4d8c";
    LAUNCH("--info", "low");
    has_line("machine\tMIG instance\tyes");
    has_line("machine\tCUDA_VISIBLE_DEVICES\tMIG-4d8c");
}

/* -- MPS -- */

Test(info, an_mps_daemon_that_answers_is_one)
{
    with(STAND_IN);
    with("CUDA_MPS_CLIENT_PRIORITY=1");
    with_mps("read question; test \"$question\" = get_server_list && echo 123 && echo 456");
    LAUNCH("--info");
    ran_silently();
    has_line("MPS\tcontrol daemon\tanswers: nvidia-cuda-mps-control get_server_list: 123 456");
    has_line("MPS\tCUDA_MPS_CLIENT_PRIORITY\t1");
    has_part("\nlow\tunder MPS\tA daemon answers here");
    has_part("\nlow\tunder MPS\tCUDA_MPS_CLIENT_PRIORITY=1");
    has_part("\nhigh\tunder MPS\tCUDA_MPS_CLIENT_PRIORITY=1 (below normal) is set here");
    has_no("mostly makes");
    with_mps("exit 0"); /* reads nothing */
    LAUNCH("--info", "low");
    has_line("MPS\tcontrol daemon\tanswers: nvidia-cuda-mps-control get_server_list: no server "
             "runs yet");
}

Test(info, an_mps_daemon_that_does_not_answer_is_none)
{
    with(STAND_IN);
    with_mps("echo 'Cannot find MPS control daemon process' >&2; exit 1");
    LAUNCH("--info", "low");
    ran_silently();
    has_line("MPS\tcontrol daemon\tabsent: nvidia-cuda-mps-control get_server_list: Cannot find "
             "MPS control daemon process");
    has_part("\nlow\tunder MPS\tNo daemon is here.");
}

Test(info, an_mps_tool_that_hangs_is_not_waited_for)
{
    with(STAND_IN);
    with_mps("exec sleep 300");
    LAUNCH("--info", "low");
    ran_silently();
    has_line("MPS\tcontrol daemon\tnot known: nvidia-cuda-mps-control get_server_list: no answer "
             "within 5 seconds");
    has_part("\nlow\tunder MPS\tWhether a daemon is here is not known.");
}

Test(info, without_the_tool_the_folder_of_pipes_is_looked_at)
{
    with(STAND_IN);
    environment[0] = "PATH=/nowhere";
    with(text("CUDA_MPS_PIPE_DIRECTORY=%s", folder));
    LAUNCH("--info", "low");
    has_line(text("MPS\tcontrol daemon\tnot known: there is %s, but no nvidia-cuda-mps-control in "
                  "PATH to ask whether a daemon lives",
                  folder));
    environment[2] = "CUDA_MPS_PIPE_DIRECTORY=/nowhere";
    LAUNCH("--info", "low");
    has_line("MPS\tcontrol daemon\tabsent: there is no /nowhere, where programs would meet it, and "
             "no nvidia-cuda-mps-control in PATH");
}
