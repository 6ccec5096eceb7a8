import { contactTexts } from '../texts/contacts';

const WORKER = '/console/push-worker.js';
const SCOPE = '/console/';
const texts = contactTexts.push;

/** Configuration of a contact method for push messages to this browser. */
export type PushConfig = Record<'endpoint' | 'p256dh' | 'auth', string>;

/**
 * Requests permission and subscribes. Browsers refuse it unless a click is the cause.
 * @param applicationServerKey base64url
 * @throws Error with a sentence for the viewer
 */
export async function subscribe(applicationServerKey: string): Promise<PushConfig> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) {
    throw new Error(texts.unsupported);
  }
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(texts.denied);
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = toBytes(applicationServerKey);
  const known = await pushManager.getSubscription();
  // A subscription for an earlier installation at the same address has another key.
  if (known && !isSame(known.options.applicationServerKey, key)) await known.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = '', keys = {} } = made.toJSON();
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' };
}

/** Calls back with the code that a push message brings to this browser. Returns a function that unsubscribes. */
export function onPushedCode(take: (code: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const onMessage = ({ data }: MessageEvent<{ contactCode?: unknown } | null>): void => {
    if (typeof data?.contactCode === 'string') take(data.contactCode);
  };
  navigator.serviceWorker.addEventListener('message', onMessage);
  return () => navigator.serviceWorker.removeEventListener('message', onMessage);
}

function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function isSame(known: ArrayBuffer | null, key: Uint8Array): boolean {
  return known !== null && String(new Uint8Array(known)) === String(key);
}
