const KEY = 'wardstone.reloaded';

/**
 * After an upgrade, a tab asks for files of the build it was opened with, which are no longer there: then it reloads.
 * Once for each build, so that a file missing for another reason does not make it reload forever.
 */
export function reloadWhenStale(): void {
  window.addEventListener('vite:preloadError', () => {
    if (sessionStorage.getItem(KEY) === import.meta.url) return;
    sessionStorage.setItem(KEY, import.meta.url);
    window.location.reload();
  });
}
