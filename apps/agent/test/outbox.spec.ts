import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { getVerdict } from '../src/outbox/outbox-sender';
import { Outbox } from '../src/outbox/outbox';

const aMessage = (id: string, body: object = {}) => ({ id, method: 'POST' as const, target: '/agent/a/events', body });

describe('the outbox', () => {
  let folder: string;
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'outbox-'))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const open = (mostBytes = 1_000_000) => new Outbox(folder, mostBytes);
  const drain = (outbox: Outbox): string[] => {
    const ids: string[] = [];
    for (let message = outbox.next(0); message; message = outbox.next(0)) {
      ids.push(message.id);
      outbox.remove(message);
    }
    return ids;
  };

  it('keeps messages in their order until they are removed', () => {
    const outbox = open();
    for (const id of ['b', 'a', 'c']) outbox.add(aMessage(id));

    expect(outbox.next(0)).toEqual(aMessage('b'));
    expect(outbox.next(0)).toEqual(aMessage('b'));
    expect(drain(outbox)).toEqual(['b', 'a', 'c']);
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('survives the end of the process during a write', () => {
    open().add(aMessage('a'));
    open().add(aMessage('b'));
    fs.writeFileSync(path.join(folder, '000000000000003-c.json.partial'), '{"id"');
    fs.writeFileSync(path.join(folder, '000000000000004-d.json'), '{"id"');
    const outbox = open();
    outbox.add(aMessage('e'));

    expect(drain(outbox)).toEqual(['a', 'b', 'e']);
  });

  it('stores a message with the same id once', () => {
    const outbox = open();
    outbox.add(aMessage('a', { first: true }));
    outbox.add(aMessage('a', { first: false }));

    expect(outbox.size).toBe(1);
    expect(outbox.next(0)!.body).toEqual({ first: true });
  });

  it('drops the oldest messages when it is full', () => {
    const outbox = open(1_000);
    for (const id of ['a', 'b', 'c', 'd']) outbox.add(aMessage(id, { padding: 'x'.repeat(350) }));

    expect(outbox.dropped).toBe(2);
    expect(fs.readdirSync(folder)).toHaveLength(2);
    expect(drain(open(1_000))).toEqual(['c', 'd']);
  });

  it('sends other messages before postponed ones', () => {
    const outbox = open();
    outbox.add(aMessage('a'));
    outbox.add(aMessage('b'));
    outbox.postpone(aMessage('a'), 100);

    expect([outbox.next(99)!.id, outbox.next(100)!.id]).toEqual(['b', 'a']);
  });

  it('signals added messages', async () => {
    const outbox = open();
    const changed = outbox.changed(new AbortController().signal);

    outbox.add(aMessage('a'));

    await expect(changed).resolves.toBeUndefined();
  });
});

describe('the response of the server to a message', () => {
  const toWork = { ...aMessage('w'), target: '/agent/a/work/7' };

  it.each([
    [aMessage('a'), 200, 'delivered'],
    [toWork, 204, 'delivered'],
    [aMessage('a'), 406, 'refused'],
    [aMessage('a'), 413, 'refused'],
    [toWork, 409, 'refused'],
    [toWork, 404, 'refused'],
    // The agent registers again.
    [aMessage('a'), 404, 'retry'],
    [aMessage('a'), 401, 'retry'],
    [aMessage('a'), 403, 'retry'],
    [aMessage('a'), 429, 'retry'],
    [aMessage('a'), 502, 'retry'],
    [aMessage('a'), 503, 'retry'],
    // Only this message may be at fault.
    [aMessage('a'), 500, 'postponed'],
  ])('%j: %d means %s', (message, status, verdict) => {
    expect(getVerdict(message, { status })).toBe(verdict);
  });
});
