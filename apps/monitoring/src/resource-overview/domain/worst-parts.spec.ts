import { type JudgedPart, worstParts } from './worst-parts';

describe('the parts of a machine', () => {
  const part = (resourceName: string, typeName: string, over: Partial<JudgedPart> = {}): JudgedPart => ({
    resourceName,
    typeId: typeName.length,
    typeName,
    availability: 'UP',
    openAlerts: 0,
    metrics: [],
    ...over,
  });
  const share = (value: number | 'NaN'): Pick<JudgedPart, 'metrics'> => ({ metrics: [{ unit: 'PERCENTAGE', value }] });
  const shown = (parts: readonly JudgedPart[], most = 5): string[] =>
    worstParts(parts, most).map(
      ({ typeName, count, worst }) =>
        `${typeName} ${count}: ${worst.map(({ resourceName }) => resourceName).join(' ')}`,
    );

  it('are listed by type, the fullest first, then by natural name', () => {
    const disks = [
      part('/', 'Disk', share(0.4)),
      part('/var', 'Disk', share(0.96)),
      part('/tmp', 'Disk', share('NaN')),
    ];
    const adapters = [part('eth10', 'Adapter'), part('eth9', 'Adapter')];
    expect(shown([...disks, ...adapters])).toEqual(['Adapter 2: eth9 eth10', 'Disk 3: /var / /tmp']);
  });

  it('start with what is DOWN and with open alerts', () => {
    const disks = [part('/', 'Disk', { openAlerts: 2 }), part('/var', 'Disk', share(1))];
    const servers = [part('a', 'Server'), part('b', 'Server', { availability: 'DOWN' })];
    expect(shown([part('eth0', 'Adapter'), ...disks, ...servers])).toEqual([
      'Server 2: b a',
      'Disk 2: / /var',
      'Adapter 1: eth0',
    ]);
  });

  it('are counted beyond the listed ones', () => {
    expect(shown([part('a', 'Disk'), part('b', 'Disk'), part('c', 'Disk')], 2)).toEqual(['Disk 3: a b']);
  });
});
