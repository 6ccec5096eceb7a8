import fs from 'node:fs';
import { launchBrowser } from '@wardstone/testing';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import type { RunningSystem } from '../../tools/system';
import { signIn } from './sign-in';

/** For what a loaded machine shows late. */
const PATIENCE_MS = 60_000;
const AXE_SOURCE = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Collected where the page cannot keep it from us. */
const WATCH_POLICY = `
  window.violations = [];
  document.addEventListener('securitypolicyviolation', (event) => {
    window.violations.push(event.effectiveDirective + ' ' + event.blockedURI);
  });`;

/** A tab of a browser of its own, in which the administrator looks at the console. */
export interface ConsolePage {
  page: Page;
  context: BrowserContext;
  root: string;
  /** Opens an address below /console, signing in where it has to, and waits for its heading. */
  open: (path: string) => Promise<void>;
  /** As if the system of the viewer were light or dark. */
  showIn: (theme: 'light' | 'dark') => Promise<void>;
  /** Waits for a text anywhere on the page. */
  see: (text: string) => Promise<void>;
  /** What axe finds serious or critical, and what the policy of the page had to stop. */
  complaints: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** @returns undefined where there is no browser */
export async function openConsole(system: RunningSystem): Promise<ConsolePage | undefined> {
  const browser = await launchBrowser();
  if (!browser) return undefined;
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.setDefaultNavigationTimeout(PATIENCE_MS);
  await showIn(page, 'light');
  await page.evaluateOnNewDocument(WATCH_POLICY);
  const root = `http://127.0.0.1:${new URL(system.gatewayUrl).port}`;
  const console: ConsolePage = {
    page,
    context,
    root,
    open: async (path) => {
      await page.goto(`${root}/console${path}`);
      if (new URL(page.url()).pathname === '/login') await signIn(page, system.adminPassword);
      await page.waitForSelector('h1');
    },
    showIn: (theme) => showIn(page, theme),
    see: async (text) => void (await page.waitForSelector(`::-p-text(${text})`)),
    complaints: () => complaintsOf(page),
    close: () => closeAll(browser),
  };
  return console;
}

async function showIn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    // Colours on their way to others have the contrast of neither.
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
}

async function complaintsOf(page: Page): Promise<string[]> {
  // Through the debugger, which the policy of the page does not concern.
  await page.evaluate(AXE_SOURCE);
  const { violations } = (await page.evaluate('axe.run(document)')) as AxeResults;
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  return [...serious, ...((await page.evaluate('window.violations')) as string[])];
}

async function closeAll(browser: Browser): Promise<void> {
  await browser.close();
}
