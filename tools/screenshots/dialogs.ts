import type { Page } from 'puppeteer-core';

/** A dialog or form of the console, and how to open it. */
interface ShownDialog {
  /** Address of its page. */
  address: string;
  /** Labels or texts of the buttons that open it, in order. */
  buttons?: readonly string[];
  /** Texts to enter, by field label. */
  entered?: Readonly<Record<string, string>>;
  /** Whether to submit it, to show the response. */
  isSent?: boolean;
}

const ON_CALL = '/console/alerts/on-call';
const AFTER = 'Escalate after (minutes without acknowledgement)';

/** Dialogs about notifications: empty, filled in, and refused; on pages by name. */
export function makeDialogs(pages: Readonly<Record<string, string>>): Readonly<Record<string, ShownDialog>> {
  const { rotation = ON_CALL, escalation = ON_CALL, 'resource-dependencies': parts = '' } = pages;
  const host = parts.replace('/parts', '');
  const quiet = { address: ON_CALL, buttons: ['Account of admin', 'Quiet hours'] };
  const silence = { address: host, buttons: ['Silence'] };
  const heartbeat = { address: `${host}/alerts`, buttons: ['New heartbeat'] };
  const change = { address: rotation, buttons: ['Edit'] };
  return {
    'rotation-new': { address: ON_CALL, buttons: ['New rotation'] },
    'rotation-change': change,
    'rotation-refused': { ...change, entered: { At: '25:99' }, isSent: true },
    'override-new': { address: rotation, buttons: ['New override'] },
    'override-backwards': {
      address: rotation,
      buttons: ['New override'],
      entered: { From: '2026-01-02T10:00', Until: '2026-01-01T10:00' },
    },
    'policy-delete': { address: ON_CALL, buttons: ['Delete'] },
    'policy-refused': { address: escalation, entered: { [AFTER]: '99999999' }, isSent: true },
    'quiet-new': quiet,
    'quiet-refused': { ...quiet, entered: { 'Time zone': 'Nowhere/Land' }, isSent: true },
    'silence-new': silence,
    'silence-weekly': { ...silence, entered: { Duration: 'weekly' } },
    'silence-backwards': {
      ...silence,
      entered: { Duration: 'times', Start: '2026-01-02T10:00', End: '2026-01-01T10:00', Reason: 'Backwards' },
    },
    'silence-end': { address: '/console/alerts/silences', buttons: ['End'] },
    'heartbeat-new': heartbeat,
    'heartbeat-of-events': { ...heartbeat, entered: { Signal: 'EVENT' } },
    'heartbeat-refused': {
      ...heartbeat,
      entered: { Name: 'late', Timeout: '99999999' },
      isSent: true,
    },
    'heartbeat-renew': { address: '/console/alerts/heartbeats', buttons: ['New URL'] },
    'dependency-new': { address: parts, buttons: ['Add a dependency'] },
  };
}

/** Opens the dialog on a page that shows its address. */
export async function openDialog(page: Page, { buttons = [], entered = {}, isSent }: ShownDialog): Promise<void> {
  for (const text of buttons) await page.locator(`button[aria-label="${text}"], button::-p-text(${text})`).click();
  for (const [label, value] of Object.entries(entered)) {
    await page.locator(`:is(input, select, textarea)::-p-aria([name="${label}"])`).fill(value);
  }
  if (isSent) await page.locator('main form button[type=submit], [role=dialog] button[type=submit]').click();
}
