import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import FakeTimers from '@sinonjs/fake-timers';
import { TestClock } from '@wardstone/clock';
import type { ObjectMap } from '@wardstone/dto';
import { HostControl } from '../src/control/host-control';
import { OperationFailed } from '../src/control/operation-failed';
import type { PermittedCall } from '../src/control/permitted-operation';
import { createLogger } from '../src/logger';
import type { Machine } from '../src/domain/snapshot';
import { Outbox } from '../src/outbox/outbox';
import { StateFolder } from '../src/state/state-folder';
import { Worker } from '../src/work/worker';
import { type WorkItem } from '../src/domain/read-responses';
import { WorkJournal } from '../src/work/work-journal';
import { aMachine, aProcess, aResource, aSnapshot } from './machine.builder';

describe('the worker of an agent', () => {
  let folder: string;
  let outbox: Outbox;
  let workers: Worker[];
  beforeEach(() => {
    workers = [];
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'worker-'));
    outbox = new Outbox(path.join(folder, 'outbox'), 1_000_000);
  });
  afterEach(() => {
    for (const worker of workers) worker.stop();
    fs.rmSync(folder, { recursive: true });
  });

  const NEVER: Machine = { ...aMachine(), snapshot: () => new Promise(() => undefined) };
  const start = (machine: Machine, control: Pick<HostControl, 'getOperation'> = new HostControl([])): Worker => {
    const worker = new Worker({
      machine,
      outbox,
      journal: new WorkJournal(new StateFolder(path.join(folder, 'state'))),
      logger: createLogger('silent'),
      clock: new TestClock(5),
      target: '/agent/a',
      control,
      findResource: () => aResource({ parentId: control instanceof HostControl ? null : 5 }),
      discover: () => Promise.resolve('Found it'),
      acceptFiles: (id) => Promise.resolve(`Accepted files of ${id}`),
      synchronise: () => Promise.resolve(),
    });
    workers.push(worker);
    return worker;
  };
  const anOperation = (id: number, over: Partial<WorkItem> = {}): WorkItem => ({
    id,
    kind: 'operation',
    resourceId: 1,
    operation: { name: 'viewProcessList', parameters: {} },
    ...over,
  });
  /** Reports about the work until it is idle. */
  const reports = async (worker: Worker): Promise<object[]> => {
    while (worker.isBusy) await new Promise((resolve) => setTimeout(resolve, 10));
    const bodies: object[] = [];
    for (let message = outbox.next(0); message; message = outbox.next(0)) {
      bodies.push({ id: Number(message.target.split('/').at(-1)), ...message.body });
      outbox.remove(message);
    }
    return bodies;
  };

  it('lists processes', async () => {
    const processes = [aProcess({ pid: 1, name: 'init', residentBytes: 4096, userMs: 20, kernelMs: undefined })];
    const worker = start(aMachine(() => aSnapshot({ processes })));

    worker.take([anOperation(7)]);

    expect(await reports(worker)).toEqual([
      { id: 7, state: 'started', time: 5 },
      {
        id: 7,
        state: 'success',
        time: 5,
        result: { processList: [{ pid: 1, name: 'init', size: 4096, userTime: 20, kernelTime: null }] },
      },
    ]);
  });

  it('reports output while a program runs; undelivered output is replaced', async () => {
    const clock = FakeTimers.install({ toFake: ['setTimeout', 'clearTimeout'] });
    let call: PermittedCall | undefined;
    let end: (result: object) => void = () => undefined;
    const running = new Promise<object>((resolve) => (end = resolve));
    const run = (given: PermittedCall) => {
      call = given;
      return running as Promise<ObjectMap>;
    };
    const worker = start(aMachine(), { getOperation: () => run });
    worker.take([anOperation(7)]);
    while (!call) await Promise.resolve();
    for (const output of ['one', 'one two', 'one two three']) {
      call.report(() => output);
      clock.tick(2_000);
    }
    call.report(() => 'at the end');
    clock.uninstall();
    end({ output: 'all' });

    expect(await reports(worker)).toEqual([
      { id: 7, state: 'started', time: 5 },
      { id: 7, state: 'started', time: 5, result: { output: 'one two three' } },
      { id: 7, state: 'success', time: 5, result: { output: 'all' } },
    ]);
  });

  it('reports the output of a failed program', async () => {
    const failed = () => Promise.reject(new OperationFailed('It ended with exit code 1', { exitCode: 1 }));
    const worker = start(aMachine(), { getOperation: () => failed });
    worker.take([anOperation(7)]);
    expect((await reports(worker)).at(-1)).toEqual({
      id: 7,
      state: 'failure',
      time: 5,
      errorMessage: 'It ended with exit code 1',
      result: { exitCode: 1 },
    });
  });

  it('ends work that exceeds its time limit', async () => {
    const worker = start(NEVER);

    worker.take([anOperation(7, { timeout: 0.05 })]);

    expect((await reports(worker)).at(-1)).toEqual({
      id: 7,
      state: 'failure',
      time: 5,
      errorMessage: 'Timed out: more than 0.05 s',
    });
  });

  it('stops canceled work', async () => {
    const worker = start(NEVER);
    worker.take([anOperation(7)]);

    worker.take([{ id: 8, kind: 'cancel', resourceId: 1, cancel: { workId: 7 } }]);

    const reported = await reports(worker);
    expect(reported).toContainEqual({ id: 8, state: 'interrupted', time: 5 });
    expect(reported).toContainEqual(expect.objectContaining({ id: 7, state: 'canceled' }));
  });

  it('reports completed work as finished, also after a restart', async () => {
    const first = start(aMachine());
    first.take([anOperation(7)]);
    await reports(first);
    const worker = start(aMachine());

    worker.take([anOperation(7), { id: 8, kind: 'cancel', resourceId: 1, cancel: { workId: 7 } }]);

    expect(await reports(worker)).toEqual([
      { id: 8, state: 'started', time: 5 },
      { id: 8, state: 'finished', time: 5 },
    ]);
  });

  it('reports the work it was doing when it was killed', async () => {
    start(NEVER).take([anOperation(7)]);
    const worker = start(aMachine());

    worker.reportAbandoned();
    worker.reportAbandoned();

    expect(await reports(worker)).toEqual([
      { id: 7, state: 'started', time: 5 },
      { id: 7, state: 'failure', time: 5, errorMessage: 'The agent was stopped during execution' },
    ]);
  });
});
