// Reports a page whose scripts cannot be loaded or run. A classic script in the words of old
// browsers, because it must run where the others do not.
(function () {
  "use strict";
  var key = "chatter/reloaded";

  /** Whether this is the first failure since the page has last started. Notes it. */
  function isFirst() {
    try {
      if (sessionStorage.getItem(key)) return false;
      sessionStorage.setItem(key, "yes");
      return true;
    } catch (error) {
      return false; // Without a note, the page would be loaded again and again.
    }
  }

  /** Loads the page again, once: during an upgrade its files may have been those of another server. */
  function fail() {
    var notice = document.getElementById("not-started");
    // The page removes the notice when it has started, and then reports its errors itself.
    if (!notice) return;
    if (isFirst()) location.reload();
    else notice.className = "shown";
  }

  /** Whether a style sheet has been loaded: Firefox has an empty one in place of one that failed. */
  function hasRules(sheet) {
    try {
      return sheet.cssRules.length > 0;
    } catch (error) {
      return false;
    }
  }

  function listen(event) {
    var name = event.target && event.target.localName;
    // The page starts without its icon.
    if (!name || name === "script" || event.target.rel === "stylesheet") fail();
  }

  addEventListener("error", listen, true);
  addEventListener("unhandledrejection", fail);
  // A browser without modules reports no error. The styles have been loaded before this script.
  var isOld = !("noModule" in document.createElement("script"));
  var links = document.querySelectorAll("link[rel=stylesheet]");
  var isPlain = [].some.call(links, function (link) { return !hasRules(link.sheet); });
  if (isOld || isPlain) fail();
})();
