import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestClock } from '@wardstone/clock';
import type { DriftReport, EventReport } from '@wardstone/dto/monitoring';
import { eventually, rounds } from '@wardstone/testing';
import fc from 'fast-check';
import type { KnownDriftDefinition } from '../src/domain/known-inventory';
import { DriftWatch } from '../src/drift/drift-watch';
import { ConnectionProblems } from '../src/events/connection-problems';
import { EventWatch } from '../src/events/event-watch';
import { createLogger } from '../src/logger';
import { PermittedFiles } from '../src/machine/permitted-files';
import { ReadGuard } from '../src/machine/read-guard';
import { Outbox, type OutboxMessage } from '../src/outbox/outbox';
import { StateFolder } from '../src/state/state-folder';
import { aResource } from './machine.builder';

const NAMES = ['a', 'b', 'c'] as const;
const OUTBOXES = ['drift', 'events'] as const;
const MINUTE_MS = 60_000;
const { renameSync, rmSync, openSync, writeFileSync } = fs;
const ORIGINAL = { renameSync, rmSync, openSync, writeFileSync };

/** An action on the host or of the agent. `kill`: number of writes of its state before the agent is killed. */
type Step =
  | { do: 'write' | 'remove'; name: (typeof NAMES)[number] }
  | { do: 'log' }
  | { do: 'start' | 'walk' | 'look'; kill: number | undefined }
  | { do: 'send'; outbox: (typeof OUTBOXES)[number]; kill: number | undefined; hasResponse: boolean };

const KILL = fc.option(fc.nat({ max: 8 }), { nil: undefined });
const STEP: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('write' as const, 'remove' as const), name: fc.constantFrom(...NAMES) }),
  fc.record({ do: fc.constant('log' as const) }),
  fc.record({ do: fc.constantFrom('start' as const, 'walk' as const, 'look' as const), kill: KILL }),
  fc.record({
    do: fc.constant('send' as const),
    outbox: fc.constantFrom(...OUTBOXES),
    kill: KILL,
    hasResponse: fc.boolean(),
  }),
);

/** Accepts each report once, as the server does; fails if one is missing, or repeats a change. */
class StrictServer {
  readonly files = new Map<string, string | undefined>();
  readonly events: string[] = [];
  private readonly known = new Set<string>();
  private version = -1;

  take({ id, target, body }: OutboxMessage): void {
    if (this.known.has(id)) return;
    this.known.add(id);
    if (target.endsWith('/events')) this.events.push(...(body as EventReport).events!.map(({ detail }) => detail));
    else this.takeDrift(body as DriftReport);
  }

  private takeDrift({ changeSets }: DriftReport): void {
    const { version, baseline, drifts = [] } = changeSets![0]!;
    expect(version).toBe(this.version + 1);
    this.version = version;
    if (baseline) this.files.clear();
    for (const { category, path: name, sha256 } of drifts) {
      expect([name, this.files.has(name)]).toEqual([name, category !== 'FILE_ADDED']);
      expect(this.files.get(name)).not.toBe(sha256);
      if (category === 'FILE_REMOVED') this.files.delete(name);
      else this.files.set(name, sha256);
    }
  }
}

/**
 * Makes writes below a folder fail from the nth on, as if the process had been killed during the nth, which is written
 * in part.
 */
class Killer {
  private left = Infinity;

  constructor(private readonly folder: string) {
    this.guard('renameSync');
    this.guard('rmSync');
    this.guard('openSync');
    this.guard('writeFileSync', (file, text) => writeFileSync(file as string, (text as string).slice(0, 10)));
  }

  get hasStruck(): boolean {
    return this.left < 0;
  }

  /** @param writes number of writes before; undefined for none */
  strikeAfter(writes = Infinity): void {
    this.left = writes;
  }

  restore(): void {
    Object.assign(fs, ORIGINAL);
  }

  private guard(name: keyof typeof ORIGINAL, doInPart?: (...args: unknown[]) => void): void {
    const write = fs[name] as (...args: unknown[]) => unknown;
    const guarded = (...args: unknown[]): unknown => {
      if (typeof args[0] !== 'string' || !args[0].startsWith(this.folder) || --this.left >= 0) return write(...args);
      if (this.left === -1) doInPart?.(...args);
      throw new Error('killed');
    };
    Object.assign(fs, { [name]: guarded });
  }
}

/** A host and a server, which outlive each process of the agent. */
class World {
  readonly server = new StrictServer();
  readonly lines: string[] = [];
  private readonly root: string;
  private readonly log: string;
  private readonly state: string;
  private readonly clock = new TestClock(Date.now() + 3_600_000);
  private readonly killer: Killer;
  private serial = 0;
  private agent: ReturnType<World['start']>;

  constructor(folder: string) {
    [this.root, this.log, this.state] = ['etc', 'app.log', 'state'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    fs.mkdirSync(this.root);
    fs.writeFileSync(this.log, '');
    this.killer = new Killer(this.state);
    this.agent = this.start();
  }

  restore(): void {
    this.killer.restore();
  }

  async begin(): Promise<void> {
    await this.agent.events.look(this.agent.inventory);
    await this.take({ do: 'walk', kill: undefined });
    await this.drain();
  }

  async take(step: Step): Promise<void> {
    const { root, log, agent } = this;
    switch (step.do) {
      case 'write':
        // Each content has another size: on a clock that is an hour ahead, files count as settled.
        return fs.writeFileSync(path.join(root, step.name), 'x'.repeat(++this.serial));
      case 'remove':
        return fs.rmSync(path.join(root, step.name), { force: true });
      case 'log':
        this.lines.push(`ERROR ${++this.serial}`);
        return fs.appendFileSync(log, `${this.lines.at(-1)}\n`);
      case 'start':
        return this.until(step.kill, () => (this.agent = this.start()));
      case 'walk':
        return this.until(step.kill, async () => {
          this.clock.advance(MINUTE_MS);
          agent.drift.look(agent.inventory);
          await eventually('the end of the walk', () => !agent.drift.isBusy, { everyMs: 1 });
        });
      case 'look':
        return this.until(step.kill, () => agent.events.look(agent.inventory));
      case 'send':
        return this.until(step.kill, () => this.send(step.outbox, step.hasResponse));
    }
  }

  /** Reports everything, without kills. */
  async drain(): Promise<void> {
    await this.take({ do: 'walk', kill: undefined });
    // Lines of a recorded report come first, later ones in the next look.
    while ((await this.agent.events.look(this.agent.inventory)) > 0);
    for (const outbox of OUTBOXES) while (this.send(outbox, true));
  }

  digests(): Map<string, string> {
    const toDigest = (name: string) =>
      createHash('sha256')
        .update(fs.readFileSync(path.join(this.root, name)))
        .digest('hex');
    return new Map(fs.readdirSync(this.root).map((name) => [name, toDigest(name)]));
  }

  private send(name: (typeof OUTBOXES)[number], hasResponse: boolean): boolean {
    const outbox = this.agent.outboxes[name];
    const message = outbox.next(0);
    if (!message) return false;
    this.server.take(message);
    if (hasResponse) outbox.remove(message);
    return true;
  }

  /** Restarts the agent if it is killed meanwhile. */
  private async until(kill: number | undefined, work: () => unknown): Promise<void> {
    this.killer.strikeAfter(kill);
    try {
      await work();
    } catch (error) {
      if (!this.killer.hasStruck) throw error;
    }
    const hasStruck = this.killer.hasStruck;
    this.killer.strikeAfter();
    if (hasStruck) this.agent = this.start();
  }

  private start() {
    const { root, log, clock } = this;
    const state = new StateFolder(this.state);
    const open = (name: string) => new Outbox(path.join(this.state, name), 100_000_000);
    const outboxes = { drift: open('drift-reports'), events: open('reports') };
    const guard = new ReadGuard();
    const shared = { state, clock, guard, target: '/agent/a', logger: createLogger('silent') };
    const events = { ...shared, outbox: outboxes.events };
    const drift = new DriftWatch({
      ...shared,
      outbox: outboxes.drift,
      roots: [root],
      texts: [],
      signal: new AbortController().signal,
      phaseMs: 0,
      walkEveryMs: undefined,
      clockErrorMs: () => 0,
    });
    return {
      inventory: { resources: [aResource()], schedules: [], driftDefinitions: [definitionFor(root)] },
      outboxes,
      drift,
      events: new EventWatch({
        ...events,
        logFiles: [log],
        files: new PermittedFiles({ roots: [], ownFiles: [log] }),
        problems: new ConnectionProblems({ ...events, outbox: open('problems') }),
      }),
    };
  }
}

function definitionFor(baseDirectory: string): KnownDriftDefinition {
  return { resourceId: 1, name: 'etc', baseDirectory, interval: MINUTE_MS, includes: [], excludes: [], version: null };
}

describe('an agent that is killed at any write of its state', () => {
  it('loses and repeats no file change and no log line', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 5, maxLength: 30 }), async (steps) => {
        const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'killed-writes-')));
        const world = new World(folder);
        try {
          await world.begin();
          for (const step of steps) await world.take(step);
          await world.drain();
          expect(world.server.events).toEqual(world.lines);
          expect(world.server.files).toEqual(world.digests());
        } finally {
          world.restore();
          fs.rmSync(folder, { recursive: true });
        }
      }),
      { seed: 51, numRuns: rounds(1_000) },
    );
  });
});
