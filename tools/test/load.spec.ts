import { makePoints, makeRequests, shift } from '../load/point-load';
import { readArguments } from '../load/arguments';
import { CommandError } from '../../apps/cli/src';

describe('npm run load', () => {
  it('sends a million values by default', () => {
    expect(readArguments([])).toEqual({ series: 2000, points: 500, batch: 1000, connections: 4, keep: false });
    const args = ['--series', '3', '--points=4', '--batch', '5', '--connections', '6', '--keep'];
    expect(readArguments(args)).toEqual({ series: 3, points: 4, batch: 5, connections: 6, keep: true });
  });

  it.each([
    [['--series', '0']],
    [['--points', '1.5']],
    [['--batch', 'many']],
    [['--connections', '1001']],
    [['--series', '100000', '--points', '101']],
  ])('refuses %j', (args) => {
    expect(() => readArguments(args)).toThrow(CommandError);
  });

  it('makes requests of the newest values of many metrics, which can be repeated for a later time', () => {
    const points = makePoints({
      scheduleIds: [11, 12, 13],
      pointsPerSeries: 2,
      startMs: 1_700_000_000_000,
      intervalMs: 60_000,
    });
    const [first, second] = makeRequests(points, 4, { Authorization: 'Basic eA==' });
    const toBody = (bytes: Buffer): { timeStamp: number; value: number; scheduleId: number }[] => {
      const [head, body] = bytes.toString().split('\r\n\r\n') as [string, string];
      expect(head).toContain('Authorization: Basic eA==');
      expect(head).toContain(`Content-Length: ${body.length}`);
      return JSON.parse(body) as { timeStamp: number; value: number; scheduleId: number }[];
    };
    const sent = toBody(first!.bytes);
    expect(sent.map(({ scheduleId }) => scheduleId)).toEqual([11, 12, 13, 11]);
    expect(toBody(second!.bytes)).toHaveLength(2);
    shift(first!, 3_600_000);
    expect(toBody(first!.bytes)).toEqual(sent.map((point) => ({ ...point, timeStamp: point.timeStamp + 3_600_000 })));
  });
});
