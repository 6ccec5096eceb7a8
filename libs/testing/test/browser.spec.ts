import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { itWithBrowser, launchBrowser } from '../src/browser';

const WORKSPACE = path.join(__dirname, '..', '..', '..');
const UNPACKED = path.join(WORKSPACE, '.cache', 'browser');

/** Launches a browser and draws a text. @returns its width */
async function widthOfText(cache: string): Promise<number> {
  const browser = (await launchBrowser(cache))!;
  try {
    const page = await browser.newPage();
    await page.setContent('<span>some text</span>');
    return await page.$eval('span', (span) => span.getBoundingClientRect().width);
  } finally {
    await browser.close();
  }
}

describe('the packaged browser', () => {
  itWithBrowser(
    'starts, and finds its fonts, after its folder was moved',
    async () => {
      const before = await widthOfText(UNPACKED);
      const isPackaged = existsSync(UNPACKED);
      // On the same file system, so that files are linked instead of copied.
      const moved = await mkdtemp(path.join(isPackaged ? path.dirname(UNPACKED) : os.tmpdir(), 'moved-'));
      try {
        const releases = isPackaged ? readdirSync(UNPACKED).filter((name) => !name.startsWith('unpacking-')) : [];
        for (const release of releases) {
          await promisify(execFile)('cp', ['-al', path.join(UNPACKED, release), moved]);
          // Simulates a removed first folder.
          const fonts = path.join(moved, release, 'fonts.conf');
          const text = await readFile(fonts, 'utf8');
          await rm(fonts);
          await writeFile(fonts, text.replaceAll(UNPACKED, path.join(moved, 'away')));
        }
        expect(await widthOfText(moved)).toBe(before);
      } finally {
        await rm(moved, { recursive: true, force: true });
      }
    },
    120_000,
  );
});
