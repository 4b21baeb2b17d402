#pragma once

#include <gio/gio.h>

// G_VARIANT_TYPE is a macro that casts its text: a type lives as long as that, and one that Swift
// lends only until the call returns. The builder copies it.
static inline GVariantBuilder *cgio_variant_builder(const char *type) {
  return g_variant_builder_new(G_VARIANT_TYPE(type));
}

// The type of a reply that contains one unsigned number.
static inline const GVariantType *cgio_uint32_reply_type(void) { return G_VARIANT_TYPE("(u)"); }

// GCallback has no arguments, and Swift does not cast functions.
static inline gulong cgio_on_closed(GDBusConnection *connection,
                                    void (*closed)(GDBusConnection *, gboolean, GError *, void *),
                                    void *context) {
  return g_signal_connect_data(connection, "closed", G_CALLBACK(closed), context, NULL,
                               (GConnectFlags)0);
}
