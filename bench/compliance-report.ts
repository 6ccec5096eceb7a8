import { startLogin, withBench } from './bench-server';
import { type BenchDatabase, LARGEST_ORG, makeBenchDatabase, scaleTo } from './compliance-data';
import { benchDocuments, type DocumentFigures } from './compliance-documents';
import { benchLists, type ScenarioFigures } from './compliance-lists';
import { judge, loadAverage, roundFigure, printFigure } from './table';

export interface ComplianceBenchOptions {
  policies: number;
  rounds: number;
  /** Names of lists, and `documents`. */
  only: RegExp;
}

const SMALL = 10_000;
const GOAL = {
  shareOfBare: 0.4,
  growth: 1.3,
  deepAgainstFirst: 10,
  p99: 50,
  importOfOscap: 1.5,
  importOfParser: 3,
  importMiB: 150,
  againSeconds: 0.2,
  resultSeconds: 1.5,
  resultMiB: 100,
};

/** `npm run bench -- compliance`. Returns how many goals were missed. */
export async function reportCompliance({ policies, rounds, only }: ComplianceBenchOptions): Promise<number> {
  return withBench(async (bench) => {
    const databases: BenchDatabase[] = [];
    for (const count of [SMALL, policies]) {
      const startedAt = performance.now();
      databases.push(await makeBenchDatabase(bench.server, scaleTo(count)));
      console.log(`${count} policies created in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    }
    const login = await startLogin(bench, LARGEST_ORG);
    let missed = 0;
    if (only.test('documents')) {
      missed += reportDocuments(await benchDocuments(bench, databases.at(-1)!, { login, rounds: rounds + 2 }));
    }
    missed += reportLists(await benchLists(bench, databases, { login, rounds, only }), policies);
    return missed;
  });
}

function reportDocuments(figures: DocumentFigures): number {
  console.log(`\nDocuments over HTTP, medians; ${loadAverage()}\n`);
  const { importSeconds, oscapSeconds, parserSeconds } = figures;
  printFigure('import of ssg-rhel8-ds.xml (24 MB)', `${importSeconds.toFixed(2)} s`);
  printFigure('oscap info', oscapSeconds === undefined ? 'not installed' : `${oscapSeconds.toFixed(2)} s`);
  printFigure('one pass of the streaming parser', `${parserSeconds.toFixed(2)} s`);
  printFigure('the same file again, compressed', `${figures.againCompressedSeconds.toFixed(2)} s`);
  console.log('');
  const [against, base, atMost] =
    oscapSeconds === undefined
      ? ['one pass of the parser', parserSeconds, GOAL.importOfParser]
      : ['oscap info', oscapSeconds, GOAL.importOfOscap];
  return [
    judge({ figure: `import / ${against}`, value: importSeconds / base, goal: { atMost } }),
    judge({
      figure: 'growth of the service while importing',
      value: figures.importMiB,
      unit: ' MiB',
      goal: { atMost: GOAL.importMiB },
    }),
    judge({
      figure: 'the same file again',
      value: figures.againSeconds,
      unit: ' s',
      goal: { atMost: GOAL.againSeconds },
    }),
    judge({
      figure: 'result of a scan (8 MB)',
      value: figures.resultSeconds,
      unit: ' s',
      goal: { atMost: GOAL.resultSeconds },
    }),
    judge({
      figure: 'growth of the service while storing it',
      value: figures.resultMiB,
      unit: ' MiB',
      goal: { atMost: GOAL.resultMiB },
    }),
  ].filter(Boolean).length;
}

const COLUMNS = ['req/s', 'bare', 'share', 'us CPU', 'p50 alone', 'growth', 'p99 of 32', 'bare p99'];
const NAME_WIDTH = 44;

function reportLists(results: readonly ScenarioFigures[], policies: number): number {
  if (results.length === 0) return 0;
  console.log(`\nLists over ${policies} policies, medians of interleaved rounds, 32 clients; ${loadAverage()}\n`);
  console.log('  '.padEnd(NAME_WIDTH + 2) + COLUMNS.map((name) => name.padStart(11)).join(''));
  const first = results.find(({ scenario }) => scenario.name === 'page 1')?.service.at(-1)?.p50Alone;
  let missed = 0;
  for (const { scenario, service, bare } of results) {
    const [small, large] = [service[0]!, service.at(-1)!];
    const share = bare && large.requestsPerSecond / bare.requestsPerSecond;
    const growth = large.p50Alone / small.p50Alone;
    const cells = [
      large.requestsPerSecond,
      bare?.requestsPerSecond,
      share,
      large.cpuMicros,
      large.p50Alone,
      growth,
      large.p99,
      bare?.p99,
    ];
    const misses = listMisses(scenario.kind === 'deep', {
      share,
      growth,
      p99: large.p99,
      first,
      alone: large.p50Alone,
    });
    if (large.failed > 0) misses.push(`${large.failed} failed`);
    missed += misses.length;
    const shown = cells.map((value) => (value === undefined ? '' : roundFigure(value)).padStart(11)).join('');
    const verdict = misses.length === 0 ? 'met' : `MISSED: ${misses.join(', ')}`;
    console.log(`  ${scenario.name.padEnd(NAME_WIDTH)}${shown}   ${verdict}`);
  }
  console.log(
    `\n  Goals: share of bare SQL >= ${GOAL.shareOfBare}, growth from ${SMALL} <= ${GOAL.growth} (deep: p50 <= ` +
      `${GOAL.deepAgainstFirst} x page 1), p99 <= ${GOAL.p99} ms`,
  );
  return missed;
}

interface Judged {
  share: number | undefined;
  growth: number;
  p99: number;
  /** p50 of page 1, when it was measured. */
  first: number | undefined;
  alone: number;
}

function listMisses(isDeep: boolean, { share, growth, p99, first, alone }: Judged): string[] {
  const misses: string[] = [];
  if (share !== undefined && share < GOAL.shareOfBare) misses.push('share');
  if (!isDeep && growth > GOAL.growth) misses.push('growth');
  if (isDeep && first !== undefined && alone > first * GOAL.deepAgainstFirst) {
    misses.push(`${roundFigure(alone / first)} x page 1`);
  }
  if (p99 > GOAL.p99) misses.push('p99');
  return misses;
}
