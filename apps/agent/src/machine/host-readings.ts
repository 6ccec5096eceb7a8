import fs from 'node:fs/promises';
import type { Clock } from '@wardstone/clock';
import { type CertificateEnd, certificateText } from '../domain/certificate-end';
import { type ClockOffset, parseChronyTracking, parseTimesyncStatus } from '../domain/clock-offset';
import { parseFailedUnits, unitsText } from '../domain/failed-units';
import { type FoundCertificates, readCertificates } from './certificates';
import { PartReader } from './read-guard';
import { runProgram } from './run-program';

const DAY_MS = 24 * 60 * 60_000;
/** Exists only while systemd manages the host; in a container `systemctl` may be installed without it. */
const SYSTEMD = '/run/systemd/system';
/** Accuracy of a `Date` header, in seconds; the response time is added. */
const SERVER_EXACT_TO_S = 1;

type Value = number | string | undefined;

const READERS = {
  /** Names of failed units; undefined without systemd. */
  units: readFailedUnits,
  /** Undefined if no program on the host provides it. */
  clock: readClockOffset,
  certificates: readCertificates,
};

interface HostReadingsOptions {
  clock: Clock;
  /** Files and folders of certificates that the owner of the host lists. */
  certificates: readonly string[];
  /** How far the clock is ahead of the server's, in ms; undefined before the first response. */
  serverOffsetMs: () => number | undefined;
  readers?: Partial<typeof READERS>;
  limitMs?: number;
}

/** Metrics that are read only when due, by reader. */
const METRICS: Readonly<Record<keyof typeof READERS, readonly string[]>> = {
  units: ['Systemd.failedUnits', 'Systemd.failedUnitNames'],
  clock: ['Clock.offset', 'Clock.source'],
  certificates: ['Certificates.daysLeft', 'Certificates.next'],
};

const SUBJECTS: Readonly<Record<keyof typeof READERS, string>> = {
  units: 'systemd units',
  clock: 'clock offset',
  certificates: 'certificates',
};

/** Values read from programs and files of the host, each with its own timeout. See rule agents-15. */
export class HostReadings {
  private readonly parts: PartReader<keyof typeof READERS>;
  private readonly readers: typeof READERS;
  private unreadCertificates: readonly string[] = [];

  constructor(private readonly options: HostReadingsOptions) {
    this.parts = new PartReader(SUBJECTS, options.limitMs);
    this.readers = { ...READERS, ...options.readers };
  }

  get problems(): readonly string[] {
    return [...this.parts.problems, ...this.unreadCertificates.map((problem) => `AGENT_CERTIFICATES: ${problem}`)];
  }

  /** Reads the requested metrics; unknown ones and those without a value are missing. */
  async read(metrics: ReadonlySet<string>): Promise<ReadonlyMap<string, number | string>> {
    const isWanted = (name: keyof typeof READERS): boolean => METRICS[name].some((metric) => metrics.has(metric));
    const values = await Promise.all([
      isWanted('units') ? this.readUnits() : {},
      isWanted('clock') ? this.readClock() : {},
      isWanted('certificates') ? this.readCertificates() : {},
    ]);
    const all = values.flatMap((each) => Object.entries<Value>(each));
    return new Map(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
  }

  private async readUnits(): Promise<Record<string, Value>> {
    const names = await this.parts.read('units', this.readers.units);
    return names ? { 'Systemd.failedUnits': names.length, 'Systemd.failedUnitNames': unitsText(names) } : {};
  }

  private async readClock(): Promise<Record<string, Value>> {
    const offset = (await this.parts.read('clock', this.readers.clock)) ?? this.serverOffset();
    return offset ? { 'Clock.offset': offset.seconds, 'Clock.source': offset.source } : {};
  }

  private serverOffset(): ClockOffset | undefined {
    const ms = this.options.serverOffsetMs();
    if (ms === undefined) return undefined;
    const seconds = ms / 1000;
    return { seconds: Math.abs(seconds) <= SERVER_EXACT_TO_S ? 0 : seconds, source: 'server' };
  }

  private async readCertificates(): Promise<Record<string, Value>> {
    const { certificates: named, clock } = this.options;
    if (named.length === 0) return {};
    const found = await this.parts.read('certificates', () => this.readers.certificates(named));
    if (!found) return {};
    this.unreadCertificates = found.problems;
    const next = earliest(found);
    return next
      ? { 'Certificates.daysLeft': (next.endMs - clock.now()) / DAY_MS, 'Certificates.next': certificateText(next) }
      : {};
  }
}

function earliest({ certificates }: FoundCertificates): CertificateEnd | undefined {
  return certificates.toSorted((one, other) => one.endMs - other.endMs)[0];
}

async function readFailedUnits(): Promise<string[] | undefined> {
  const isManaged = await fs.stat(SYSTEMD).then(
    (stat) => stat.isDirectory(),
    () => false,
  );
  if (!isManaged) return undefined;
  const listed = await runProgram('systemctl', [
    'list-units',
    '--failed',
    '--plain',
    '--no-legend',
    '--no-pager',
    '--full',
  ]);
  return listed === undefined ? undefined : parseFailedUnits(listed);
}

/** Queries chrony, then systemd-timesyncd; undefined if neither is running. */
async function readClockOffset(): Promise<ClockOffset | undefined> {
  if (process.platform !== 'linux') return undefined;
  const chrony = parseChronyTracking((await runProgram('chronyc', ['-n', 'tracking'])) ?? '');
  if (chrony !== undefined) return { seconds: chrony, source: 'chronyc' };
  const isManaged = await fs.stat(SYSTEMD).then(
    () => true,
    () => false,
  );
  const status = isManaged ? await runProgram('timedatectl', ['timesync-status', '--no-pager']) : undefined;
  const timesync = parseTimesyncStatus(status ?? '');
  return timesync === undefined ? undefined : { seconds: timesync, source: 'timedatectl' };
}
