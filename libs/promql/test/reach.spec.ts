import { parseQuery } from '../src/parse';
import { reachFor } from '../src/reach';

const MINUTE_MS = 60_000;

it.each([
  ['up', 5],
  ['up offset 1h', 65],
  ['up offset -1h', 0],
  ['up @ 1700000000', 0],
  ['rate(x_total[10m])', 10],
  ['rate(x_total[10m] offset 1h)', 70],
  ['max_over_time(rate(x_total[10m])[1h:1m])', 70],
  ['sum by (job) (rate(x_total[10m])) / on (job) count(up)', 10],
  ['absent_over_time(up[2h]) or vector(1)', 120],
  ['topk(scalar(up offset 1d), rate(x_total[1m]))', 24 * 60 + 5],
  ['info(rate(x_total[1m] offset 1h))', 65],
  ['info(rate(x_total[10m]), {k="v"})', 10],
  ['info(up @ 17, {k="v"})', 0],
  ['time() > bool 1', 0],
])('%s reads samples of the last %d minutes', (query, minutes) => {
  expect(reachFor(parseQuery(query))).toBe(minutes * MINUTE_MS);
});
