#pragma once

#include <pocketsphinx.h>

// cmd_ln_init is variadic. The log goes nowhere: it would go to the standard error of the program.
static inline cmd_ln_t *cps_configuration(
    const char *acoustic_model, const char *language_model, const char *dictionary) {
  return cmd_ln_init(
      NULL, ps_args(), TRUE, "-hmm", acoustic_model, "-lm", language_model, "-dict", dictionary,
      "-logfn", "/dev/null", NULL);
}
