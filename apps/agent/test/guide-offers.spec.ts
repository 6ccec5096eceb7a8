import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestClock } from '@wardstone/clock';
import { GuideOffers } from '../src/compliance/guide-offers';
import { createLogger } from '../src/logger';
import { ServerApi, Unreachable } from '../src/server/server-api';
import { GUIDE, ScanServer, sha256 } from './scan-server';

const HOUR_MS = 3_600_000;
const NAME = 'ssg-debian12-ds.xml';

describe('guides that an agent offers', () => {
  let folder: string;
  let server: ScanServer;
  let clock: TestClock;
  let offers: GuideOffers;
  const { signal } = new AbortController();
  const write = (name: string, content: string): void => fs.writeFileSync(path.join(folder, 'content', name), content);

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guides-'));
    fs.mkdirSync(path.join(folder, 'content'));
    server = new ScanServer();
    await server.start();
    clock = new TestClock(Date.parse('2026-01-15T12:00:00Z'));
    const machine = {
      facts: () => Promise.resolve({ distribution: 'Debian GNU/Linux', distributionVersion: '12' }),
    };
    offers = new GuideOffers({
      server: new ServerApi(server.url, 5_000, clock),
      machine: machine as never,
      logger: createLogger('silent'),
      clock,
      source: path.join(folder, 'content'),
      folder: path.join(folder, 'state'),
    });
  });
  afterEach(async () => {
    await server.stop();
    fs.rmSync(folder, { recursive: true });
  });

  it('are those for the operating system of the host, reported once an hour', async () => {
    write(NAME, GUIDE);
    write('ssg-rhel9-ds.xml', GUIDE);
    await offers.step([], signal);
    await offers.step([], signal);
    const guide = { file_name: NAME, sha256: sha256(GUIDE), byte_count: GUIDE.length };
    expect(server.offered).toEqual([[guide]]);

    fs.rmSync(path.join(folder, 'content', NAME));
    for (let hour = 0; hour < 3; hour += 1) {
      clock.advance(HOUR_MS);
      await offers.step([], signal);
    }
    expect(server.offered).toEqual([[guide], []]);
  });

  it('are sent when the server asks for them by digest, and no other file is', async () => {
    write(NAME, GUIDE);
    await offers.step([], signal);
    await offers.step(['0'.repeat(64)], signal);
    expect(server.guides.size).toBe(0);
    await offers.step([sha256(GUIDE)], signal);

    expect([...server.guides]).toEqual([[sha256(GUIDE), GUIDE]]);
    expect(fs.readdirSync(path.join(folder, 'state'))).toEqual([]);
  });

  it('are sent again later when the server is busy, and not when it refuses them', async () => {
    write(NAME, GUIDE);
    await offers.step([], signal);
    server.guideStatus = 429;
    await expect(offers.step([sha256(GUIDE)], signal)).rejects.toThrow(Unreachable);
    server.guideStatus = 409;
    await offers.step([sha256(GUIDE)], signal);
    expect(fs.readdirSync(path.join(folder, 'state'))).toEqual([]);
  });

  it('are empty without the folder or readable files', async () => {
    fs.mkdirSync(path.join(folder, 'content', NAME));
    await offers.step([], signal);
    fs.rmSync(path.join(folder, 'content'), { recursive: true });
    clock.advance(HOUR_MS);
    await offers.step([], signal);
    expect(server.offered).toEqual([[]]);
  });
});
