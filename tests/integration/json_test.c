/* SPDX-License-Identifier: MIT */
/* The JSON of --check and --info, read by a parser that nobody here wrote. */
#include "probe.h"

#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

#define PYTHON "/usr/bin/python3"
#define HOSTILE                                                                                    \
    "FAKE_CUDA_NAME=q\"u\\o\nte\t\x01\x7f\xff\xc3\xa4\xed\xa0\x80\xf0\x9f\x98\x80</script>"

LAUNCHER_SUITE(json);

/* Runs prio-exec's report through a check in Python, of which `report` is the parsed object. */
static void holds(const char *options, const char *code)
{
    const char *condition = "import json, sys\n"
                            "text = open('report', 'rb').read().decode('utf-8', 'strict')\n"
                            "assert text.endswith('}\\n') and text.count('\\n') == 1, text\n"
                            "report = json.loads(text, strict=True)\n"
                            "assert report['schema'] == 1\n";
    if (access(PYTHON, X_OK) != 0)
        SKIP("there is no " PYTHON " to read JSON with");
    run(WORDS("/bin/sh", "-c", text("exec " PRIO_EXEC_PATH " --json %s >report", options)));
    cr_expect_str_eq(result.err, "", "%s", result.err);
    int code_of_report = spawn_code(&result);
    run(WORDS(PYTHON, "-I", "-c",
              text("%sassert report['ok'] == (%d == 0)\n%s", condition, code_of_report, code)));
    cr_expect_eq(spawn_code(&result), 0, "%s", result.err);
}

Test(json, of_a_check_has_its_rows)
{
    with(STAND_IN);
    with("FAKE_CUDA_RANGES=0:-5,0:0");
    holds("--check",
          "assert report['report'] == 'check' and report['ok'] is True\n"
          "assert report['level'] == 'high' and report['explicit'] == 'override'\n"
          "assert report['driver']['cuda'] == '13.0'\n"
          "assert report['driver']['path'].endswith('/driver/libcuda.so.1')\n"
          "assert [d['device'] for d in report['devices']] == [0, 1]\n"
          "assert report['devices'][0] == {'device': 0, 'name': 'Stand-in device 0',\n"
          "    'compute_capability': '9.0', 'least': 0, 'greatest': -5}\n"
          "rows = report['rows']\n"
          "assert {'way': 'linked', 'function': 'cuStreamCreate', 'device': 0, 'asked': None,\n"
          "    'got': -5, 'result': 'ok', 'why': None} in rows\n"
          "assert {'way': 'driver alone, stream 0', 'function': 'cuLaunchKernelEx',\n"
          "    'device': 0, 'asked': -5, 'got': 0, 'result': 'accepted', 'why': None} in rows\n"
          "assert {'way': 'dlsym', 'function': 'cuLaunchKernel_ptsz', 'device': 1,\n"
          "    'asked': None, 'got': None, 'result': 'ok', 'why': None} in rows\n"
          "assert {r['result'] for r in rows} == {'ok', 'no choice', 'not offered', 'accepted'}\n"
          "assert all(r['device'] is None for r in rows if r['result'] == 'not offered')\n"
          "assert len({(r['way'], r['function'], r['device']) for r in rows}) == len(rows) > 100\n"
          "assert report['problems'] == [] and report['notes'] == []\n");
    holds("--keep-explicit --check low",
          "assert report['level'] == 'low' and report['explicit'] == 'keep'\n"
          "assert len(report['notes']) == 1\n");
    with("FAKE_CUDA_FAIL=priority-launch=1");
    holds("--check", "refused = [r for r in report['rows'] if r['result'] == 'refused']\n"
                     "assert len(refused) == 8 and report['ok'] is True\n"
                     "assert refused[0]['why'].startswith('CUDA_ERROR_INVALID_VALUE (1)')\n"
                     "assert 'refuses a priority on stream 0' in report['notes'][0]\n");
}

Test(json, of_a_check_that_fails_has_its_problems)
{
    with(STAND_IN);
    with("FAKE_CUDA_CRASH=cuGreenCtxStreamCreate");
    holds("--check", "assert report['ok'] is False and 'signal 11' in report['problems'][0]\n"
                     "assert 'failed' in [r['result'] for r in report['rows']]\n");
    environment[2] = "FAKE_CUDA_FAIL=cuInit=34";
    holds("--check", "assert report['rows'] == [] and report['devices'] == []\n"
                     "assert report['driver'] is None and 'stub' in report['problems'][0]\n");
}

Test(json, of_a_machine_has_what_is_known)
{
    with(STAND_IN);
    holds("--info", "assert report['report'] == 'info'\n"
                    "assert report['devices'][0] == {'device': 0, 'name': 'Stand-in device 0',\n"
                    "    'compute_capability': '9.0', 'least': 0, 'greatest': -5, 'low': 0,\n"
                    "    'high': -5}\n"
                    "assert set(report['machine']) == {'wsl2', 'tegra', 'mig', 'container',\n"
                    "    'cuda_visible_devices'}\n"
                    "assert report['machine']['mig'] is False\n"
                    "assert report['mps']['daemon'] in ('answers', 'absent', 'not known')\n"
                    "assert set(report['levels']) == {'low', 'default', 'high'}\n"
                    "assert set(report['levels']['low'][0]) == {'where', 'text'}\n");
    holds("--info high", "assert set(report['levels']) == {'high'}\n");
    with("FAKE_CUDA_DEVICES=0");
    holds("--info", "assert report['ok'] is False and report['devices'] == []\n"
                    "assert 'NO_DEVICE' in report['problems'][0]\n");
}

Test(json, is_json_whatever_a_driver_and_an_environment_say)
{
    const char *name = "assert report['devices'][0]['name'] == (\n"
                       "    'q\"u\\\\o\\nte\\t\\x01\\x7f\\ufffd\\u00e4' + 3 * '\\ufffd' +\n"
                       "    '\\U0001f600</script>'), report['devices']\n";
    with(STAND_IN);
    with(HOSTILE);
    with("CUDA_VISIBLE_DEVICES=\xff\"\\");
    with("CUDA_MPS_CLIENT_PRIORITY=\n");
    with("LC_ALL=C.UTF-8");
    holds("--check", name);
    holds("--info", text("%sassert report['machine']['cuda_visible_devices'] == '\\ufffd\"\\\\'\n"
                         "assert report['mps']['client_priority'] == '\\n'\n",
                         name));
}
