import { named } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';
import type { ConsolePage } from './console-page';

export const DIALOG = '[role=dialog]';
/** Maximum number of key presses until an element has the focus. */
const MAX_TABS = 150;

export interface Hands {
  click: (selector: string) => Promise<void>;
  button: (name: string, inside?: string) => Promise<void>;
  /** Fills the field of a label. */
  fill: (label: string, text: string, inside?: string) => Promise<void>;
  heading: (title: string) => Promise<unknown>;
  /** Sends the form of the dialog that is open. */
  send: () => Promise<void>;
  /** Waits until no dialog is open. */
  closed: () => Promise<unknown>;
  /** Presses Tab until what a selector names has the focus. */
  tabTo: (selector: string) => Promise<void>;
}

/** Actions of a person on a page of the console. */
export function handsOn(console: () => ConsolePage): Hands {
  const click = (selector: string): Promise<void> => console().page.locator(selector).click();
  return {
    click,
    button: (name, inside = '') => click(`${inside} ${named('button', name)}`),
    fill: (label, text, inside = '') =>
      console()
        .page.locator(`${inside} ${named('input', label)}`)
        .fill(text),
    heading: (title) => console().page.waitForSelector(`h1::-p-text(${title})`),
    send: () => click(`${DIALOG} button[type=submit]`),
    closed: () => console().page.waitForSelector(DIALOG, { hidden: true }),
    tabTo: async (selector) => {
      const { page } = console();
      await page.waitForSelector(selector);
      for (let pressed = 0; pressed < MAX_TABS; pressed += 1) {
        if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`${selector} is not reached by Tab`);
    },
  };
}

export type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

interface Calls {
  /** Login; that of the administrator by default. */
  authorization?: string;
  /** Address that the paths are relative to. */
  below?: string;
}

/** Calls the API; a file is the result of a scan, compressed. @throws Error for anything but a success */
export function callsTo(system: () => RunningSystem, { authorization, below = '' }: Calls = {}): Call {
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const isFile = Buffer.isBuffer(body);
    const response = await fetch(system().gatewayUrl + below + path, {
      method,
      headers: {
        authorization: authorization ?? system().login,
        accept: 'application/json',
        ...(isFile
          ? { 'content-type': 'application/xml', 'content-encoding': 'gzip' }
          : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
}
