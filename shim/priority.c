/* SPDX-License-Identifier: MIT */
#include "priority.h"

const char priority_words[][WORD_SIZE] = PRIORITY_WORDS;
