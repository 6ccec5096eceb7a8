/* Shows notifications in this browser, and opens what they are about. See rule alerts-58. */

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

/** Browsers insist on a notification for every push, whatever it is. */
async function receive({ title = 'Wardstone', body = '', tag = 'wardstone', url, code }) {
  if (typeof code === 'string') {
    // The page that waits for the code takes it over.
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

/** A page of this console, whatever host the address names: nothing else is opened. */
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
  // A page may hold what was typed and not saved: another window is opened, where the browser lets it.
  try {
    return await self.clients.openWindow(place);
  } catch {
    const [page] = pages;
    return page?.navigate(place);
  }
}
