import type { ReportedAvailability } from '@wardstone/dto/monitoring';
import { readProcess, readProcesses } from '../machine/processes';
import type { RunningProcess } from '../domain/snapshot';
import {
  permittedResource,
  type PermittedCall,
  type PermittedKind,
  type PermittedOperation,
} from './permitted-operation';

const SIGNALS = ['HUP', 'INT', 'QUIT', 'USR1', 'USR2', 'WINCH', 'TERM', 'CONT', 'STOP', 'KILL'] as const;
type Signal = (typeof SIGNALS)[number];

/** Signals that may be sent to the processes of a program. */
export interface SignalledProgram {
  name: string;
  signals: readonly Signal[];
}

/** Maximum number of processes for one operation. */
const MAX_PROCESSES = 1_000;
const INIT = 1;

/**
 * Parses entries such as `nginx:HUP`, with one signal each.
 * @throws Error for an invalid entry
 */
export function parseSignals(entries: readonly string[]): SignalledProgram[] {
  const programs = new Map<string, Signal[]>();
  for (const entry of entries) {
    const [, name, word] = /^([^\s:/]{1,255}):(?:SIG)?([A-Z0-9]+)$/.exec(entry.trim()) ?? [];
    const signal = SIGNALS.find((each) => each === word);
    if (name === undefined || signal === undefined) {
      throw new Error(`AGENT_SIGNALS: "${entry}" is not PROGRAM:SIGNAL with one of ${SIGNALS.join(', ')}`);
    }
    programs.set(name, [...(programs.get(name) ?? []), signal]);
  }
  return [...programs].map(([name, signals]) => ({ name, signals: [...new Set(signals)] }));
}

interface SignalsOptions {
  listed: readonly SignalledProgram[];
  read?: () => Promise<readonly RunningProcess[]>;
  readOne?: (pid: number) => Promise<RunningProcess | undefined>;
}

/** Signals to processes of programs that the owner of the host lists. See rule agents-22. */
export class Signals implements PermittedKind {
  readonly typeName = 'Program';
  readonly problems: readonly string[] = [];

  constructor(private readonly options: SignalsOptions) {}

  discover(): ReturnType<PermittedKind['discover']> {
    return Promise.resolve(
      this.options.listed.map(({ name, signals }) =>
        permittedResource(this.typeName, name, `processes; signals: ${signals.join(', ')}`),
      ),
    );
  }

  getOperation(program: string, name: string): PermittedOperation | undefined {
    return name === 'signal' ? (call) => this.send(program, call) : undefined;
  }

  async readAvailability(names: readonly string[]): Promise<ReportedAvailability['type'][]> {
    const processes = await this.read().catch(() => undefined);
    return names.map((name) => {
      if (!processes || !this.options.listed.some((each) => each.name === name)) return 'UNKNOWN';
      return processes.some((process) => process.name === name) ? 'UP' : 'DOWN';
    });
  }

  private async send(program: string, { parameters, signal: ended }: PermittedCall) {
    const listed = this.options.listed.find(({ name }) => name === program);
    if (!listed) throw new Error('AGENT_SIGNALS of this host does not list the program');
    const { signal: word, pid } = parameters;
    const signal = listed.signals.find((each) => each === word);
    if (!signal)
      throw new Error(`AGENT_SIGNALS of this host permits only ${listed.signals.join(', ')} for the program`);
    const isWanted = (process: RunningProcess): boolean =>
      process.name === program && (pid === undefined || pid === null || process.pid === Number(pid));
    const found = (await this.read()).filter(isWanted).slice(0, MAX_PROCESSES);
    if (found.length === 0) throw new Error('No such process is running');
    const failed: string[] = [];
    let signalled = 0;
    for (const process of found) {
      ended.throwIfAborted();
      const problem = await this.signal(process, signal);
      if (problem === undefined) signalled++;
      else failed.push(`${process.pid}: ${problem}`);
    }
    if (failed.length > 0) throw new Error(`${signalled} of ${found.length} signalled; ${failed.join(', ')}`);
    return { signalled };
  }

  /** Returns the reason if it was not signalled. */
  private async signal({ pid, name }: RunningProcess, signal: Signal): Promise<string | undefined> {
    if (pid <= INIT || pid === process.pid) return 'is never signalled';
    // The process may have ended, and its id may now belong to another program.
    const present = await (this.options.readOne ?? readProcess)(pid);
    if (present?.name !== name) return 'has ended';
    try {
      process.kill(pid, `SIG${signal}`);
      return undefined;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ESRCH') return 'has ended';
      return code === 'EPERM' ? 'the agent may not signal it' : String(code);
    }
  }

  private read(): Promise<readonly RunningProcess[]> {
    return (this.options.read ?? readProcesses)();
  }
}
