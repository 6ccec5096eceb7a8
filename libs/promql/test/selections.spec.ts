import { readFileSync } from 'node:fs';
import { Pace } from '@wardstone/turns';
import { Budget, Evaluation, type Grid, parseQuery, type Selection, listSelections, selectorKey } from '../src';
import { forSearch, makeMatcher } from '../src/matcher';

const { queries } = JSON.parse(readFileSync(`${__dirname}/test-data/recorded-queries.json`, 'utf8')) as {
  queries: readonly { query: string }[];
};
const INSTANT: Grid = { start: 1_768_477_200_500, step: 0, count: 1 };
const RANGE: Grid = { start: 1_768_476_600_000, step: 331_000, count: 5 };
const MORE = [
  'timestamp(up)',
  'timestamp(rate(up[5m] offset 1m))',
  'max_over_time(up[1h:1m] @ end() offset 5m)',
  'max_over_time(min_over_time(up[10m])[1h:1m])',
  'last_over_time(up[1ms:1h])',
  'topk(scalar(a), b) + on (x) group_left c @ 17 > quantile_over_time(scalar(d offset -1m), e[5m])',
  'info(rate(up[5m] offset 1h), {k=~".*"}) + info(up @ 17)',
  'max_over_time(info(up)[1h:1m])',
  'absent(-up) or absent_over_time(down[1h]) unless avg_over_time(sum(x)[5m:])',
];

function toText({ matchers, ...times }: Selection): string {
  return JSON.stringify({ ...times, selector: selectorKey(matchers) });
}

async function selected(query: string, grid: Grid): Promise<{ wanted: string[]; foreseen: string[] } | undefined> {
  const end = grid.start + (grid.count - 1) * grid.step;
  const expr = parseQuery(query, { stepMs: grid.step, rangeMs: end - grid.start });
  if (expr.type === 'matrix' || expr.type === 'string') return undefined;
  const pace = new Pace({ now: () => 0 });
  const budget = new Budget({ mostSamples: 1e6, timeLimitMs: 1, now: () => 0, pace, isAbandoned: () => false });
  const wanted = new Set<string>();
  const select = (selection: Selection): Promise<[]> => {
    wanted.add(toText(selection));
    return Promise.resolve([]);
  };
  await new Evaluation(grid, end, select, budget).evaluate(expr);
  return { wanted: [...wanted].sort(), foreseen: [...new Set(listSelections(expr, { grid, end }).map(toText))].sort() };
}

function canBeParsed(query: string): boolean {
  try {
    parseQuery(query);
    return true;
  } catch {
    return false;
  }
}

it('predicts exactly the selections of each recorded query', async () => {
  const differing: unknown[] = [];
  let count = 0;
  for (const query of [...queries.map((one) => one.query), ...MORE].filter(canBeParsed)) {
    for (const grid of [INSTANT, RANGE]) {
      const found = await selected(query, grid).catch(() => undefined);
      if (!found) continue;
      count++;
      if (found.wanted.join() !== found.foreseen.join()) differing.push({ query, ...found });
    }
  }
  expect(differing).toEqual([]);
  expect(count).toBeGreaterThan(queries.length);
});

it('shares the key of a selector among expressions', () => {
  const [first, second, other] = ['up{a="1",b=~"x.*"}', 'rate(up{a="1",b=~"x.*"}[5m])', 'up{a="1",b!~"x.*"}'].map(
    (query) => listSelections(parseQuery(query), { grid: INSTANT, end: INSTANT.start })[0]!.matchers,
  );
  expect(selectorKey(second!)).toBe(selectorKey(first!));
  expect(selectorKey(other!)).not.toBe(selectorKey(first!));
});

it('matches each value once per search', () => {
  const pattern = makeMatcher('host', '=~', 'web-.*')!;
  const accepts = jest.fn(pattern.accepts);
  const search = (): void => {
    const [matcher] = forSearch([{ ...pattern, accepts }]);
    expect(['web-1', 'web-1', 'db-1', 'web-1'].map((value) => matcher!.accepts(value))).toEqual([
      true,
      true,
      false,
      true,
    ]);
  };
  search();
  expect(accepts).toHaveBeenCalledTimes(2);
  search();
  expect(accepts).toHaveBeenCalledTimes(4);
});
