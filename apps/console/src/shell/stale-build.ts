const KEY = 'wardstone.reloaded';

/**
 * After an upgrade, a tab requests files of its old build that no longer exist; then it reloads. Once for each build,
 * so that a file missing for another reason causes no endless reloads.
 */
export function reloadWhenStale(): void {
  window.addEventListener('vite:preloadError', () => {
    if (sessionStorage.getItem(KEY) === import.meta.url) return;
    sessionStorage.setItem(KEY, import.meta.url);
    window.location.reload();
  });
}
