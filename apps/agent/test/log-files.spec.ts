import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestClock } from '@wardstone/clock';
import { ConnectionProblems } from '../src/events/connection-problems';
import { EventWatch } from '../src/events/event-watch';
import { ReadGuard } from '../src/machine/read-guard';
import { PermittedFiles } from '../src/machine/permitted-files';
import { Outbox } from '../src/outbox/outbox';
import { StateFolder } from '../src/state/state-folder';
import { aResource } from './machine.builder';

describe('a log file', () => {
  let folder: string;
  let log: string;
  let watch: EventWatch;
  let outbox: Outbox;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'logs-'));
    log = path.join(folder, 'app.log');
    outbox = new Outbox(path.join(folder, 'outbox'), 100_000_000);
    restart();
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const inventory = { resources: [aResource()], schedules: [] };
  const restart = () => {
    const state = new StateFolder(path.join(folder, 'state'));
    const files = new PermittedFiles({ roots: [], ownFiles: [log] });
    const reporting = { outbox, state, clock: new TestClock(1), target: '/agent/a' };
    watch = new EventWatch({
      guard: new ReadGuard(),
      ...reporting,
      logFiles: [log],
      files,
      problems: new ConnectionProblems({ ...reporting, outbox: new Outbox(path.join(folder, 'problems'), 1_000_000) }),
    });
  };
  const look = () => watch.look(inventory);
  const append = (...lines: string[]) => fs.appendFileSync(log, lines.map((line) => `${line}\n`).join(''));
  /** Messages added to the outbox since the last call, in order. */
  const taken = (): string[] => {
    const details: string[] = [];
    for (let message = outbox.next(0); message; message = outbox.next(0)) {
      details.push(...(message.body as { events: { detail: string }[] }).events.map(({ detail }) => detail));
      outbox.remove(message);
    }
    return details;
  };

  it('is read from its end on, line by line', async () => {
    append('ERROR of the past');
    await look();
    append('ERROR 1', 'all is well', 'WARN 2');
    fs.appendFileSync(log, 'ERROR half');
    await look();
    expect(taken()).toEqual(['ERROR 1', 'WARN 2']);

    fs.appendFileSync(log, ' and half\n');
    await look();
    expect(taken()).toEqual(['ERROR half and half']);
  });

  it('is read from its end on also when it appears later', async () => {
    await look();
    append('ERROR of another life');
    await look();
    append('ERROR 1');
    await look();

    expect(taken()).toEqual(['ERROR 1']);
  });

  it('is read from its end on when another file takes its name', async () => {
    append('past');
    await look();
    fs.writeFileSync(path.join(folder, 'next'), 'ERROR secret\n');
    fs.renameSync(path.join(folder, 'next'), log);
    await look();
    append('ERROR 1');
    await look();

    expect(taken()).toEqual(['ERROR 1']);
  });

  it('is read from its end on when what it replaced has left the folder', async () => {
    append('past');
    await look();
    fs.mkdirSync(path.join(folder, 'old'));
    fs.renameSync(log, path.join(folder, 'old', 'app.log'));
    append('ERROR unknown');
    await look();
    append('ERROR 1');
    await look();

    expect(taken()).toEqual(['ERROR 1']);
  });

  it('is read to its end under its new name when it is rotated, then its successor', async () => {
    append('past');
    await look();
    append('ERROR 1');
    fs.renameSync(log, `${log}.1`);
    fs.appendFileSync(`${log}.1`, 'ERROR 2\nERROR without an end');
    append('ERROR 3');
    for (let n = 0; n < 4; n++) await look();

    expect(taken()).toEqual(['ERROR 1', 'ERROR 2', 'ERROR without an end', 'ERROR 3']);
  });

  it('is read to its end also when it was rotated while the agent was away', async () => {
    append('past');
    await look();
    append('ERROR 1');
    fs.renameSync(log, `${log}.1`);
    append('ERROR 2');
    restart();
    for (let n = 0; n < 4; n++) await look();

    expect(taken()).toEqual(['ERROR 1', 'ERROR 2']);
  });

  it('is read from its start after it was emptied', async () => {
    append('something long of the past');
    await look();
    fs.truncateSync(log);
    await look();
    append('ERROR 1');
    await look();

    expect(taken()).toEqual(['ERROR 1']);
  });

  it('is read on where the agent left off', async () => {
    append('past');
    await look();
    append('ERROR 1');
    await look();
    append('ERROR 2');
    restart();
    await look();

    expect(taken()).toEqual(['ERROR 1', 'ERROR 2']);
  });

  it('repeats the same report of its lines when the agent is killed before delivery is confirmed', async () => {
    append('past');
    await look();
    append('ERROR 1');
    // Killed between the outbox and the note about it: the outbox fails after it has kept the message.
    const kept = outbox.add.bind(outbox);
    outbox.add = (message) => {
      kept(message);
      throw new Error('killed');
    };
    await expect(look()).rejects.toThrow('killed');
    outbox.add = kept;
    const [sent] = [outbox.next(0)!];
    outbox.remove(sent);

    append('ERROR 2');
    restart();
    await look();
    await look();

    const again = outbox.next(0)!;
    expect(again).toEqual(sent);
    outbox.remove(again);
    expect(taken()).toEqual(['ERROR 2']);
  });

  it('may be larger than what is read at a time, and have lines without end', async () => {
    append('past');
    await look();
    const lines = Array.from({ length: 5_000 }, (_, n) => `ERROR ${n} ${'x'.repeat(100)}`);
    append(...lines);
    fs.appendFileSync(log, 'ERROR '.padEnd(600 * 1024, 'y'));
    append('');
    append('ERROR last');
    for (let n = 0; n < 8; n++) await look();

    const found = taken();
    expect(found.slice(0, 5_000)).toEqual(lines);
    expect(found.at(-1)).toBe('ERROR last');
  });

  it('that cannot be read causes no failure', async () => {
    fs.mkdirSync(log);
    await look();
    await look();

    expect(taken()).toEqual([]);
  });
});
