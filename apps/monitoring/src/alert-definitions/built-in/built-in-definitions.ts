import { PLATFORMS_PLUGIN } from '../../plugins/platforms/built-in-plugins';
import type { SentDefinition } from '@wardstone/alerting';

/** A condition on a metric, which is named as in the descriptor of its plugin. */
interface MetricCondition {
  readonly metric: string;
  readonly comparator: '>' | '<';
  /** In the unit of the metric: a fraction for a percentage, kilobytes for space. */
  readonly threshold: number;
}

/** A condition on the availability of the resource. */
interface AvailabilityCondition {
  readonly availability: 'AVAIL_GOES_DOWN';
}

type BuiltInCondition = MetricCondition | AvailabilityCondition;

/** A built-in alert definition for all resources of a type. */
export interface BuiltInDefinition {
  /** Unique and never reused: a definition that was created once is not created again. */
  readonly key: string;
  readonly plugin: string;
  readonly type: string;
  readonly definition: SentDefinition & { readonly name: string };
  readonly conditions: readonly BuiltInCondition[];
  /** Recommended action when the alert fires. */
  readonly advice: string;
}

const GIB_IN_KB = 1024 * 1024;
const OTHER_MACHINES = ['Windows', 'Mac OS X', 'FreeBSD'];

interface Watched {
  key: string;
  type: string;
  name: string;
  priority: 'HIGH' | 'MEDIUM' | 'LOW';
  conditions: readonly BuiltInCondition[];
  advice: string;
  mode?: 'ALL' | 'ANY';
  /** Number of consecutive values. */
  times?: number;
}

const watch = ({ mode = 'ANY', times = 1, ...watched }: Watched): BuiltInDefinition => ({
  key: watched.key,
  type: watched.type,
  conditions: watched.conditions,
  advice: watched.advice,
  plugin: PLATFORMS_PLUGIN,
  definition: {
    name: watched.name,
    priority: watched.priority,
    enabled: true,
    conditionMode: mode,
    onceUntilRecovered: true,
    ...(times === 1 ? {} : { dampeningCategory: 'CONSECUTIVE_COUNT', dampeningCount: times }),
  },
});

const above = (metric: string, threshold: number): MetricCondition => ({ metric, comparator: '>', threshold });
const below = (metric: string, threshold: number): MetricCondition => ({ metric, comparator: '<', threshold });

const FREE_SPACE =
  'See what takes the space (du -xh MOUNT | sort -h | tail, for its mount point), remove what is not needed or enlarge the file system. Deleted files ' +
  'that programs hold open take space until these are restarted (lsof +L1).';

/** Also requires little free space, because a percentage alone would call a large disk with terabytes left full. */
const fileSystem = (
  { key, name, priority }: Pick<Watched, 'key' | 'name' | 'priority'>,
  usedShare: number,
  freeGib: number,
): BuiltInDefinition =>
  watch({
    key,
    name,
    priority,
    type: 'File System',
    mode: 'ALL',
    advice: FREE_SPACE,
    conditions: [above('fileSystemUsage.usePercent', usedShare), below('fileSystemUsage.free', freeGib * GIB_IN_KB)],
  });

const BUSY =
  'See which processes use the processors (operation View Process List, or top). A machine that works hard is in order: ' +
  'disable the definition for it.';

/** Low priority: a machine that runs a build is busy but healthy. */
const processor = (type: string): BuiltInDefinition =>
  watch({
    key: `processor-busy:${type}`,
    type,
    name: 'Processor busy',
    priority: 'LOW',
    times: 3,
    advice: BUSY,
    conditions: [above('CpuPerc.user', 0.9), above('CpuPerc.sys', 0.5)],
  });

/** Replaces the problem "Linux is down" with one that people are notified of. */
const silentAgent = (type: string): BuiltInDefinition =>
  watch({
    key: `agent-silent:${type}`,
    type,
    name: 'Agent silent',
    priority: 'HIGH',
    advice:
      'Check whether the machine runs and reaches the server, then the agent on it (systemctl status wardstone-agent, and its log). ' +
      'Silence or disable machines that are switched off on purpose, such as laptops.',
    conditions: [{ availability: 'AVAIL_GOES_DOWN' }],
  });

const RENEW =
  'Renew the certificate that the trait Certificate That Expires First names, and reload the programs that use it.';

const LINUX: readonly BuiltInDefinition[] = [
  watch({
    key: 'processor-busy:Linux',
    type: 'Linux',
    name: 'Processor busy',
    priority: 'LOW',
    times: 15,
    advice: BUSY,
    conditions: [above('Cpu.used', 0.95)],
  }),
  watch({
    key: 'memory-low:Linux',
    type: 'Linux',
    name: 'Memory almost used up',
    priority: 'HIGH',
    times: 5,
    advice:
      'Find the processes with most resident memory (operation View Process List, or top). The kernel ends processes when the ' +
      'memory is used up: restart what leaks, or add memory.',
    conditions: [below('Memory.availablePercent', 0.05)],
  }),
  // Used swap space alone is harmless, so both values are required, once a minute each.
  watch({
    key: 'swap-full:Linux',
    type: 'Linux',
    name: 'Swap almost used up',
    priority: 'MEDIUM',
    mode: 'ALL',
    times: 10,
    advice:
      'The machine has too little memory for what runs on it: move something away, add memory, or restart what leaks.',
    conditions: [above('Swap.usedPercent', 0.8), below('Memory.availablePercent', 0.2)],
  }),
  watch({
    key: 'load-high:Linux',
    type: 'Linux',
    name: 'Load high',
    priority: 'LOW',
    times: 3,
    advice:
      'More programs want to run than there are processors, or wait for disks that are slow or gone (ps -eo state,pid,cmd | grep ^D).',
    conditions: [above('LoadPerCore.15', 4)],
  }),
  // Three times, because clocks are adjusted within minutes of sleep and boot.
  watch({
    key: 'clock-wrong:Linux',
    type: 'Linux',
    name: 'Clock wrong',
    priority: 'MEDIUM',
    times: 3,
    advice:
      'Check the time service (timedatectl, chronyc tracking) and that its servers are reached. When all hosts are wrong at once, ' +
      'check the clock of the server first.',
    conditions: [above('Clock.offset', 5), below('Clock.offset', -5)],
  }),
  watch({
    key: 'units-failed:Linux',
    type: 'Linux',
    name: 'Units failed',
    priority: 'MEDIUM',
    times: 2,
    advice:
      'See the trait Names of Failed Units, then systemctl status UNIT and journalctl -u UNIT. Once it is mended, systemctl ' +
      'reset-failed UNIT ends the alert.',
    conditions: [above('Systemd.failedUnits', 0)],
  }),
  watch({
    key: 'certificate-ends:Linux',
    type: 'Linux',
    name: 'Certificate expires within 14 days',
    priority: 'MEDIUM',
    advice: RENEW,
    conditions: [below('Certificates.daysLeft', 14)],
  }),
  watch({
    key: 'certificate-ends-soon:Linux',
    type: 'Linux',
    name: 'Certificate expires within 3 days',
    priority: 'HIGH',
    advice: RENEW,
    conditions: [below('Certificates.daysLeft', 3)],
  }),
];

/** See rule alerts-54. */
export const BUILT_IN_DEFINITIONS: readonly BuiltInDefinition[] = [
  fileSystem({ key: 'file-system-almost-full', name: 'File system almost full', priority: 'MEDIUM' }, 0.9, 20),
  fileSystem({ key: 'file-system-full', name: 'File system full', priority: 'HIGH' }, 0.97, 5),
  watch({
    key: 'file-system-fills',
    type: 'File System',
    name: 'File system full within 6 hours',
    priority: 'HIGH',
    times: 2,
    advice: FREE_SPACE,
    conditions: [below('fileSystemUsage.hoursUntilFull', 6)],
  }),
  silentAgent('Linux'),
  ...LINUX,
  ...OTHER_MACHINES.flatMap((type) => [silentAgent(type), processor(type)]),
];

/** Advice for an alert of a built-in definition; undefined if there is no definition with this key. Pure. */
export function adviceFor(key: string): string | undefined {
  return BUILT_IN_DEFINITIONS.find((each) => each.key === key)?.advice;
}
