import type { CurrentMetric, ResourceOverview } from '@wardstone/client/monitoring';
import { valueText } from '@wardstone/units';
import { inventoryTexts } from '../../texts/inventory';

const texts = inventoryTexts.host;

/** A tile in the first row of a host's page, such as memory, with its numbers. */
export interface HostTile {
  title: string;
  figure: string;
  notes: readonly string[];
  /** Metrics behind the figure; the first one is drawn as a chart. */
  metrics: readonly CurrentMetric[];
  /** The part of the host that the figure is about, such as a file system. */
  part?: { id: number; name: string };
}

/** Metrics of hosts that the first row already covers. */
const IN_FIRST_ROW = /^(CpuPerc|Cpu|LoadPerCore|Native\.(MemoryInfo|SwapInfo)|Memory|Swap|Network)\./;
/** Metrics that not every host has; hidden while they have no value. */
const OPTIONAL = /^(Systemd|Certificates|Clock)\./;
/** The agent's upper bound: a file system with this forecast is not filling up. */
const NOT_FILLING_HOURS = 720;
const FULL_HOURS = 'fileSystemUsage.hoursUntilFull';

/** Whether the first row covers the metric, or the host lacks it. Pure. */
export const isInFirstRow = ({ name, time }: CurrentMetric): boolean =>
  IN_FIRST_ROW.test(name) || (OPTIONAL.test(name) && time === 0);

/** A value for display. Pure. */
export function formatValue({ name, unit, perMinute, value }: CurrentMetric): string {
  if (value === 'NaN') return '–';
  if (name === FULL_HOURS && value >= NOT_FILLING_HOURS) return texts.notFilling;
  return valueText(value, { unit: unit as 'NONE', isPerMinute: perMinute });
}

type Measured = CurrentMetric & { value: number };

/** The tiles in the first row of a host's page: processor, load, memory, swap, fullest file system, network. Pure. */
export function hostTiles({ metrics, parts }: ResourceOverview): HostTile[] {
  const find = (name: string): Measured | undefined => findMeasured(metrics, name);
  return [processor(find), load(find), memory(find), swap(find), fullest(parts), network(find, parts)].filter(
    (response) => response !== undefined,
  );
}

type Find = (name: string) => Measured | undefined;

function findMeasured(metrics: readonly CurrentMetric[], name: string): Measured | undefined {
  const found = metrics.find((metric) => metric.name === name && metric.value !== 'NaN');
  return found as Measured | undefined;
}

const share = (value: number): string => valueText(value, { unit: 'PERCENTAGE' });
const bytes = (value: number): string => valueText(value, { unit: 'BYTES' });

function processor(find: Find): HostTile | undefined {
  const user = find('Cpu.user') ?? find('CpuPerc.user');
  const system = find('Cpu.system') ?? find('CpuPerc.sys');
  const [used, wait] = [find('Cpu.used'), find('Cpu.wait')];
  // User and system time may have been measured at different times, so their sum may exceed 1.
  const value = used?.value ?? (user && system && Math.min(1, user.value + system.value));
  if (value === undefined) return undefined;
  const split = [
    ...(user ? [texts.user(share(user.value))] : []),
    ...(system ? [texts.system(share(system.value))] : []),
    ...(wait ? [texts.wait(share(wait.value))] : []),
  ];
  return {
    title: texts.processor,
    figure: share(value),
    notes: [split.join(' · ')],
    metrics: present(used, user, system),
  };
}

function load(find: Find): HostTile | undefined {
  const [one, five, fifteen] = [1, 5, 15].map((minutes) => find(`LoadPerCore.${minutes}`));
  if (!one) return undefined;
  const number = (metric: Measured): string => valueText(metric.value, { unit: 'NONE' });
  const longer = [
    ...(five ? [texts.fiveMinutes(number(five))] : []),
    ...(fifteen ? [texts.fifteenMinutes(number(fifteen))] : []),
  ];
  return { title: texts.load, figure: number(one), notes: [longer.join(' · ')], metrics: [one] };
}

function memory(find: Find): HostTile | undefined {
  const [available, total] = [find('Memory.availablePercent'), find('Memory.total')];
  if (available) {
    const notes = total ? [texts.ofTotal(bytes(available.value * total.value), bytes(total.value))] : [];
    return { title: texts.memory, figure: share(available.value), notes, metrics: [available] };
  }
  // Without `Memory.availablePercent`, the share is computed from free and used memory.
  const [free, used, actual] = ['free', 'used', 'actualFree'].map((part) => find(`Native.MemoryInfo.${part}`));
  if (!actual) return undefined;
  const whole = free && used ? free.value + used.value : undefined;
  return {
    title: texts.memory,
    figure: whole ? share(actual.value / whole) : bytes(actual.value),
    notes: whole ? [texts.ofTotal(bytes(actual.value), bytes(whole))] : [],
    metrics: [actual],
  };
}

function swap(find: Find): HostTile | undefined {
  const [used, usedBytes] = [find('Swap.usedPercent'), find('Native.SwapInfo.used')];
  if (used) {
    const notes = usedBytes ? [texts.inBytes(bytes(usedBytes.value))] : [];
    return { title: texts.swap, figure: share(used.value), notes, metrics: [used] };
  }
  return usedBytes && { title: texts.swap, figure: bytes(usedBytes.value), notes: [], metrics: [usedBytes] };
}

function fullest(parts: ResourceOverview['parts']): HostTile | undefined {
  const disks = (parts.find(({ typeName }) => typeName === 'File System')?.worst ?? []).flatMap((disk) => {
    const used = findMeasured(disk.metrics, 'fileSystemUsage.usePercent');
    return used ? [{ disk, used }] : [];
  });
  const [first] = disks.toSorted((one, other) => other.used.value - one.used.value);
  if (!first) return undefined;
  const { disk, used } = first;
  const free = findMeasured(disk.metrics, 'fileSystemUsage.free');
  const full = findMeasured(disk.metrics, FULL_HOURS);
  return {
    title: texts.fullest,
    figure: share(used.value),
    notes: [
      ...(free ? [texts.free(valueText(free.value, { unit: 'KILOBYTES' }))] : []),
      ...(full ? [full.value >= NOT_FILLING_HOURS ? texts.notFilling : texts.fullIn(hoursText(full.value))] : []),
    ],
    metrics: present(used, free),
    part: { id: disk.resourceId, name: disk.resourceName },
  };
}

/** Rounded, because a forecast is not more accurate. */
function hoursText(hours: number): string {
  if (hours < 1) return texts.anHour;
  return hours < 48 ? texts.hours(Math.round(hours)) : texts.days(Math.round(hours / 24));
}

function network(find: Find, parts: ResourceOverview['parts']): HostTile | undefined {
  const [received, sent] = [find('Network.received'), find('Network.sent')];
  if (received && sent) return traffic([received], [sent]);
  const adapters = parts.find(({ typeName }) => typeName === 'Network Adapter');
  // The sum is unknown if there are more adapters than listed.
  if (!adapters || adapters.count > adapters.worst.length) return undefined;
  const of = (name: string): Measured[] =>
    adapters.worst.flatMap(({ metrics }) => present(findMeasured(metrics, name)));
  return traffic(of('rxBytes'), of('txBytes'));
}

const SECONDS = 60;

function traffic(received: readonly Measured[], sent: readonly Measured[]): HostTile | undefined {
  if (received.length === 0 || sent.length === 0) return undefined;
  const rate = (all: readonly Measured[]): string =>
    `${bytes(all.reduce((sum, { value }) => sum + value, 0) / SECONDS)}/s`;
  return {
    title: texts.network,
    figure: texts.received(rate(received)),
    notes: [texts.sent(rate(sent))],
    metrics: [...received, ...sent],
  };
}

function present<T>(...values: readonly (T | undefined)[]): T[] {
  return values.filter((value) => value !== undefined);
}
