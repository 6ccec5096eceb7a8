import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { verdictOf } from '../src/outbox/courier';
import { Outbox } from '../src/outbox/outbox';

const aParcel = (id: string, body: object = {}) => ({ id, method: 'POST' as const, target: '/agent/a/events', body });

describe('the outbox', () => {
  let folder: string;
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'outbox-'))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const open = (mostBytes = 1_000_000) => new Outbox(folder, mostBytes);
  const drain = (outbox: Outbox): string[] => {
    const ids: string[] = [];
    for (let parcel = outbox.next(0); parcel; parcel = outbox.next(0)) {
      ids.push(parcel.id);
      outbox.remove(parcel);
    }
    return ids;
  };

  it('keeps parcels in their order until they are removed', () => {
    const outbox = open();
    for (const id of ['b', 'a', 'c']) outbox.add(aParcel(id));

    expect(outbox.next(0)).toEqual(aParcel('b'));
    expect(outbox.next(0)).toEqual(aParcel('b'));
    expect(drain(outbox)).toEqual(['b', 'a', 'c']);
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('survives the end of the process, whatever it was writing', () => {
    open().add(aParcel('a'));
    open().add(aParcel('b'));
    fs.writeFileSync(path.join(folder, '000000000000003-c.json.partial'), '{"id"');
    fs.writeFileSync(path.join(folder, '000000000000004-d.json'), '{"id"');
    const outbox = open();
    outbox.add(aParcel('e'));

    expect(drain(outbox)).toEqual(['a', 'b', 'e']);
  });

  it('takes two of one id for one', () => {
    const outbox = open();
    outbox.add(aParcel('a', { first: true }));
    outbox.add(aParcel('a', { first: false }));

    expect(outbox.size).toBe(1);
    expect(outbox.next(0)!.body).toEqual({ first: true });
  });

  it('gives the oldest up when there is no room', () => {
    const outbox = open(1_000);
    for (const id of ['a', 'b', 'c', 'd']) outbox.add(aParcel(id, { padding: 'x'.repeat(350) }));

    expect(outbox.dropped).toBe(2);
    expect(fs.readdirSync(folder)).toHaveLength(2);
    expect(drain(open(1_000))).toEqual(['c', 'd']);
  });

  it('lets others go before what is postponed', () => {
    const outbox = open();
    outbox.add(aParcel('a'));
    outbox.add(aParcel('b'));
    outbox.postpone(aParcel('a'), 100);

    expect([outbox.next(99)!.id, outbox.next(100)!.id]).toEqual(['b', 'a']);
  });

  it('tells that something was added', async () => {
    const outbox = open();
    const changed = outbox.changed(new AbortController().signal);

    outbox.add(aParcel('a'));

    await expect(changed).resolves.toBeUndefined();
  });
});

describe('the word of the server on a parcel', () => {
  const toWork = { ...aParcel('w'), target: '/agent/a/work/7' };

  it.each([
    [aParcel('a'), 200, 'delivered'],
    [toWork, 204, 'delivered'],
    [aParcel('a'), 406, 'refused'],
    [aParcel('a'), 413, 'refused'],
    [toWork, 409, 'refused'],
    [toWork, 404, 'refused'],
    // The agent registers again.
    [aParcel('a'), 404, 'retry'],
    [aParcel('a'), 401, 'retry'],
    [aParcel('a'), 403, 'retry'],
    [aParcel('a'), 429, 'retry'],
    [aParcel('a'), 502, 'retry'],
    [aParcel('a'), 503, 'retry'],
    // It may be the fault of this one alone.
    [aParcel('a'), 500, 'postponed'],
  ])('%j: %d means %s', (parcel, status, verdict) => {
    expect(verdictOf(parcel, { status })).toBe(verdict);
  });
});
