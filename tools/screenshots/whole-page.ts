import { setTimeout } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';

export interface Window {
  width: number;
  height: number;
}

/** The console scrolls a part of the page, other pages scroll as a whole. */
const BELOW_THE_WINDOW = `Math.max(...[document.documentElement, ...document.querySelectorAll('main, #main')]
  .map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))`;
/** Time for drawing canvases, which emit no event. */
const DRAWN_MS = 300;

/** Takes a picture of the page in its full length, up to a height; restores the window afterwards. */
export async function takeWhole(page: Page, file: `${string}.png`, window: Window, highest: number): Promise<void> {
  await setTimeout(DRAWN_MS);
  const hidden = Number(await page.evaluate(BELOW_THE_WINDOW));
  if (hidden > 0) {
    await page.setViewport({ ...window, height: Math.min(window.height + hidden, highest) });
    await setTimeout(DRAWN_MS);
  }
  await page.screenshot({ path: file });
  if (hidden > 0) await page.setViewport(window);
}
