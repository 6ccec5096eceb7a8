import type { MapValue } from '@wardstone/dto';
import { formatLines, propertyRows } from './property-rows';

describe('the properties of a configuration', () => {
  it('are the declared ones in their order, then the others that have a value, by name', () => {
    const url = { name: 'url', displayName: 'Address', description: 'Where', type: 'STRING', required: true } as const;
    const path = { name: 'path', displayName: 'Path', description: null, type: 'FILE', required: false } as const;

    expect(propertyRows([url, path], { yq: '3', other: ['a'], url: 'http://gw' })).toEqual([
      { name: 'url', displayName: 'Address', description: 'Where', value: 'http://gw' },
      { name: 'path', displayName: 'Path', description: null, value: null },
      { name: 'other', displayName: 'other', description: null, value: ['a'] },
      { name: 'yq', displayName: 'yq', description: null, value: '3' },
    ]);
  });

  it.each<[MapValue, string[]]>([
    ['/etc', ['/etc']],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      [
        { path: '/var/log/syslog', severity: 'WARN' },
        { path: '/var/log/messages', of: ['x', null] },
      ],
      ['path: /var/log/syslog, severity: WARN', 'path: /var/log/messages, of: x, '],
    ],
  ])('show %j as %j', (value, lines) => {
    expect(formatLines(value)).toEqual(lines);
  });
});
