import { eventually } from '@wardstone/testing';
import type { HTTPResponse, Page } from 'puppeteer-core';

/** Paths of the page with the form: at first, and after a wrong password. */
const STEPS = ['/login', '/auth/session'];

/** Signs in at the login page, and arrives where it leads. @throws Error when the login is refused */
export async function signIn(page: Page, password: string, username?: string): Promise<void> {
  const response = await sendForm(page, password, username);
  if (response.status() !== 303) throw new Error(`the login is refused: ${response.status()}`);
  await eventually('the page that the login leads to', async () => {
    const isThere = !STEPS.includes(new URL(page.url()).pathname);
    return isThere && (await page.evaluate('document.readyState')) === 'complete';
  });
}

/** The same with a wrong password: the form is shown again. */
export async function signInInVain(page: Page, password: string): Promise<void> {
  const response = await sendForm(page, password);
  if (response.status() !== 401) throw new Error(`the login returns ${response.status()}, not 401`);
  await page.waitForSelector('[role=alert]');
}

async function sendForm(page: Page, password: string, username = 'admin'): Promise<HTTPResponse> {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  const [response] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname === '/auth/session'),
    page.click('form button'),
  ]);
  return response;
}
