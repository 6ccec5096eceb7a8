import fs from 'node:fs';
import { launchBrowser } from '@wardstone/testing';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Dialog, Page } from 'puppeteer-core';
import { waitForText } from '../../tools/console-tasks/recorder';
import type { RunningSystem } from '../../tools/system';
import { signIn } from './sign-in';

/** Timeout for a loaded machine. */
const PATIENCE_MS = 60_000;
const AXE_SOURCE = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** A rule of moderate impact, which is not reported and takes a quarter of the time of all rules. */
const WITHOUT_REGIONS = { region: { enabled: false } };

/** Collected in the page, whose policy does not prevent it. */
const WATCH_POLICY = `
  window.violations = [];
  document.addEventListener('securitypolicyviolation', (event) => {
    window.violations.push(event.effectiveDirective + ' ' + event.blockedURI);
  });`;

/** Elements that can only be reached by scrolling the page sideways; scrollable elements may be wider. */
const BEYOND_THE_EDGE = `[...document.querySelectorAll('body *')]
  .filter((element) => {
    if (element.getBoundingClientRect().right <= innerWidth) return false;
    let around = element.parentElement;
    while (around && getComputedStyle(around).overflowX === 'visible') around = around.parentElement;
    return !around || around.matches('html, body, .pf-v6-c-page, .pf-v6-c-page__main-container, .pf-v6-c-page__main');
  })
  .map(({ outerHTML }) => outerHTML.slice(0, 200))`;

/** Words of tables that are cut in two, without addresses and what is longer than names are. */
const BROKEN_WORDS = `[...document.querySelectorAll('.data-table td > div')].flatMap((cell) => {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const { 0: word, index } of node.data.matchAll(/(?<!\\S)[^\\s/?-]{1,24}(?!\\S)/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return broken;
})`;

/** A tab with its own profile, in which a person uses the console. */
export interface ConsolePage {
  page: Page;
  context: BrowserContext;
  root: string;
  /** Opens an address below /console, signing in where it has to, and waits for its heading. */
  open: (path: string) => Promise<void>;
  /** Emulates a light or dark system of the viewer. */
  showIn: (theme: 'light' | 'dark') => Promise<void>;
  /** Waits for a text anywhere on the page. */
  see: (text: string) => Promise<void>;
  /** Picks an option of a list by its value, once it is there. */
  choose: (selector: string, value: string) => Promise<void>;
  /** Waits until the tab that is open lies within the window, at the width of a phone. */
  seeOpenTab: (selector: string) => Promise<void>;
  /**
   * Serious and critical findings of axe, by all or some of its rules, and violations of the page's content security
   * policy.
   */
  complaints: (rules?: readonly string[]) => Promise<string[]>;
  /** Words of tables that are cut in two. */
  brokenWords: () => Promise<string[]>;
  /** Elements that are wider than the page. */
  beyondTheEdge: () => Promise<string[]>;
  close: () => Promise<void>;
}

interface Person {
  username: string;
  password: string;
}

/** Shared by the suites of a file, each of which has profiles of its own in it. */
let browser: Promise<Browser | undefined> | undefined;

export async function closeBrowser(): Promise<void> {
  const opened = browser;
  browser = undefined;
  await (await opened)?.close();
}

/** A profile of its own: no login, no cache. @returns undefined where there is no browser */
export async function openProfile(): Promise<BrowserContext | undefined> {
  browser ??= launchBrowser();
  return (await browser)?.createBrowserContext();
}

/** Opens the console in a profile of its own. @param person the administrator when absent. @returns undefined where there is no browser */
export async function openConsole(
  system: RunningSystem,
  person: Person = { username: 'admin', password: system.adminPassword },
): Promise<ConsolePage | undefined> {
  const context = await openProfile();
  if (!context) return undefined;
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
      // Suppresses the question about unsaved input that a failed test left behind.
      const leave = (dialog: Dialog): void => void dialog.accept();
      page.on('dialog', leave);
      await page.goto(`${root}/console${path}`);
      page.off('dialog', leave);
      if (new URL(page.url()).pathname === '/login') await signIn(page, person.password, person.username);
      await page.waitForSelector('h1');
    },
    showIn: (theme) => showIn(page, theme),
    seeOpenTab: (selector) => seeOpenTab(page, selector),
    see: (text) => waitForText(page, text),
    choose: async (selector, value) => {
      await page.waitForSelector(`${selector}:not(:disabled) option[value="${value}"]`);
      await page.select(selector, value);
    },
    complaints: (rules) => findViolations(page, rules),
    brokenWords: async () => (await page.evaluate(BROKEN_WORDS)) as string[],
    beyondTheEdge: async () => (await page.evaluate(BEYOND_THE_EDGE)) as string[],
    close: () => context.close(),
  };
  return console;
}

async function showIn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    // During a transition, colours have a contrast of neither state.
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
}

async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Through the debugger, to which the page's policy does not apply.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE_SOURCE);
  // Without selectors of passed elements, which nobody reads, and without style sheets, which only rules that do not
  // run need.
  const options = JSON.stringify({
    resultTypes: ['violations'],
    preload: false,
    ...(rules ? { runOnly: rules } : { rules: WITHOUT_REGIONS }),
  });
  const { violations } = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResults;
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  return [...serious, ...((await page.evaluate('window.violations')) as string[])];
}

async function seeOpenTab(page: Page, selector: string): Promise<void> {
  const before = page.viewport();
  await page.setViewport({ width: 390, height: 844 });
  // The row is moved when the page is opened.
  await page.reload();
  await page.waitForFunction(
    `(() => {
      const tab = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect();
      return tab !== undefined && tab.left >= 0 && tab.right <= innerWidth;
    })()`,
  );
  await page.setViewport(before);
}

/** Closes a page, and removes the resource that it was about with all that goes with it. */
export async function leave(
  call: (method: string, path: string) => Promise<unknown>,
  { console, host }: { console: ConsolePage | undefined; host: { resourceId: number } },
): Promise<void> {
  await console?.close();
  await call('DELETE', `/rest/resource/${host.resourceId}`);
}
