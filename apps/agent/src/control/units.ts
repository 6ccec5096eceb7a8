import type { ReportedAvailability } from '@wardstone/dto/monitoring';
import { runProgram } from '../machine/run-program';
import { OperationFailed } from './operation-failed';
import {
  permittedResource,
  type PermittedCall,
  type PermittedKind,
  type PermittedOperation,
} from './permitted-operation';
import { type CommandEnd, runCommand } from './run-command';
import { parseUnitStates, UNIT_PROPERTIES, type UnitState } from './unit-names';

const VERBS = ['start', 'stop', 'restart', 'reload', 'status'] as const;
type Verb = (typeof VERBS)[number];

interface UnitsOptions {
  /** Full names that the owner of the host lists. */
  listed: readonly string[];
  /** Absolute path of systemctl. */
  systemctl: string;
}

/** systemd itself gives a job 90 s by default. */
const LIMIT_MS = 290_000;
const STATUS_LIMIT_MS = 20_000;
/** Exit code of `systemctl status` for an inactive unit, which is a valid result. */
const NOT_ACTIVE = 3;
const RUNNING = new Set(['active', 'reloading', 'activating', 'refreshing']);

/** The systemd units that the owner of the host lists. See rule agents-17. */
export class Units implements PermittedKind {
  readonly typeName = 'Systemd Unit';
  readonly problems: readonly string[] = [];

  constructor(private readonly options: UnitsOptions) {}

  discover(): ReturnType<PermittedKind['discover']> {
    return Promise.resolve(this.options.listed.map((unit) => permittedResource(this.typeName, unit, 'systemd unit')));
  }

  getOperation(unit: string, name: string): PermittedOperation | undefined {
    const verb = VERBS.find((each) => each === name);
    return verb && ((call) => this.run(verb, unit, call));
  }

  async readAvailability(units: readonly string[]): Promise<ReportedAvailability['type'][]> {
    const listed = units.filter((unit) => this.options.listed.includes(unit));
    const states = listed.length === 0 ? [] : ((await this.show(listed)) ?? []);
    return units.map((unit) => {
      const state = states[listed.indexOf(unit)];
      if (!state) return 'UNKNOWN';
      return RUNNING.has(state.activeState) ? 'UP' : 'DOWN';
    });
  }

  private async run(verb: Verb, unit: string, { signal, report }: PermittedCall) {
    if (!this.options.listed.includes(unit)) throw new Error('AGENT_UNITS of this host does not list the unit');
    if (verb !== 'status') await this.check(verb, unit);
    const args =
      verb === 'status'
        ? ['--no-pager', '--full', '--lines=10', 'status', '--', unit]
        : ['--no-ask-password', verb, '--', unit];
    const { systemctl: program } = this.options;
    const limitMs = verb === 'status' ? STATUS_LIMIT_MS : LIMIT_MS;
    const end = await runCommand({ program, args, limitMs }, signal, report);
    const [state] = (await this.show([unit])) ?? [];
    const result = {
      command: ['systemctl', ...args].join(' '),
      exitCode: end.exitCode,
      state: state ? `${state.activeState} (${state.subState})` : null,
      output: end.output,
    };
    const isDone = end.exitCode === 0 || (verb === 'status' && end.exitCode === NOT_ACTIVE);
    if (end.stopped === undefined && isDone) return result;
    throw new OperationFailed(describeFailure(end), result);
  }

  /** Refuses verbs with which systemctl would fail, or which it would silently ignore. */
  private async check(verb: Verb, unit: string): Promise<void> {
    const [state] = (await this.show([unit])) ?? [];
    if (!state) throw new Error('systemd does not respond on this host');
    if (state.loadState !== 'loaded') throw new Error(`The unit cannot be operated: it is ${state.loadState}`);
    if (verb === 'reload' && !state.canReload) throw new Error('The unit cannot reload its configuration; restart it');
  }

  /** In the order of the names; undefined if systemd does not respond. */
  private async show(units: readonly string[]): Promise<UnitState[] | undefined> {
    const { systemctl } = this.options;
    const text = await runProgram(systemctl, ['show', `--property=${UNIT_PROPERTIES}`, '--', ...units]);
    const states = text === undefined ? [] : parseUnitStates(text);
    return states.length === units.length ? states : undefined;
  }
}

/** Why a program that ended or was stopped counts as failed. */
export function describeFailure({ stopped, exitCode, signal }: CommandEnd): string {
  if (stopped !== undefined) return stopped;
  return exitCode === null ? `It was ended by ${signal ?? 'a signal'}` : `It ended with exit code ${exitCode}`;
}
