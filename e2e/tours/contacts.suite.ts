import { eventually, itWithBrowser } from '@wardstone/testing';
import type { ContactMethodRest } from '@wardstone/dto/monitoring';
import type { CDPSession } from 'puppeteer-core';
import type { PushService } from '../../apps/monitoring/src/notifications/test/push-service';
import type { MailSink } from '../../apps/monitoring/src/test/alerts/sinks';
import type { RunningSystem } from '../../tools/system';
import { callsTo, DIALOG, handsOn } from '../running/console-hands';
import { type ConsolePage, openConsole } from '../running/console-page';

const TOUR_MS = 240_000;
type Id = { id: number };

/** A person adds a contact method, and is paged in the browser. */
export function describeContacts(
  system: () => RunningSystem,
  sinks: () => { mail: MailSink; push: PushService },
): void {
  describe('contact methods in a browser', () => {
    let mail: MailSink;
    let push: PushService;
    let console: ConsolePage | undefined;
    const call = callsTo(system);
    const hands = handsOn(() => console!);
    beforeAll(async () => {
      ({ mail, push } = sinks());
      console = await openConsole(system());
    }, TOUR_MS);
    afterAll(async () => {
      await console?.close();
    });

    const METHODS = '/rest/user/admin/contact-methods';
    const list = (): Promise<ContactMethodRest[]> => call('GET', METHODS);
    /** Delivers messages to the page's service worker, as the browser does with those of a push service. */
    const openDelivery = async (session: CDPSession, origin: string): Promise<(message: object) => Promise<void>> => {
      const registered = new Promise<string>((resolve) => {
        session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
          const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/console/`);
          if (own) resolve(own.registrationId);
        });
      });
      await session.send('ServiceWorker.enable');
      const registrationId = await registered;
      return async (message) => {
        await session.send('ServiceWorker.deliverPushMessage', {
          origin,
          registrationId,
          data: JSON.stringify(message),
        });
      };
    };

    itWithBrowser(
      'are entered, verified by the code that arrives, and tested',
      async () => {
        const { open, see, page, complaints, beyondTheEdge } = console!;
        await open('/contact-methods');
        await see('No contact methods');
        await hands.button('Add contact method');
        await hands.fill('E-mail address', 'admin@example.test', DIALOG);
        await hands.send();
        await see('Enter the code that was sent');
        const mailed = (): string | undefined =>
          mail.mails.filter(({ to }) => to === 'admin@example.test').at(-1)?.text;
        const text = await eventually('the mail with the code', mailed);
        const [, code = ''] = /code: ([0-9A-Z-]{11})/.exec(text)!;
        await hands.fill('Code', 'AAAAA-AAAAA', DIALOG);
        await hands.send();
        await see('The code is wrong');
        await hands.fill('Code', code, DIALOG);
        await hands.send();
        await hands.closed();
        await see('Verified');
        await hands.button('Send a test to E-mail');
        await see('Test: sent to [admin: E-mail]');
        expect(mailed()).toContain('This is a test notification');
        expect(await complaints()).toEqual([]);
        await page.setViewport({ width: 390, height: 844 });
        expect(await beyondTheEdge()).toEqual([]);
        await page.setViewport({ width: 1280, height: 900 });
      },
      TOUR_MS,
    );

    itWithBrowser(
      'show a notification of an alert in this browser, whose click opens the alert',
      async () => {
        const { page, context, root, open, see } = console!;
        await context.overridePermissions(root, ['notifications']);
        const kinds = await call<{ kind: string; applicationServerKey?: string }[]>(
          'GET',
          '/rest/on-call/contact-kind',
        );
        const key = kinds.find(({ kind }) => kind === 'WEB_PUSH')!.applicationServerKey!;
        const { endpoint, ...keys } = push.subscribe(key);
        // The push service of the browser is that of the test; everything else is the browser's own.
        await page.evaluateOnNewDocument(`PushManager.prototype.getSubscription = async () => null;
          PushManager.prototype.subscribe = async function subscribe(options) {
            window.subscribed = String(new Uint8Array(options.applicationServerKey));
            return { toJSON: () => (${JSON.stringify({ endpoint, keys })}) };
          };`);
        await open('/contact-methods');
        await hands.button('Add contact method');
        await console!.choose(`${DIALOG} select`, 'WEB_PUSH');
        await hands.button('Allow notifications in this browser', DIALOG);
        await see('This browser is ready');
        expect(await page.evaluate('window.subscribed')).toBe(String(new Uint8Array(Buffer.from(key, 'base64url'))));
        await hands.send();
        const { message: withCode } = await eventually('the code', () => push.taken.at(-1));
        const deliver = await openDelivery(await page.createCDPSession(), root);
        await deliver(withCode);
        // The page takes over the code that this browser's service worker received.
        await page.waitForFunction(
          `document.querySelector('${DIALOG} input')?.value === ${JSON.stringify(withCode['code'])}`,
        );
        await hands.send();
        await hands.closed();
        expect((await list()).map(({ kind, verified }) => [kind, verified])).toContainEqual(['WEB_PUSH', true]);

        const host = await call<{ resourceId: number }>('POST', '/rest/resource/platforms', {
          resourceName: 'paged-1',
          typeName: 'Linux',
        });
        const report = (type: 'UP' | 'DOWN'): Promise<unknown> =>
          call('PUT', `/rest/resource/${host.resourceId}/availability`, {
            since: Date.now(),
            type,
            resourceId: host.resourceId,
          });
        await report('UP');
        const sender = await call<{ properties: { choices: { value: string; label: string }[] }[] }>(
          'GET',
          '/rest/alert/sender/System%20Users?include=properties',
        );
        const user = sender.properties.flatMap(({ choices }) => choices).find(({ label }) => label === 'admin')!;
        await call('POST', `/rest/alert/definitions?resourceId=${host.resourceId}`, {
          name: 'Host is down',
          enabled: true,
          priority: 'HIGH',
          dampeningCategory: 'NONE',
          conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
          notifications: [{ senderName: 'System Users', config: { subjectId: `|${user.value}|` } }],
        });
        push.taken.length = 0;
        await report('DOWN');
        const { message, headers } = await eventually('the page', () => push.taken.at(-1));
        expect(push.faults).toEqual([]);
        expect(headers['urgency']).toBe('high');
        const [{ id }] = await call<[Id]>('GET', `/rest/alert?resourceId=${host.resourceId}`);
        expect(message).toMatchObject({
          title: '[HIGH] paged-1: Host is down',
          url: expect.stringMatching(`/console/alerts/${id}$`),
        });

        // A headless browser shows no notifications, so the worker records those that it would show.
        const target = await page
          .browser()
          .waitForTarget((each) => String(each.type()) === 'service_worker' && each.url().startsWith(root));
        const worker = await target.createCDPSession();
        const inWorker = async (expression: string): Promise<unknown> =>
          (await worker.send('Runtime.evaluate', { expression, returnByValue: true })).result.value;
        await inWorker(`self.shown = [];
          ServiceWorkerRegistration.prototype.showNotification = async (title, options) => void self.shown.push({ title, ...options });`);
        await deliver(message);
        const [notification] = (await eventually('the notification', async () => {
          const shown = (await inWorker('self.shown')) as object[];
          return shown.length > 0 ? shown : undefined;
        })) as [object];
        expect(notification).toMatchObject({ title: message['title'], data: { url: message['url'] } });
        // The debugger cannot click on a notification, so its event is dispatched in the worker.
        await inWorker(`self.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), {
          notification: { close: () => undefined, data: self.shown[0].data },
        }))`);
        await page.waitForFunction(`location.pathname === '/console/alerts/${id}'`);
        await see('Host is down');
      },
      TOUR_MS,
    );
  });
}
