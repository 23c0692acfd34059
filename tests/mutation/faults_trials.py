# SPDX-License-Identifier: MIT
"""Faults in what --check asks of launches and attributes."""
FAULTS = {
    "tools/probe/alone.c": [
        ("--check: the driver alone is asked under the library",
         "    preloaded_drop(linked_prioshim());\n", "    (void)preloaded_drop;\n",
         "check_test:check_launches/an_accepting_driver*"),
        ("--check: the driver alone is asked for what a stream has anyhow",
         "trial_on_devices(session, PRIORITY_LOW,", "trial_on_devices(session, PRIORITY_HIGH,",
         "check_test:check_launches/an_accepting_driver*"),
        ("--check: a stream keeps the priority that it was tried with",
         "    if (result == CUDA_SUCCESS && known)\n", "    if (false)\n",
         "check_test:check_launches/the_launches_are_those*"),
        ("--check: a launch by the driver alone is not waited for",
         "    else if ((result = driver->cuCtxSynchronize()) != CUDA_SUCCESS)\n", "    else if (false)\n",
         "check_test:check_launches/a_kernel_that_fails_later*"),
    ],
    "tools/probe/preloaded.c": [
        ("--check: all that is preloaded is dropped",
         "last_part(path)) == 0)", "last_part(path)) != 2)",
         "check_test:check_launches/what_else_is_preloaded*"),
    ],
    "tools/probe/launch_check.c": [
        ("--check: a launch that is refused is no failure",
         "        failed(driver, \"refused: \", result, row);\n    else if ((result = driver->cuCtxS",
         "        ;\n    else if ((result = driver->cuCtxS",
         "check_test:check_launches/a_single_launch*"),
        ("--check: an attribute is not judged",
         "    judge(found->order->request, row);\n", "    (void)judge;\n",
         "check_test:check_launches/an_attribute_that_does_not*"),
        ("--check: what the driver leaves undone is a failure",
         "alone_left_attribute(found->order->findings, device)", "false",
         "check_test:check_launches/an_attribute_that_the_driver_leaves*"),
    ],
    "tools/probe/ways.c": [
        ("--check: a door is asked for names that end in _ptsz",
         "    return per_thread ? PER_THREAD : 0;", "    return 0;",
         "check_test:check_launches/the_launches_are_those*"),
    ],
}
