/* fuzzer.c: hands libFuzzer's bytes to one of the functions of fuzz.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  FUZZ_FUNCTION (data, size);

  return 0;
}
