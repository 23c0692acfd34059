# SPDX-License-Identifier: MIT
"""Faults in shim/cuda: the creations, cuGetProcAddress, the table of places, the entries."""
from meant import ERRORS, KEEP, LONE_RUNTIME, MATRIX

FAULTS = {
    "shim/cuda/streams.c": [
        ("a flag is lost",
         "create(&stream, flags, priority) : CUDA_ERROR_NOT_FOUND",
         "create(&stream, 0, priority) : CUDA_ERROR_NOT_FOUND",
         MATRIX),
        ("a NULL out-parameter is not seen",
         "if (phStream && driver_decides(false)", "if (driver_decides(false)",
         ERRORS),
        ("no second try with the program's own call",
         "        create_in_context(library, phStream, Flags, priority) == CUDA_SUCCESS)\n"
         "        return CUDA_SUCCESS;",
         "        (create_in_context(library, phStream, Flags, priority), 1))\n"
         "        return CUDA_SUCCESS;",
         ERRORS),
        ("the out-parameter is written on failure",
         "    if (result == CUDA_SUCCESS)\n"
         "        *phStream = stream;\n"
         "    progress = before;",
         "    *phStream = stream;\n"
         "    progress = before;",
         ERRORS),
        ("the range is that of the wrong context",
         "level_in_green_context(library, greenCtx, &level)", "cuda_level_here(library, &level)",
         MATRIX),
        ("what the runtime was asked is forgotten",
         "        named = progress == ASKED_NAMED;", "        (void)0;",
         KEEP),
        ("the thread stays marked after a creation",
         "CUDA_REAL(library, cudaStreamCreate)(pStream);\n"
         "    progress = before;",
         "CUDA_REAL(library, cudaStreamCreate)(pStream);\n"
         "    (void)before;",
         MATRIX),
        ("the runtime's last error is left from the question",
         "        runtime->own.cudaGetLastError();\n"
         "        return false;",
         "        return false;",
         ERRORS),
        ("the runtime's last error is left from the creation",
         "        runtime->own.cudaGetLastError(); /* none", "        (void)0; /* none",
         ERRORS),
        ("a runtime without a driver is left alone",
         "    if ((ctx || !cuda_is_user(runtime)) &&", "    if (ctx &&",
         LONE_RUNTIME),
        ("a call inside one that was passed on decides",
         "progress != DECIDED && cuda_level_applies(named)", "cuda_level_applies(named)",
         KEEP),
        ("the range is asked while an error is pending",
         "runtime->own.cudaPeekAtLastError() != CUDA_SUCCESS)\n"
         "        return false;",
         "false)\n"
         "        return false;",
         ERRORS),
        ("another device's execution context takes the current one's range",
         "result == CUDA_SUCCESS && device == current", "result == CUDA_SUCCESS",
         "decisions_test:decisions/an_execution_context_of*"),
        ("the thread stays marked after the driver's creation",
         "        *phStream = stream;\n"
         "    progress = before;\n"
         "    return result;",
         "        *phStream = stream;\n"
         "    (void)before;\n"
         "    return result;",
         MATRIX),
        ("a creation in a green context is decided twice",
         "enum progress before = enter(DECIDED);\n"
         "        result",
         "enum progress before = progress;\n"
         "        result",
         "decisions_test:decisions/of_two_layers_of_a_driver*"),
        ("a creation is decided twice",
         "enum progress before = enter(DECIDED);\n"
         "    CUstream",
         "enum progress before = progress;\n"
         "    CUstream",
         "decisions_test:decisions/of_two_layers_of_a_driver*"),
        ("the thread stays marked after a creation in a green context",
         "        progress = before;\n"
         "    }\n"
         "    if (result",
         "        (void)before;\n"
         "    }\n"
         "    if (result",
         MATRIX),
        ("the priority needs a function that the program looked up",
         "    if (!create)\n"
         "        create = CUDA_COMPANION",
         "    if (false)\n"
         "        create = CUDA_COMPANION",
         MATRIX),
        ("a lone runtime's flags are lost",
         "create_by_runtime(library, false, pStream, flags)",
         "create_by_runtime(library, false, pStream, 0)",
         "decisions_test:decisions/a_lone_runtimes*"),
        ("an execution context's flags are lost",
         "(&stream, ctx, flags, level)", "(&stream, ctx, 0, level)",
         "decisions_test:decisions/an_execution_contexts*"),
        ("an execution context's priority counts as not named",
         "runtime_decides(library, true, &ctx, &level)",
         "runtime_decides(library, false, &ctx, &level)",
         MATRIX),
        ("an execution context leaves the runtime's last error",
         "            *phStream = stream;\n"
         "        else\n"
         "            library->own.cudaGetLastError();",
         "            *phStream = stream;\n"
         "        else\n"
         "            (void)0;",
         "decisions_test:decisions/an_error*"),
        ("a green context's priority counts as not named",
         "driver_decides(true) && level_in_green", "driver_decides(false) && level_in_green",
         MATRIX),
        ("the runtime's decision is made again by its driver",
         "    progress = DECIDED;\n"
         "    if (!cuda_level_applies",
         "    if (!cuda_level_applies",
         "decisions_test:decisions/an_execution_contexts*"),
        ("a runtime's call inside another's tells anew what was asked",
         "    if (progress != NOTHING_YET)\n"
         "        return false;\n",
         "",
         "decisions_test:decisions/of_two_layers_of_a_runtime*"),
        ("the thread stays marked after a creation with flags",
         "CUDA_REAL(library, cudaStreamCreateWithFlags)(pStream, flags);\n"
         "    progress = before;",
         "CUDA_REAL(library, cudaStreamCreateWithFlags)(pStream, flags);\n"
         "    (void)before;",
         MATRIX),
        ("the thread stays marked after a creation with a priority",
         "CUDA_REAL(library, cudaStreamCreateWithPriority)(pStream, flags, priority);\n"
         "    progress = before;",
         "CUDA_REAL(library, cudaStreamCreateWithPriority)(pStream, flags, priority);\n"
         "    (void)before;",
         MATRIX),
        ("the thread stays marked after an execution context's creation",
         "CUDA_REAL(library, cudaExecutionCtxStreamCreate)(phStream, ctx, flags, priority);\n"
         "    progress = before;",
         "CUDA_REAL(library, cudaExecutionCtxStreamCreate)(phStream, ctx, flags, priority);\n"
         "    (void)before;",
         MATRIX),
        ("the program's own priority is lost",
         "CUDA_REAL(library, cuStreamCreateWithPriority)(phStream, flags, priority);",
         "CUDA_REAL(library, cuStreamCreateWithPriority)(phStream, flags, 0);",
         MATRIX),
        ("the program's own priority is lost in a green context",
         "(phStream, greenCtx, flags, priority);", "(phStream, greenCtx, flags, 0);",
         MATRIX),
        ("a runtime's NULL out-parameter is not seen",
         "if (!pStream || !create ||", "if (!create ||",
         ERRORS),
        ("an execution context's NULL out-parameter is not seen",
         "if (phStream && runtime_decides", "if (runtime_decides",
         ERRORS),
        ("a green context's NULL out-parameter is not seen",
         "if (phStream && driver_decides(true) && level_in_green",
         "if (driver_decides(true) && level_in_green",
         ERRORS),
        ("a NULL out-parameter with a priority is not seen",
         "if (phStream && driver_decides(true) && cuda_level_here",
         "if (driver_decides(true) && cuda_level_here",
         ERRORS),
        ("a lone runtime needs a function that the program looked up",
         "    if (!create)\n"
         "        create = runtime",
         "    if (false)\n"
         "        create = runtime",
         LONE_RUNTIME),
    ],
    "shim/cuda/level.c": [
        ("the green context stays current",
         "    pop(&context);\n", "",
         ERRORS, MATRIX),
        ("keep and override swapped",
         "asked()->explicit_policy == EXPLICIT_KEEP", "asked()->explicit_policy != EXPLICIT_KEEP",
         MATRIX),
        ("a context that was not pushed is popped",
         "if (!push || !pop || push(context) != CUDA_SUCCESS)",
         "if (!push || !pop || (push(context), false))",
         ERRORS),
    ],
    "shim/cuda/procaddr.c": [
        ("a failed question is answered",
         " && result == CUDA_SUCCESS && pfn)", " && pfn)",
         ERRORS),
        ("an answer of nothing is wrapped",
         "*pfn && !objects_is_ours(*pfn) ?", "!objects_is_ours(*pfn) ?",
         ERRORS, "behaviour_test"),
        ("a later ABI is taken for the known one",
         "version >= cuda_rows[hook].since && version <= cuda_rows[hook].until",
         "version >= cuda_rows[hook].since",
         "behaviour_test:behaviour/a_future_abi*"),
        ("cuGetProcAddress_v2 is known by its export's name alone",
         "cuda_is(symbol, cuda_rows[hook].base)", "cuda_is(symbol, cuda_rows[hook].name)",
         MATRIX),
        ("an export that is asked for at a later version is not known",
         "if (exported || means(hook, version, flags))", "if (means(hook, version, flags))",
         "decisions_test:decisions/a_known_function*"),
        ("a function that the driver does not export is not known",
         "if (exported || means(hook, version, flags))", "if (exported)",
         MATRIX),
        ("an entry of ours is wrapped again",
         "*pfn && !objects_is_ours(*pfn) ?", "*pfn ?",
         "decisions_test:decisions/an_entry_point_stays*"),
        ("a trampoline's door is not told to cuGetProcAddress",
         "(symbol, pfn, cudaVersion, flags), library,", "(symbol, pfn, cudaVersion, flags), NULL,",
         "decisions_test:decisions/of_two_layers_of_a_driver*"),
        ("a trampoline's door is not told to cuGetProcAddress_v2",
         "flags, symbolStatus),\n"
         "        library,",
         "flags, symbolStatus),\n"
         "        NULL,",
         "decisions_test:decisions/of_two_layers_of_a_driver*"),
        ("an entry point's version is forgotten",
         "(int)cudaVersion, flags);", "UNKNOWN_VERSION, flags);",
         "decisions_test:decisions/an_entry_point_takes*"),
        ("an entry point is handed on as it came",
         "    return answered(\n"
         "        CUDA_REAL(library, cudaGetDriverEntryPoint)(symbol, funcPtr, "
         "flags, driverStatus), NULL,\n"
         "        symbol, funcPtr, UNKNOWN_VERSION, flags);",
         "    return CUDA_REAL(library, cudaGetDriverEntryPoint)(symbol, "
         "funcPtr, flags, driverStatus);",
         "decisions_test:decisions/an_entry_point_takes*"),
        ("an entry point by version is handed on as it came",
         "    return answered(CUDA_REAL(library, cudaGetDriverEntryPointByVersion)(\n"
         "                        symbol, funcPtr, cudaVersion, flags, driverStatus),\n"
         "                    NULL, symbol, funcPtr, (int)cudaVersion, flags);",
         "    return CUDA_REAL(library, "
         "cudaGetDriverEntryPointByVersion)(symbol, funcPtr, cudaVersion, flags,\n"
         "                                                                driverStatus);",
         "decisions_test:decisions/an_entry_point_takes*"),
        ("the status of cuGetProcAddress_v2 is lost",
         "cuGetProcAddress_v2)(symbol, pfn, cudaVersion, flags, symbolStatus)",
         "cuGetProcAddress_v2)(symbol, pfn, cudaVersion, flags, NULL)",
         ERRORS),
        ("the flags of cuGetProcAddress_v2 are lost",
         "cuGetProcAddress_v2)(symbol, pfn, cudaVersion, flags, symbolStatus)",
         "cuGetProcAddress_v2)(symbol, pfn, cudaVersion, 0, symbolStatus)",
         MATRIX),
    ],
    "shim/cuda/libraries.c": [
        ("two drivers are crossed",
         "    return objects_same(&its, object);",
         "    (void)object;\n"
         "    return (uintptr_t)its.map > CLAIMED;",
         "libraries_test"),
        ("a place is not emptied for its next driver",
         "        __atomic_store_n(&library->hooked[hook], NULL, __ATOMIC_RELAXED);",
         "        (void)0;",
         "behaviour_test:behaviour/a_driver_opened_again*"),
        ("a driver that is gone keeps its place",
         "    return !objects_same(&now, &its);",
         "    (void)now;\n"
         "    return false;",
         "behaviour_test:behaviour/a_driver_opened_again*"),
        ("a second implementation takes the first one's slot",
         "           was == function;", "           true;",
         "libraries_test"),
        ("a wrapper's companions are not looked for in the driver",
         ": symbols_for_call(name, (const void *)object.start, &where);", ": ((void)where, NULL);",
         "behaviour_test:behaviour/another_tools_interposer*"),
        ("a runtime that asked us is forgotten",
         "        if (objects_same(&its, &object))",
         "        if (its.map && !objects_same(&its, &object))",
         "libraries_test"),
        ("a function of nowhere has no door",
         "        object = object_of(door);", "        (void)0;",
         "libraries_test"),
        ("who asked is not forgotten with its library",
         "    atomic_store_explicit(&places[filling->place].uses_ours, false, "
         "memory_order_relaxed);\n",
         "",
         "libraries_test"),
        ("places that others fill are not waited for",
         "return others_claim ? CLAIMED_BY_OTHERS : -1;",
         "(void)others_claim;\n"
         "        return -1;",
         "libraries_test"),
        ("what was known of a driver that is gone counts",
         "if (!object.map || holds(place, &object))", "if (true || holds(place, &object))",
         "libraries_test"),
        ("a trampoline in another library has no door",
         "if (door && (!object.map || !objects_function(&object, \"cuStreamCreate\")))",
         "if (door && !object.map)",
         "libraries_test"),
        ("what a driver lacks is taken from another",
         "return objects_function(&object, \"cuInit\")", "return false",
         "libraries_test"),
        ("who asks often is noted often",
         "== caller)\n"
         "            return;",
         "== NULL)\n"
         "            return;",
         "libraries_test"),
        ("one asker only is remembered",
         "enum { USERS = 8 };", "enum { USERS = 1 };",
         "libraries_test"),
        ("no place is ever filled",
         "    filling->done = true;\n", "",
         "libraries_test"),
        ("a place is never used",
         "for (int place = 0; place < CUDA_LIBRARIES; place++) {\n"
         "        uintptr_t map",
         "for (int place = 1; place < CUDA_LIBRARIES; place++) {\n"
         "        uintptr_t map",
         "behaviour_test:behaviour/more_drivers*"),
        ("a direct call goes to a driver that was unloaded",
         " && !is_gone(place))", ")",
         "scopes_test:scopes/a_direct_call*"),
        ("a layer's companions are looked for in any driver",
         "(const void *)object.start, &where);", "NULL, &where);",
         "decisions_test:decisions/the_outer_layer*"),
    ],
    "shim/cuda/cuda.c": [
        ("data of a hooked name is wrapped",
         "if (!library && cuda_export_beside(hook, function))", "if (!library)",
         "scopes_test:scopes/data_of*"),
        ("nobody who asks is noted",
         "cuda_note_user(caller);", "(void)caller;",
         "behaviour_test"),
        ("a direct call says nothing of a bad setting",
         "        asked_announce();                                             "
         "                             \\\n"
         "        return function",
         "        return function",
         "scopes_test:scopes/a_call_of_what*"),
        ("an entry says nothing of a bad setting",
         "        asked_announce();                                             "
         "                             \\\n"
         "        if (!asked_watched())",
         "        if (!asked_watched())",
         "behaviour_test:behaviour/a_bad_setting*"),
        ("a direct call of one driver too many fails",
         "return function ? ((result(*) parameters)function)arguments : CUDA_ERROR_NOT_FOUND;",
         "return (void)function, CUDA_ERROR_NOT_FOUND;",
         "behaviour_test:behaviour/a_direct_call_of_one*"),
        ("a call of nothing succeeds",
         ": CUDA_ERROR_NOT_FOUND;        \\", ": CUDA_SUCCESS;        \\",
         "scopes_test:scopes/a_call_of_what*"),
        ("a call of nothing crashes",
         "return function ? ((result(*) parameters)function)arguments : CUDA_ERROR_NOT_FOUND;",
         "return ((result(*) parameters)function)arguments;",
         "scopes_test:scopes/a_call_of_what*"),
    ],
}
