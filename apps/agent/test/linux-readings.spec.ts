import { measuredValue } from '../src/domain/measured-values';
import type { NetworkAdapter } from '../src/domain/snapshot';
import { FACTS, aMemory, aResource, aSnapshot, anAdapter } from './machine.builder';

describe('a value measured on Linux', () => {
  const observation = {
    facts: FACTS,
    snapshot: aSnapshot(),
    files: { readPid: () => undefined, isFolder: () => false, isRefused: () => false },
    directoryBytes: new Map<string, number>(),
    hoursUntilFull: new Map([['/', 5]]),
    hostReadings: new Map<string, number | string>([['Systemd.failedUnits', 1]]),
  };
  const root = aResource({ resourceId: 2, parentId: 1, typeName: 'File System', key: '/' });

  it.each([
    [aResource(), 'Cpu.used', 0.2 + 0.1],
    [aResource(), 'Cpu.wait', 0.05],
    [aResource(), 'LoadPerCore.1', 2],
    [aResource(), 'LoadPerCore.15', 0.5],
    [aResource(), 'Memory.availablePercent', 0.6],
    [aResource(), 'Swap.usedPercent', 0.4],
    [aResource(), 'Network.sent', 20],
    [aResource(), 'Systemd.failedUnits', 1],
    [aResource(), 'Clock.offset', undefined],
    [root, 'fileSystemUsage.hoursUntilFull', 5],
    [{ ...root, key: '/data' }, 'fileSystemUsage.hoursUntilFull', undefined],
  ])('of $typeName $key: %s is %s', (resource, metric, value) => {
    expect(measuredValue(resource, metric, observation)).toBe(value);
  });

  it('of the network counts adapters with a device, in a container all of them', () => {
    const sent = (adapters: NetworkAdapter[]) =>
      measuredValue(aResource(), 'Network.sent', { ...observation, snapshot: aSnapshot({ adapters }) });
    const [lo, bridge] = [anAdapter({ name: 'lo', isVirtual: true }), anAdapter({ name: 'docker0', isVirtual: true })];
    expect(sent([lo, bridge, anAdapter(), anAdapter({ name: 'eth1', sentBytes: 5 })])).toBe(25);
    expect(sent([lo, bridge])).toBe(20);
    expect(sent([lo])).toBeUndefined();
  });

  it('of swap space is absent without swap space', () => {
    const memory = aMemory({ swapTotal: 0, swapUsed: 0 });
    expect(
      measuredValue(aResource(), 'Swap.usedPercent', { ...observation, snapshot: aSnapshot({ memory }) }),
    ).toBeUndefined();
  });
});
