import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { SystemClock } from '@wardstone/clock';
import { readInventory, readRejections, readWork } from '../src/domain/read-responses';
import { Outbox } from '../src/outbox/outbox';
import { ServerApi, Unreachable, getErrorMessage } from '../src/server/server-api';
import { aResource, aSchedule } from './machine.builder';

describe('responses of a misbehaving server', () => {
  it.each([undefined, null, 'text', [], {}, { resources: {}, schedules: [] }])(
    'are not taken for an inventory: %j',
    (body) => {
      expect(readInventory(body)).toBeUndefined();
    },
  );

  it('give an inventory without invalid entries', () => {
    const resources = [
      aResource(),
      null,
      7,
      aResource({ resourceId: '../x' as never }),
      aResource({ status: 'BEST' }),
      aResource({ name: {} as never }),
      aResource({ resourceId: 2, parentId: 1, pluginConfig: 'none' as never }),
    ];
    const schedules = [
      aSchedule(),
      aSchedule({ scheduleId: 11, collectionInterval: 0 }),
      aSchedule({ scheduleId: 12, collectionInterval: NaN }),
      aSchedule({ scheduleId: 13, collectionInterval: -1 }),
      aSchedule({ scheduleId: 14, type: 'SHELL' }),
      'x',
    ];
    const read = readInventory({ resources, schedules })!;

    expect(read.resources).toEqual([aResource(), aResource({ resourceId: 2, parentId: 1, pluginConfig: {} })]);
    expect(read.schedules.map(({ scheduleId, collectionInterval }) => [scheduleId, collectionInterval])).toEqual([
      [10, 60_000],
      [11, 30_000],
      [13, 30_000],
    ]);
  });

  it('give an inventory of limited size', () => {
    const many = <T>(one: T, count: number): T[] => new Array<T>(count).fill(one);
    const read = readInventory({ resources: many(aResource(), 30_000), schedules: many(aSchedule(), 300_000) })!;
    expect([read.resources.length, read.schedules.length]).toEqual([20_000, 200_000]);
  });

  it.each([
    [[{ id: '../../../../tmp/x', kind: 'discover' }]],
    [[{ id: 1.5, kind: 'discover' }]],
    [[{ id: -1, kind: 'discover' }]],
    [[{ id: 1 }]],
    [[null]],
    [{ id: 1, kind: 'discover' }],
  ])('are not taken for work: %j', (body) => {
    expect(readWork(body, 10)).toEqual([]);
  });

  it('give a limited number of work items with limited time', () => {
    const item = (id: number, timeout: number) => ({ id, kind: 'discover', resourceId: 1, timeout });
    expect(readWork([item(1, 1e12), item(2, -5), item(3, 60)], 2)).toEqual([item(1, 86_400), item(2, 1)]);
  });

  it('report what was rejected', () => {
    expect(readRejections({ rejected: [{ reason: 'a' }, null, { reason: {} }] })).toEqual([
      'a',
      'no reason given',
      'no reason given',
    ]);
    expect([undefined, { rejected: 5 }, 'x'].map(readRejections)).toEqual([[], [], []]);
    expect(
      getErrorMessage({ status: 500, headers: new Headers(), body: { message: 'x'.repeat(10_000) } }).length,
    ).toBeLessThan(600);
  });

  it('create no file outside of the outbox', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'outbox-'));
    const outbox = new Outbox(path.join(folder, 'reports'), 1_000);
    const message = { method: 'PUT' as const, target: '/agent/a/work/1', body: {} };
    expect(() => outbox.add({ id: 'w-/../../x', ...message })).toThrow('is not a message id');
    expect(fs.readdirSync(folder)).toEqual(['reports']);
    fs.rmSync(folder, { recursive: true });
  });

  it('are not redirected, and not read without end', async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024));
    let requestCount = 0;
    const server = http.createServer((request, response) => {
      requestCount += 1;
      if (request.url === '/away') response.writeHead(302, { Location: '/elsewhere' }).end();
      else response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' }).end(bomb);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const api = new ServerApi(url, 20_000, new SystemClock());

    await expect(api.request('GET', '/away')).rejects.toThrow(Unreachable);
    expect(requestCount).toBe(1);
    await expect(api.request('GET', '/bomb')).rejects.toThrow(/a response larger than/);

    server.closeAllConnections();
    server.close();
  });
});
