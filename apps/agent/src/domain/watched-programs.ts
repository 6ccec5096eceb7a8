import { createHash } from 'node:crypto';
import path from 'node:path';
import type { RunningProcess } from './snapshot';
import { beginsAs } from './kernel-name';

/** A program whose processes are a server of this type. */
export interface WatchedProgram {
  typeName: string;
  /** Name of its processes. */
  program: string;
}

/** A server found by its processes. */
export interface FoundServer extends WatchedProgram {
  /** Distinguishes it from other servers of the same program; empty for a single one. */
  instance: string;
  /** The processes that the server has not started itself. */
  main: RunningProcess[];
}

/** Options whose value identifies the instance of a program. */
const INSTANCE_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  postgres: ['-D', '-c data_directory='],
  nginx: ['-c', '-p'],
  sshd: ['-f'],
};

/** Options whose value is the port of a program. */
const PORT_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  postgres: ['-p', '--port=', '-c port='],
  sshd: ['-p'],
};

/** Parses `TYPE=PROGRAM`; a single word is both. */
export function parseWatchedProgram(text: string): WatchedProgram {
  const at = text.indexOf('=');
  if (at < 0) return { typeName: text, program: text };
  return { typeName: text.slice(0, at).trim(), program: text.slice(at + 1).trim() };
}

/** Running servers by program and instance. */
export function findServers(processes: readonly RunningProcess[], programs: readonly WatchedProgram[]): FoundServer[] {
  const byPid = new Map(processes.map((process) => [process.pid, process]));
  return programs.flatMap((watched) => {
    const own = processes.filter((process) => isCalled(process, watched.program));
    const servers = new Map<string, FoundServer>();
    for (const process of own) {
      const parent = byPid.get(process.parentPid);
      if (parent && isCalled(parent, watched.program)) continue;
      const instance = getInstanceKey(watched.program, process.command);
      const server = servers.get(instance) ?? { ...watched, instance, main: [] };
      server.main.push(process);
      servers.set(instance, server);
    }
    return [...servers.values()].sort((a, b) => (a.instance < b.instance ? -1 : 1));
  });
}

/** Whether the process has the name of the program, in full or as truncated by the kernel. */
function isCalled({ name, kernelName }: RunningProcess, program: string): boolean {
  if (name === program || kernelName === program) return true;
  // The full name is unknown.
  return name === kernelName && beginsAs(program, name);
}

/** Part of a command line that identifies the server, stable across restarts. */
export function getInstanceKey(program: string, command: string): string {
  return toValue(INSTANCE_OPTIONS[program] ?? [], command);
}

/** Display name of an instance, because paths of data and settings would reveal where secrets are. */
export function instanceId(instance: string): string {
  return instance === '' ? '' : createHash('sha256').update(instance).digest('hex').slice(0, 16);
}

/** Labels that distinguish servers of one type: the port, or the last part of a path. */
export function getServerLabels(servers: readonly FoundServer[]): ReadonlyMap<string, string> {
  const labels = servers.map(({ program, instance, main }) => {
    const port = toValue(PORT_OPTIONS[program] ?? [], main[0]?.command ?? '');
    const label = /^\d{1,5}$/.test(port) ? `on port ${port}` : path.basename(instance);
    return { instance, label: instance === '' ? '' : label };
  });
  return new Map(
    labels.map(({ instance, label }) => {
      const isShared = labels.filter((other) => other.label === label).length > 1;
      return [instance, isShared ? `${label} (${instanceId(instance).slice(0, 6)})` : label];
    }),
  );
}

/** The value of the first of the options in the command line; empty if there is none. */
function toValue(options: readonly string[], command: string): string {
  const words = command.split(' ');
  for (const option of options) {
    const [name = '', prefix = ''] = option.split(' ');
    for (const [at, word] of words.entries()) {
      const value = word === name ? words[at + 1] : word.startsWith(name) ? word.slice(name.length) : undefined;
      if (value?.startsWith(prefix) && value.length > prefix.length) return value.slice(prefix.length);
    }
  }
  return '';
}

/** Processes of a server, with their descendants. */
export function findProcesses(server: FoundServer, processes: readonly RunningProcess[]): RunningProcess[] {
  return withDescendants(server.main, processes);
}

export function withDescendants(
  roots: readonly RunningProcess[],
  processes: readonly RunningProcess[],
): RunningProcess[] {
  const children = new Map<number, RunningProcess[]>();
  for (const process of processes) {
    const siblings = children.get(process.parentPid) ?? [];
    siblings.push(process);
    children.set(process.parentPid, siblings);
  }
  const found = new Map<number, RunningProcess>();
  const waiting = [...roots];
  for (let process = waiting.pop(); process; process = waiting.pop()) {
    if (found.has(process.pid)) continue;
    found.set(process.pid, process);
    waiting.push(...(children.get(process.pid) ?? []));
  }
  return [...found.values()];
}
