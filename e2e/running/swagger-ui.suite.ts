import { itWithBrowser } from '@wardstone/testing';
import type { Page } from 'puppeteer-core';
import type { RunningSystem } from '../../tools/system';
import { openProfile } from './console-page';
import { requireRecords } from './records';

/**
 * Opens an operation and executes it with the values that the page fills in; returns status and body. Pages of services
 * have a button that lets a form be filled in.
 */
async function executed(page: Page, operation: string, ofService = false): Promise<string> {
  const block = `#operations-${operation}`;
  await page.locator(`${block} .opblock-summary-control`).setTimeout(60_000).click();
  if (ofService) await page.locator(`${block} .try-out__btn`).setTimeout(60_000).click();
  await page.locator(`${block} .execute`).setTimeout(60_000).click();
  const response = `${block} .live-responses-table tbody .response`;
  await page.locator(`${response} .response-col_status`).setTimeout(60_000).wait();
  return page.$eval(response, (node) => node.textContent!.trim());
}

/** A user who logs in once and executes operations with the values that the page fills in. */
export function describeSwaggerUi(system: () => RunningSystem): void {
  describe('Swagger UI', () => {
    beforeAll(() => requireRecords(system()), 120_000);

    itWithBrowser(
      'lists records when a list is executed unchanged, and forgets the login when it is reloaded',
      async () => {
        const { gatewayUrl, adminPassword, login } = system();
        const target = '/api/compliance/v2/systems';
        const counted = await fetch(gatewayUrl + target, { headers: { authorization: login } });
        const { meta } = (await counted.json()) as { meta: { total: number } };
        const profile = (await openProfile())!;
        try {
          const page = await profile.newPage();
          // Of a long list Swagger UI draws only what is in view.
          await page.setViewport({ width: 1280, height: 12_000 });
          await page.goto(`${gatewayUrl}/docs`);
          await page.waitForSelector('.download-url-wrapper select', { timeout: 60_000 });
          await page.select('.download-url-wrapper select', '/openapi/compliance.json');
          await page.waitForSelector('#operations-systems-Systems', { timeout: 60_000 });
          await page.locator('.btn.authorize').click();
          await page.locator('#auth-basic-username').fill('admin');
          await page.locator('#auth-basic-password').fill(adminPassword);
          await page.locator('form:has(#auth-basic-password) .authorize').click();
          await page.locator('.auth-container .btn-done').click();
          await page.locator('.btn.authorize.locked').setTimeout(60_000).wait();
          expect(meta.total).toBeGreaterThan(0);
          expect(await executed(page, 'systems-Systems')).toMatch(new RegExp(`"total": ${meta.total},`));
          await page.reload();
          await page.locator('.btn.authorize.unlocked').setTimeout(60_000).wait();
          expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(adminPassword);
        } finally {
          await profile.close();
        }
      },
      300_000,
    );

    itWithBrowser(
      'works at the port of a service with a token of the gateway',
      async () => {
        const token = (await system().tokenOf()).replace('Bearer ', '');
        const profile = (await openProfile())!;
        try {
          const page = await profile.newPage();
          await page.goto(`${system().serviceUrl('error-registry')}/docs`);
          await page.locator('.btn.authorize').setTimeout(60_000).click();
          await page.locator('#auth-bearer-value').wait();
          // React does not see a value that is set and not typed.
          await page.type('#auth-bearer-value', token);
          await page.locator('form:has(#auth-bearer-value) .authorize').click();
          await page.locator('.auth-container .btn-done').click();

          expect(await executed(page, 'error-listErrorTypes', true)).toMatch(/^200/);
        } finally {
          await profile.close();
        }
      },
      120_000,
    );
  });
}
