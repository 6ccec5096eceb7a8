import type { Browser, Page } from 'puppeteer-core';
import { itWithBrowser, launchBrowser } from '../src/browser';
import { named } from '../src/named-elements';

const PAGE = `
  <main>
    <button id="plain">
      <span aria-hidden="true">!</span>Save <b>all</b>
    </button>
    <button id="labelled" aria-label="Save (draft)">x</button>
    <div id="role" role="button"><span aria-hidden="true">*</span>Delete</div>
    <button style="display: none">Save all</button>
    <div aria-hidden="true"><button>Save all</button></div>
    <a id="link" href="#">Save all</a>
    <label for="title">Title <span aria-hidden="true">*</span></label><input id="title">
    <span id="heading">"Row" 3</span><input id="cell" aria-labelledby="heading">
  </main>
  <footer><button id="other">Save all</button></footer>`;

describe('elements by role and name', () => {
  let browser: Browser | undefined;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser();
    if (!browser) return;
    page = await browser.newPage();
    await page.setContent(PAGE);
  }, 120_000);
  afterAll(() => browser?.close());

  const find = async (selector: string): Promise<string[]> =>
    page.$$eval(selector, (found) => found.map(({ id }) => id));

  itWithBrowser('are those that ::-p-aria finds', async () => {
    for (const [role, name, expected, ariaRole = role] of [
      ['button', 'Save all', ['plain', 'other']],
      ['button', 'Save (draft)', ['labelled']],
      ['button', 'Delete', ['role']],
      ['button', 'Save', []],
      ['link', 'Save all', ['link']],
      ['input', 'Title', ['title'], 'textbox'],
      ['input', '"Row" 3', ['cell'], 'textbox'],
    ] as const) {
      const aria = `::-p-aria([name='${name}'][role='${ariaRole}'])`;
      expect([name, await find(named(role, name)), await find(aria)]).toEqual([name, expected, expected]);
    }
  });

  itWithBrowser('are searched inside another, which may be one of them', async () => {
    expect(await find(`main ${named('button', 'Save all')}`)).toEqual(['plain']);
    expect(await find(`[role=button]${named('button', 'Delete')}`)).toEqual(['role']);
  });
});
