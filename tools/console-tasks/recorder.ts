import type { Page } from 'puppeteer-core';
import type { Effort } from './effort';

/** A list that unfolds: opening it, and picking. */
const CLICKS_OF_CHOICE = 2;
/** The dialog of the system: opening it, the file, "Open". */
const CLICKS_OF_FILE = 3;

/** Called at the steps of a task that are worth a picture. */
export type TakePicture = (name: string) => Promise<void>;

/** Does what a person does in the console, and counts it. */
export class Recorder {
  private clicks = 0;
  private characters = 0;
  /** Of taking pictures, which is no part of the task. */
  private pausedMs = 0;
  private readonly startedAt = performance.now();

  constructor(
    readonly page: Page,
    private readonly takePicture?: TakePicture,
  ) {}

  get effort(): Effort {
    return { clicks: this.clicks, characters: this.characters };
  }

  /** From the first click until now. */
  get seconds(): number {
    return (performance.now() - this.startedAt - this.pausedMs) / 1000;
  }

  async click(selector: string): Promise<void> {
    await this.page.locator(selector).click();
    this.clicks++;
  }

  /** A page of the navigation, or a tab. */
  open(title: string): Promise<void> {
    return this.click(`nav a::-p-text(${title})`);
  }

  link(name: string): Promise<void> {
    return this.click(`main ::-p-aria([name="${name}"][role="link"])`);
  }

  /** @param inside selector of the dialog that it is in */
  button(name: string, inside = 'main'): Promise<void> {
    return this.click(`${inside} ::-p-aria([name="${name}"][role="button"])`);
  }

  async type(selector: string, text: string): Promise<void> {
    await this.page.waitForSelector(selector);
    // Selectors of the browser's driver cannot be narrowed.
    const isFocused = !selector.includes('::-p-') && (await this.page.$(`${selector}:focus`)) !== null;
    await this.page.locator(selector).fill(text);
    if (!isFocused) this.clicks++;
    this.characters += text.length;
  }

  /** Picks an option by its text. */
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

  /** @param inside selector of the dialog that it is in */
  async file(inside: string, path: string): Promise<void> {
    const field = await this.page.waitForSelector(`${inside} input[type=file]`);
    await field!.uploadFile(path);
    this.clicks += CLICKS_OF_FILE;
  }

  /** Waits until the page shows something. */
  async see(text: string): Promise<void> {
    await this.page.waitForSelector(`::-p-text(${text})`);
  }

  /** Waits for a page that has fields of the same names as the one before. */
  async arriveAt(heading: string): Promise<void> {
    await this.page.waitForSelector(`h1::-p-text(${heading})`);
  }

  async picture(name: string): Promise<void> {
    const begun = performance.now();
    await this.takePicture?.(name);
    this.pausedMs += performance.now() - begun;
  }
}
