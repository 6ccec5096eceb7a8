/* Shows push notifications in this browser, and opens the pages they link to. See rule alerts-58. */

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  event.waitUntil(receive(readMessage(event.data)));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(placeFor(event.notification.data?.url)));
});

function readMessage(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** Browsers require a visible notification for every push. */
async function receive({ title = 'Wardstone', body = '', tag = 'wardstone', url, code }) {
  if (typeof code === 'string') {
    // A page that waits for the code fills it in.
    for (const client of await openPages()) client.postMessage({ contactCode: code });
  }
  await self.registration.showNotification(String(title), {
    body: String(body),
    tag: String(tag),
    renotify: true,
    requireInteraction: true,
    data: { url },
  });
}

/** The address as a path of this console, whatever host it names, so that nothing else is opened. */
function placeFor(url) {
  try {
    const { pathname, search } = new URL(url);
    const place = new URL(pathname + search, self.location.origin);
    return place.origin === self.location.origin && place.pathname.startsWith('/console/')
      ? place.href
      : new URL('/console/', self.location.origin).href;
  } catch {
    return new URL('/console/', self.location.origin).href;
  }
}

function openPages() {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

async function open(place) {
  const pages = await openPages();
  const same = pages.find(({ url }) => url === place);
  if (same) return same.focus();
  // A page may contain unsaved input, so another window is opened if the browser permits it.
  try {
    return await self.clients.openWindow(place);
  } catch {
    const [page] = pages;
    return page?.navigate(place);
  }
}
