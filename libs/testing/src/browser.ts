import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'puppeteer-core';
import { isExecutable, itWhere } from './it-where-installed';

/** Wherever a tool is bundled to. */
const WORKSPACE = workspaceAbove(__dirname);
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const chosen = [process.env['CHROME_PATH'] ?? ''].find(isExecutable);
/** Folder of the Chromium that comes with the packages, for Linux on x64 alone. */
const packaged = chosen === undefined ? packagedBrowser() : undefined;
const installed = chosen ?? INSTALLED.find(isExecutable);

/** Needs a Chromium: CHROME_PATH, else the packaged one, else one of this machine. */
export const itWithBrowser = itWhere(
  packaged !== undefined || installed !== undefined,
  'no Chromium comes with npm ci for this platform; install Chromium or Chrome, or name one by CHROME_PATH',
);

/** A Chromium with an empty profile; undefined where there is none. Only its sandbox is off, for root. */
export async function launchBrowser(): Promise<Browser | undefined> {
  if (packaged === undefined && installed === undefined) return undefined;
  const { launch } = await import('puppeteer-core');
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--lang=en-US'];
  // Of a POSIX locale, such as C.UTF-8, Chromium makes a language tag that JavaScript refuses, whatever the flag says.
  const localised = {
    ...process.env,
    LC_ALL: undefined,
    LC_MESSAGES: undefined,
    LANGUAGE: undefined,
    LANG: 'en_US.UTF-8',
  };
  if (packaged === undefined) return await launch({ executablePath: installed, args, env: localised });
  const folder = await unpacked(packaged);
  const environment = {
    ...localised,
    LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
  };
  return await launch({ executablePath: join(folder, 'chromium'), headless: 'shell', args, env: environment });
}

function workspaceAbove(folder: string): string {
  return existsSync(join(folder, 'nx.json')) ? folder : workspaceAbove(dirname(folder));
}

function packagedBrowser(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    return dirname(dirname(require.resolve('@sparticuz/chromium')));
  } catch {
    return undefined;
  }
}

/** Unpacked once for each release, whole or not at all: several test files may ask at the same time. */
async function unpacked(packageFolder: string): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const cache = join(WORKSPACE, '.cache', 'browser');
  const folder = join(cache, version);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(join(cache, 'unpacking-'));
  await promisify(execFile)(process.execPath, [join(WORKSPACE, 'libs', 'testing', 'src', 'unpack-browser.mjs')], {
    env: { ...process.env, TMPDIR: unfinished },
  });
  await writeFile(join(unfinished, 'fonts.conf'), fontsBelow(folder));
  await rename(unfinished, folder).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  });
  return folder;
}

/** The package's own file names folders of a server that this machine is not. */
function fontsBelow(folder: string): string {
  return `<?xml version="1.0"?>
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`;
}
