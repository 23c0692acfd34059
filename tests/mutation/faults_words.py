"""Faults in what the library is told and tells: the settings, lines, the log."""
FAULTS = {
    "shim/settings.c": [
        ("one bad setting leaves the others",
         "        value[i] = default_of(&setting_rows[i]);\n"
         "        out",
         "        if (value[i] < 0)\n"
         "            value[i] = default_of(&setting_rows[i]);\n"
         "        out",
         "settings_test"),
        ("an empty value is a word",
         "text && *text ? text : NULL;", "text;",
         "settings_test"),
        ("an A in capitals is not read",
         "c >= 'A' && c <= 'Z'", "c > 'A' && c <= 'Z'",
         "settings_test"),
        ("a word's beginning is the word",
         "if (!words[i][n] && !text[n])", "if (!words[i][n])",
         "settings_test"),
        ("a variable's beginning is the variable",
         "if (!variable[n] && environment[i][n] == '=')", "if (environment[i][n] == '=')",
         "settings_test"),
    ],
    "shim/asked.c": [
        ("settings are read in secure mode",
         "getauxval(AT_SECURE) ? NULL : environment", "environment",
         "asked_test"),
        ("a complaint is made at every call",
         "__atomic_fetch_and(&asked_attention, ~ATTENTION_UNSAID, __ATOMIC_ACQUIRE)",
         "__atomic_load_n(&asked_attention, __ATOMIC_ACQUIRE)",
         "asked_test"),
        ("settings are read before there is an environment",
         "!= READ && __environ)", "!= READ)",
         "lives_test"),
        ("settings are read again",
         "== READ)\n"
         "        return;",
         "== READ + 1)\n"
         "        return;",
         "asked_test"),
    ],
    "shim/log.c": [
        ("a line goes to whoever has stderr's number",
         " &&\n"
         "        now.st_dev == stderr_at_start.st_dev && now.st_ino == stderr_at_start.st_ino)",
         ")",
         "log_test", "asked_test"),
        ("a closed stderr changes errno",
         "&stderr_at_start) == 0;\n"
         "    errno = saved_errno;",
         "&stderr_at_start) == 0;\n"
         "    (void)saved_errno;",
         "asked_test"),
        ("a line on stderr changes errno",
         "write_quietly(STDERR_FILENO, line, -1);\n"
         "    errno = saved_errno;",
         "write_quietly(STDERR_FILENO, line, -1);\n"
         "    (void)saved_errno;",
         "log_test"),
    ],
    "shim/line.c": [
        ("a line has no room for its end",
         "if (line->length < line->room)", "if (line->length <= line->room)",
         "line_test"),
        ("a DEL reaches the terminal",
         "(unsigned char)text[n] < ' ' || text[n] == 0x7f", "(unsigned char)text[n] < ' '",
         "line_test"),
        ("letters beyond ASCII are not readable",
         "(unsigned char)text[n] < ' '", "(signed char)text[n] < ' '",
         "line_test"),
    ],
}
