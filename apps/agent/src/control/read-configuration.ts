import fs from 'node:fs/promises';
import os from 'node:os';
import { ownFileSystems } from '../domain/file-systems';
import type { Snapshot } from '../domain/snapshot';
import { runProgram } from '../machine/run-program';
import {
  type Configuration,
  parseDpkg,
  parseListeningSockets,
  parseMounts,
  parsePasswd,
  parseRpm,
  parseSysctl,
  parseUnitFiles,
} from './parse-configuration';

/** Possible values of `AGENT_CONFIGURATION`. */
export const CONFIGURATION_SOURCES = ['kernel', 'packages', 'units', 'sysctl', 'mounts', 'sockets', 'users'] as const;
export type ConfigurationSource = (typeof CONFIGURATION_SOURCES)[number];

const LIMIT_MS = 20_000;
const MAX_BYTES = 4 * 1024 * 1024;

const run = (program: string, ...args: readonly string[]): Promise<string | undefined> =>
  runProgram(program, args, LIMIT_MS, MAX_BYTES);
const read = (file: string): Promise<string> => fs.readFile(file, 'utf8').catch(() => '');

/** Undefined if the host has no such thing, or it is unreadable. */
export function readConfiguration(
  source: ConfigurationSource,
  snapshot: () => Promise<Snapshot>,
): Promise<Configuration | undefined> {
  return READERS[source](snapshot);
}

const READERS: Readonly<
  Record<ConfigurationSource, (snapshot: () => Promise<Snapshot>) => Promise<Configuration | undefined>>
> = {
  kernel: () => Promise.resolve({ release: os.release(), version: os.version(), architecture: os.machine() }),
  packages: async () => {
    const dpkg = await run('dpkg-query', '-W', '-f=${db:Status-Abbrev}\\t${binary:Package}\\t${Version}\\n');
    if (dpkg !== undefined) return parseDpkg(dpkg);
    const rpm = await run('rpm', '-qa', '--qf', '%{NAME}.%{ARCH}\\t%{EPOCHNUM}:%{VERSION}-%{RELEASE}\\n');
    return rpm === undefined ? undefined : parseRpm(rpm);
  },
  units: async () => {
    const args = ['list-unit-files', '--no-legend', '--no-pager', '--plain', '--full'];
    const listed = await run('systemctl', ...args);
    return listed === undefined ? undefined : parseUnitFiles(listed);
  },
  sysctl: async () => {
    const listed = await run('sysctl', '-a', '-e');
    return listed === undefined ? undefined : parseSysctl(listed);
  },
  mounts: async (snapshot) => {
    const own = new Set(ownFileSystems((await snapshot()).fileSystems ?? []).map(({ mount }) => mount));
    const mounted = parseMounts(await read('/proc/self/mounts'));
    return Object.fromEntries(Object.entries(mounted).filter(([mount]) => own.has(mount)));
  },
  sockets: async () => {
    const tables = ['tcp', 'tcp6', 'udp', 'udp6'] as const;
    const texts = await Promise.all(tables.map((table) => read(`/proc/net/${table}`)));
    if (texts.every((text) => text === '')) return undefined;
    return parseListeningSockets(tables.map((table, at) => [table, texts[at]!]));
  },
  users: async () => {
    const text = await read('/etc/passwd');
    return text === '' ? undefined : parsePasswd(text);
  },
};
