import { named } from '@wardstone/testing';
import type { Page } from 'puppeteer-core';
import type { Effort } from './effort';

/** A drop-down list: open it, and select. */
const CLICKS_OF_CHOICE = 2;
/** The file dialog of the system: open it, select the file, "Open". */
const CLICKS_OF_FILE = 3;
/** Maximum number of characters of a page in an error message. */
const MAX_SHOWN = 3_000;

/** Called at steps of a task that deserve a picture. */
export type TakePicture = (name: string) => Promise<void>;

/**
 * Waits until the page shows a text.
 * @throws Error with the text of the page if it never does
 */
export async function waitForText(page: Page, text: string): Promise<void> {
  try {
    await page.waitForSelector(`::-p-text(${text})`);
  } catch (cause) {
    const shown = (await page.evaluate("document.querySelector('main')?.innerText ?? ''")) as string;
    throw new Error(`"${text}" is not on ${page.url()}, but: ${shown.slice(0, MAX_SHOWN)}`, { cause });
  }
}

/** Performs the actions of a user in the console, and counts them. */
export class Recorder {
  private clicks = 0;
  private characters = 0;
  /** Time for taking pictures, which is not part of the task. */
  private pausedMs = 0;
  private readonly startedAt = performance.now();

  constructor(
    readonly page: Page,
    private readonly takePicture?: TakePicture,
  ) {}

  get effort(): Effort {
    return { clicks: this.clicks, characters: this.characters };
  }

  /** Time since the first click. */
  get seconds(): number {
    return (performance.now() - this.startedAt - this.pausedMs) / 1000;
  }

  async click(selector: string): Promise<void> {
    await this.page.locator(selector).click();
    this.clicks++;
  }

  /** Opens a page of the navigation, or a tab. */
  open(title: string): Promise<void> {
    return this.click(`nav a::-p-text(${title})`);
  }

  link(name: string): Promise<void> {
    return this.click(`main ${named('link', name)}`);
  }

  /** @param inside selector of the dialog that contains it */
  button(name: string, inside = 'main'): Promise<void> {
    return this.click(`${inside} ${named('button', name)}`);
  }

  async type(selector: string, text: string): Promise<void> {
    await this.page.waitForSelector(selector);
    // Selectors of the browser driver cannot be nested.
    const isFocused = !selector.includes('::-p-') && (await this.page.$(`${selector}:focus`)) !== null;
    await this.page.locator(selector).fill(text);
    if (!isFocused) this.clicks++;
    this.characters += text.length;
  }

  /** Selects an option by its text. */
  async choose(selector: string, option: string): Promise<void> {
    const found = await this.page.waitForFunction(
      `(() => {
        const list = document.querySelector(${JSON.stringify(selector)});
        if (!list || list.disabled) return undefined;
        return [...list.options].find(({ text }) => text === ${JSON.stringify(option)})?.value;
      })()`,
    );
    await this.page.select(selector, String(await found.jsonValue()));
    this.clicks += CLICKS_OF_CHOICE;
  }

  /** @param inside selector of the dialog that contains it */
  async file(inside: string, path: string): Promise<void> {
    const field = await this.page.waitForSelector(`${inside} input[type=file]`);
    await field!.uploadFile(path);
    this.clicks += CLICKS_OF_FILE;
  }

  see(text: string): Promise<void> {
    return waitForText(this.page, text);
  }

  /** Waits for a page whose fields have the same names as those of the previous one. */
  async arriveAt(heading: string): Promise<void> {
    await this.page.waitForSelector(`h1::-p-text(${heading})`);
  }

  async picture(name: string): Promise<void> {
    const begun = performance.now();
    await this.takePicture?.(name);
    this.pausedMs += performance.now() - begun;
  }
}
