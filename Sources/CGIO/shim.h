#pragma once

#include <gio/gio.h>

// G_VARIANT_TYPE is a macro that casts, and checks in the debug builds of GLib.
static inline const GVariantType *cgio_variant_type(const char *text) {
  return G_VARIANT_TYPE(text);
}

// GCallback has no arguments, and a cast of a function is none that Swift makes.
static inline gulong cgio_on_closed(GDBusConnection *connection,
                                    void (*closed)(GDBusConnection *, gboolean, GError *, void *),
                                    void *context) {
  return g_signal_connect_data(connection, "closed", G_CALLBACK(closed), context, NULL,
                               (GConnectFlags)0);
}
