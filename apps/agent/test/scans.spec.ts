import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { TestClock } from '@wardstone/clock';
import { eventually, itWithScanner } from '@wardstone/testing';
import { ScanDocuments } from '../src/compliance/scan-documents';
import { Scanner } from '../src/compliance/scanner';
import { Scans } from '../src/compliance/scans';
import { createLogger } from '../src/logger';
import { ServerApi, Unreachable } from '../src/server/server-api';
import { StateFolder } from '../src/state/state-folder';
import { isAlive, PlantedScanner } from './planted-scanner';
import { GUIDE, PROFILE, ScanServer, SYSTEM_ID, sha256 } from './scan-server';

const MINUTE_MS = 60_000;
/** Larger than the largest guide used here. */
const MAX_BYTES = 8 * 1024 * 1024;

describe('the scans of an agent', () => {
  let folder: string;
  let server: ScanServer;
  let oscap: PlantedScanner;
  let clock: TestClock;
  let scans: Scans;

  const make = (over: Partial<ConstructorParameters<typeof Scanner>[0]> = {}): Scans => {
    const api = new ServerApi(server.url, 5_000, clock);
    return new Scans({
      server: api,
      state: new StateFolder(path.join(folder, 'state')),
      scanner: new Scanner({
        program: oscap.program,
        isPrivileged: true,
        folder: path.join(folder, 'state/scans'),
        ...over,
      }),
      documents: new ScanDocuments(api, path.join(folder, 'state/scap'), MAX_BYTES),
      logger: createLogger('silent'),
      clock,
      limitMs: 10 * MINUTE_MS,
    });
  };
  const step = async (): Promise<void> => {
    await scans.step(new AbortController().signal).catch((error: unknown) => {
      if (!(error instanceof Unreachable)) throw error;
    });
  };
  const stepUntil = async (what: string, condition: () => boolean): Promise<void> => {
    await eventually(what, async () => {
      if (!condition()) await step();
      return condition();
    });
  };
  const ended = (id: string): Promise<void> => stepUntil('the end', () => server.listEnds(id).length > 0);

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scans-'));
    server = new ScanServer();
    await server.start();
    oscap = new PlantedScanner(folder);
    clock = new TestClock(Date.parse('2026-01-15T12:00:00Z'));
    scans = make();
  });
  afterEach(async () => {
    oscap.release();
    await eventually('no scanner', () => Promise.resolve(oscap.calls.every(({ pid }) => !isAlive(pid))));
    await server.stop();
    fs.rmSync(folder, { recursive: true });
  });

  it('run the scanner with these arguments and nothing else, upload what it wrote, and leave nothing behind', async () => {
    process.env['AGENT_TOKEN'] = 'secret';
    const tailoring_sha256 = sha256(server.documents['tailoring']!);
    const id = server.order({ tailoring_sha256 });
    await stepUntil('the scanner', () => oscap.calls.length > 0);
    delete process.env['AGENT_TOKEN'];
    oscap.release();
    await ended(id);

    const [call] = oscap.calls;
    const scap = path.join(folder, 'state/scap');
    expect(call!.args).toEqual([
      'xccdf',
      'eval',
      '--progress',
      '--profile',
      PROFILE,
      '--tailoring-file',
      path.join(scap, `${tailoring_sha256}.xml`),
      '--results-arf',
      path.join(folder, `state/scans/${id}.arf`),
      path.join(scap, `${sha256(GUIDE)}.xml`),
    ]);
    expect(Object.keys(call!.environment).sort()).toEqual(['LANG', 'OSCAP_CHECK_ENGINE_PLUGIN_DIR', 'PATH']);
    expect(server.listEnds(id)).toEqual([
      { state: 'uploaded', test_result_id: expect.any(String) as string, evaluated_rule_count: 2 },
    ]);
    expect([...server.results.values()]).toEqual([1]);
    expect(fs.readdirSync(path.join(folder, 'state/scans'))).toEqual([]);
    expect(scans.isBusy).toBe(false);
  });

  it('fetch a guide once, and again when the stored copy has changed', async () => {
    oscap.release();
    await ended(server.order());
    await ended(server.order());
    expect(server.fetched).toEqual(['guide']);
    fs.writeFileSync(path.join(folder, 'state/scap', `${sha256(GUIDE)}.xml`), '<changed/>');
    await ended(server.order());

    expect(server.fetched).toEqual(['guide', 'guide']);
    expect(oscap.calls).toHaveLength(3);
  });

  it('report their progress one after another', async () => {
    const ids = [server.order(), server.order()];
    await stepUntil('the scanner', () => oscap.calls.length > 0);
    await step();
    await step();
    expect(server.reports).toEqual([{ id: ids[0], state: 'running', evaluated_rule_count: 0 }]);
    expect(oscap.calls).toHaveLength(1);
    oscap.release();
    for (const id of ids) await ended(id);

    expect(server.results.size).toBe(2);
  });

  it('stop when the server no longer requests them', async () => {
    const id = server.order();
    await stepUntil('the scanner', () => oscap.calls.length > 0);
    server.cancel(id);
    await stepUntil('nothing to do', () => !scans.isBusy);
    await eventually('no scanner', () => Promise.resolve(!isAlive(oscap.calls[0]!.pid)));

    expect([server.listEnds(id), server.results.size]).toEqual([[], 0]);
  });

  it('go on while the server is away for the whole scan, and bring the result when it is back', async () => {
    const id = server.order();
    await stepUntil('the scanner', () => oscap.calls.length > 0);
    server.isAway = true;
    await step();
    oscap.release();
    await eventually('no scanner', () => Promise.resolve(!isAlive(oscap.calls[0]!.pid)));
    for (let at = 0; at < 3; at++) await step();
    server.isAway = false;
    await ended(id);

    expect([oscap.calls.length, [...server.results.values()]]).toEqual([1, [1]]);
  });

  it.each([429, 500, 503])('upload the same result again after a response %d', async (status) => {
    let refusals = 2;
    server.afterUpload = () => Promise.resolve(refusals-- > 0 ? status : 200);
    oscap.release();
    const id = server.order();
    await ended(id);

    expect([...server.results.values()]).toEqual([3]);
    expect(server.listEnds(id)).toMatchObject([{ state: 'uploaded' }]);
  });

  it('fail when the server refuses the result', async () => {
    server.afterUpload = () => Promise.resolve(422);
    oscap.release();
    const id = server.order();
    await ended(id);

    expect(server.listEnds(id)).toMatchObject([{ state: 'failed', reason: 'the server returned 422: no' }]);
  });

  it('fail with the message of the scanner', async () => {
    oscap.write('complaint', 'OpenSCAP Error: first\nlast line\n');
    oscap.release();
    const id = server.order();
    await ended(id);

    expect(server.listEnds(id)).toMatchObject([{ state: 'failed', reason: 'oscap ended with 1: last line' }]);
  });

  it('fail with the message of the scanner, cut between characters', async () => {
    oscap.write('complaint', `${'x'.repeat(299)}${'🔥'.repeat(300)}\n`);
    oscap.release();
    const id = server.order();
    await ended(id);

    const [{ reason = '' } = {}] = server.listEnds(id);
    expect(reason).toMatch(/^oscap ended with 1: x+🔥*/u);
    expect(reason.isWellFormed()).toBe(true);
  });

  it('are ended at their time limit', async () => {
    const id = server.order();
    await stepUntil('the scanner', () => oscap.calls.length > 0);
    clock.advance(11 * MINUTE_MS);
    await ended(id);

    expect(server.listEnds(id)).toEqual([{ state: 'failed', reason: 'the scan took more than 10 min' }]);
    await eventually('no scanner', () => Promise.resolve(!isAlive(oscap.calls[0]!.pid)));
  });

  it.each([
    ['forward', 120 * MINUTE_MS],
    ['back', -120 * MINUTE_MS],
  ])('are ended at their time limit, however far the clock is set %s', async (_where, stepMs) => {
    const id = server.order();
    await stepUntil('the scanner', () => oscap.calls.length > 0);
    clock.set(clock.now() + stepMs);
    await step();
    expect(server.listEnds(id)).toEqual([]);
    clock.advance(11 * MINUTE_MS);
    await ended(id);

    expect(server.listEnds(id)).toEqual([{ state: 'failed', reason: 'the scan took more than 10 min' }]);
  });

  it('are ended when the scanner writes too much', async () => {
    const id = server.order();
    await stepUntil('the scanner', () => oscap.calls.length > 0);
    fs.truncateSync(path.join(folder, `state/scans/${id}.errors`), 2 * 1024 * 1024);
    await ended(id);

    expect(server.listEnds(id)).toEqual([{ state: 'failed', reason: 'the files of the scanner are too large' }]);
  });

  it('include the rules that are not applicable', async () => {
    oscap.write('outcomes', 'xccdf_org.test_rule_one:notapplicable\nxccdf_org.test_rule_two:notapplicable\n');
    oscap.release();
    const id = server.order();
    await ended(id);

    expect(server.listEnds(id)).toMatchObject([{ state: 'uploaded', evaluated_rule_count: 2 }]);
    expect(server.results.size).toBe(1);
  });

  it.each(['cancelled', 'over time'])(
    'that are %s and cannot be stopped delay the next one until they end',
    async (why) => {
      const id = server.order();
      await stepUntil('the scanner', () => oscap.calls.length > 0);
      const kill = jest.spyOn(process, 'kill').mockImplementation(() => {
        throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
      });
      if (why === 'cancelled') server.cancel(id);
      else clock.advance(11 * MINUTE_MS);
      const next = server.order();
      for (let at = 0; at < 5; at++) await step();
      kill.mockRestore();
      expect([scans.isBusy, oscap.calls.length, server.results.size]).toEqual([true, 1, 0]);
      oscap.release();
      await ended(next);

      expect([oscap.calls.length, server.results.size]).toEqual([2, 1]);
      expect(server.listEnds(id)).toHaveLength(why === 'cancelled' ? 0 : 1);
      expect(fs.readdirSync(path.join(folder, 'state/scans'))).toEqual([]);
    },
  );

  it('end as not scanned where there is no scanner', async () => {
    scans = make({ program: '/nowhere/oscap' });
    const id = server.order();
    await ended(id);

    expect(server.listEnds(id)).toEqual([
      { state: 'not_scanned', reason: 'there is no oscap on the host (/nowhere/oscap)' },
    ]);
  });

  it('end as not scanned without the rights to read the host', async () => {
    scans = make({ isPrivileged: false });
    const user = jest.spyOn(process, 'geteuid').mockReturnValue(1000);
    const id = server.order();
    await ended(id);
    user.mockRestore();

    expect(server.listEnds(id)).toMatchObject([
      { state: 'not_scanned', reason: expect.stringMatching(/rights/) as string },
    ]);
    expect(oscap.calls).toEqual([]);
  });

  it('fail when the scanner is killed', async () => {
    const id = server.order();
    await stepUntil('the scanner', () => oscap.calls.length > 0);
    process.kill(oscap.calls[0]!.pid, 'SIGKILL');
    await ended(id);

    expect(server.listEnds(id)).toMatchObject([{ state: 'failed', reason: 'oscap was ended by SIGKILL' }]);
  });

  describe('requested by a hostile server', () => {
    it.each([
      [{ guide_sha256: '../../../../etc/passwd' }, 'a digest is malformed'],
      [{ guide_sha256: `${'a'.repeat(63)}/` }, 'a digest is malformed'],
      [{ guide_sha256: 'A'.repeat(64) }, 'a digest is malformed'],
      [{ tailoring_sha256: '../x' }, 'a digest is malformed'],
      [{ tailoring_sha256: 7 as unknown as string }, 'a digest is malformed'],
      [{ profile_ref_id: '--remediate' }, 'the id of the profile is not one of XCCDF 1.2'],
      [{ profile_ref_id: `${PROFILE} --remediate` }, 'the id of the profile is not one of XCCDF 1.2'],
      [{ profile_ref_id: `${PROFILE}\n` }, 'the id of the profile is not one of XCCDF 1.2'],
      [{ profile_ref_id: 'xccdf_../../x_profile_x' }, 'the id of the profile is not one of XCCDF 1.2'],
      [{ system_id: '../../policies/1' }, 'the id of the system is malformed'],
    ])('are refused: %j', async (over, reason) => {
      const id = server.order(over);
      await ended(id);

      expect(server.listEnds(id)).toEqual([{ state: 'not_scanned', reason }]);
      expect([oscap.calls, server.fetched]).toEqual([[], []]);
    });

    it('are ignored without an id that is a UUID', async () => {
      server.order({ id: '../../state' });
      server.orders.push(null as never);
      await step();

      expect([scans.isBusy, server.reports, server.fetched]).toEqual([false, [], []]);
    });

    it.each([
      ['another guide than it names', gzipSync('<other/>')],
      ['more than a guide can have', gzipSync(Buffer.alloc(MAX_BYTES + 1))],
      ['what is not compressed', Buffer.from(GUIDE)],
    ])('do not begin with %s', async (_what, guide) => {
      const id = server.order();
      server.documents['guide'] = guide;
      await ended(id);

      expect(server.listEnds(id)).toMatchObject([{ state: 'failed' }]);
      expect(server.fetched).toEqual(['guide', 'guide', 'guide']);
      expect([oscap.calls, fs.existsSync(path.join(folder, 'state/scap', `${sha256(GUIDE)}.xml`))]).toEqual([
        [],
        false,
      ]);
    });

    it('do not begin with a profile that the guide does not have', async () => {
      const profile_ref_id = 'xccdf_org.test_profile_other';
      const id = server.order({ profile_ref_id });
      await ended(id);

      expect(server.listEnds(id)).toEqual([
        { state: 'not_scanned', reason: `the guide has no profile ${profile_ref_id}` },
      ]);
    });
  });

  itWithScanner(
    'upload the result of the real scanner',
    async () => {
      const file = path.join(__dirname, '../../compliance/test-data/ssg-debian11-ds.xml.gz');
      // Without platforms, the scanner evaluates every rule on any machine.
      const guide = gunzipSync(fs.readFileSync(file))
        .toString()
        .replaceAll(/<xccdf-1\.2:platform [^>]*\/>/g, '');
      server.documents['guide'] = gzipSync(guide);
      const programs = process.env['PATH']!.split(path.delimiter).map((place) => path.join(place, 'oscap'));
      scans = make({ program: programs.find((program) => fs.existsSync(program))! });
      const id = server.order({ profile_ref_id: 'xccdf_org.ssgproject.content_profile_standard' });
      await ended(id);

      const [end] = server.listEnds(id);
      expect(end).toMatchObject({ state: 'uploaded' });
      expect(end!.evaluated_rule_count).toBeGreaterThan(20);
      expect(server.results.size).toBe(1);
    },
    120_000,
  );

  it('upload only to the system that the order names', async () => {
    oscap.release();
    await ended(server.order());

    expect(server.uploadedTo).toEqual([`/api/compliance/v2/systems/${SYSTEM_ID}/test_results`]);
  });
});
