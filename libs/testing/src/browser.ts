import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'puppeteer-core';
import { installPackages } from './install-packages';
import { isExecutable, itWhere } from './it-where-installed';
import { namedElements } from './named-elements';
import { WORKSPACE } from './workspace';

/** Holds the package of Chromium for Linux on x64, with a lock file of its own. */
const PACKAGE = join(WORKSPACE, 'libs', 'testing', 'browser');
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const chosen = [process.env['CHROME_PATH'] ?? ''].find(isExecutable);
const isPackaged = chosen === undefined && process.platform === 'linux' && process.arch === 'x64';
const installed = chosen ?? INSTALLED.find(isExecutable);

/** Needs a Chromium: CHROME_PATH, else the packaged one, else one of this machine. */
export const itWithBrowser = itWhere(
  isPackaged || installed !== undefined,
  'no Chromium is packaged for this platform; install Chromium or Chrome, or name one by CHROME_PATH',
);

/** Folder of the unpacked Chromium, which may be moved, with the workspace or alone. */
const CACHE = join(WORKSPACE, '.cache', 'browser');

/** A Chromium with an empty profile; undefined where there is none. Only its sandbox is off, for root. */
export async function launchBrowser(cache = CACHE): Promise<Browser | undefined> {
  if (!isPackaged && installed === undefined) return undefined;
  const { launch, Puppeteer } = await import('puppeteer-core');
  if (!Puppeteer.customQueryHandlerNames().includes('named')) {
    Puppeteer.registerCustomQueryHandler('named', namedElements);
  }
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--lang=en-US'];
  // Chromium turns a POSIX locale such as C.UTF-8 into a language tag that JavaScript refuses, whatever the flag.
  const localised = {
    ...process.env,
    LC_ALL: undefined,
    LC_MESSAGES: undefined,
    LANGUAGE: undefined,
    LANG: 'en_US.UTF-8',
  };
  if (!isPackaged) return await launch({ executablePath: installed, args, env: localised });
  const folder = await unpacked(cache);
  const environment = {
    ...localised,
    LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
  };
  return await launch({ executablePath: join(folder, 'chromium'), headless: 'shell', args, env: environment });
}

/** Unpacked once for each release, completely or not at all: several test files may call this at the same time. */
async function unpacked(cache: string): Promise<string> {
  const { dependencies } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const folder = join(cache, dependencies['@sparticuz/chromium']!);
  if (!existsSync(folder)) {
    installPackages(PACKAGE);
    await mkdir(cache, { recursive: true });
    const unfinished = await mkdtemp(join(cache, 'unpacking-'));
    await promisify(execFile)(process.execPath, [join(PACKAGE, 'unpack.mjs')], {
      env: { ...process.env, TMPDIR: unfinished },
    });
    await putInPlace(unfinished, folder);
  }
  await nameFonts(folder);
  return folder;
}

/** Another process may have been faster. */
async function putInPlace(unfinished: string, folder: string): Promise<void> {
  await rename(unfinished, folder).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  });
}

/**
 * Writes the configuration of the fonts' folder, again after the folder was moved: without fonts Chromium does not
 * start. The package's own file names folders of another machine.
 */
async function nameFonts(folder: string): Promise<void> {
  const file = join(folder, 'fonts.conf');
  const wanted = `<?xml version="1.0"?>
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`;
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) return;
  const unfinished = `${file}-${process.pid}`;
  await writeFile(unfinished, wanted);
  await rename(unfinished, file);
}
