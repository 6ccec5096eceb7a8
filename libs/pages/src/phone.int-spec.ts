import { type Markup, markup } from '@wardstone/markup';
import { itWithBrowser, launchBrowser } from '@wardstone/testing';
import { renderDocument } from './document';

const facts = (rows: Readonly<Record<string, string | Markup>>): Markup =>
  markup`<table class="facts"><tbody>${Object.entries(rows).map(
    ([name, value]) => markup`<tr><th scope="row">${name}</th><td>${value}</td></tr>`,
  )}</tbody></table>`;

describe('facts on a phone', () => {
  itWithBrowser(
    'break no word of their labels and values, however deeply nested, and are no wider than the screen',
    async () => {
      const attempt = facts({ State: 'SUCCESS', Message: 'sent' });
      const main = facts({
        Acknowledged: 'No',
        Description: 'short',
        Conditions: facts({ Category: 'THRESHOLD', Notifications: facts({ Attempts: attempt }) }),
      });
      const browser = (await launchBrowser())!;
      try {
        const page = await browser.newPage();
        await page.setViewport({ width: 390, height: 800 });
        await page.setContent(renderDocument({ title: 'Facts', main }));
        const broken = await page.$$eval('th, td:not(:has(table))', (cells) =>
          cells.flatMap((cell) => {
            const range = cell.ownerDocument.createRange();
            range.selectNodeContents(cell);
            return range.getClientRects().length > 1 ? [cell.textContent] : [];
          }),
        );
        expect(broken).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      } finally {
        await browser.close();
      }
    },
    120_000,
  );
});
