import { itWithBrowser, launchBrowser } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';

/** Somebody who logs in once and tries operations out as the page fills them in. */
export function describeSwaggerUi(system: () => RunningSystem): void {
  describe('Swagger UI', () => {
    itWithBrowser(
      'lists what there is when a list is executed unchanged, and keeps the login across documents and reloads',
      async () => {
        const { gatewayUrl, adminPassword, login } = system();
        const target = '/api/compliance/v2/systems';
        const counted = await fetch(gatewayUrl + target, { headers: { authorization: login } });
        const { meta } = (await counted.json()) as { meta: { total: number } };
        const browser = (await launchBrowser())!;
        try {
          const page = await browser.newPage();
          await page.goto(`${gatewayUrl}/docs`);
          await page.locator('.btn.authorize').setTimeout(60_000).click();
          await page.locator('#auth-basic-username').fill('admin');
          await page.locator('#auth-basic-password').fill(adminPassword);
          await page.locator('.auth-container ::-p-text(Authorize)').click();
          await page.select('.download-url-wrapper select', '/openapi/compliance.json');
          await page.reload();
          await page.locator('.btn.authorize.locked').setTimeout(60_000).wait();
          await page.locator('#operations-systems-Systems .opblock-summary-control').setTimeout(60_000).click();
          await page.locator('#operations-systems-Systems .execute').click();
          await page.locator('#operations-systems-Systems .live-responses-table .response-col_status').wait();
          const shown = await page.$eval(
            '#operations-systems-Systems .live-responses-table',
            (node) => node.textContent,
          );
          expect(meta.total).toBeGreaterThan(0);
          expect(shown).toMatch(new RegExp(`"total": ${meta.total},`));
        } finally {
          await browser.close();
        }
      },
      300_000,
    );
  });
}
