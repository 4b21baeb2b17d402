#pragma once

#include <gio/gio.h>

// G_VARIANT_TYPE is a macro that casts, and checks in the debug builds of GLib.
static inline const GVariantType *cgio_variant_type(const char *text) {
  return G_VARIANT_TYPE(text);
}
