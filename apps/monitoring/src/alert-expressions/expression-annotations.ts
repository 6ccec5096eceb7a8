import { Injectable } from '@nestjs/common';
import {
  annotationsFor,
  NeedsQuery,
  type ReadyTemplates,
  readyTemplates,
  type TemplateBudget,
  type TemplateData,
  TemplateError,
} from '@wardstone/alerting';
import { PromqlError } from '@wardstone/promql';
import { Pace } from '@wardstone/turns';
import type { Viewer } from '../authorization/viewer';
import { type EvaluationLimits, ExpressionEvaluator, type ExpressionSeries } from './expression-series';

/** Steps of all templates of one evaluation: seconds at worst. */
const MAX_STEPS = 1_000_000;
/** Maximum number of different queries that the templates of one evaluation run. */
const MAX_QUERIES = 20;

type Texts = Readonly<Record<string, string>>;

/** The evaluation whose series are described. */
interface Described {
  readonly atMs: number;
  readonly viewer: Viewer;
  readonly limits: EvaluationLimits;
}

/** Texts about the series of an evaluation; their queries have the rights of the author. See rule alerts-68. */
@Injectable()
export class ExpressionAnnotations {
  constructor(private readonly evaluator: ExpressionEvaluator) {}

  /** By the digest of the series. */
  async describe(
    templates: Texts,
    found: readonly ExpressionSeries[],
    { atMs, viewer, limits }: Described,
  ): Promise<ReadonlyMap<string, Texts>> {
    const ready = readyTemplates(templates);
    const budget = { steps: MAX_STEPS };
    const queries = new TemplateQueries((text, timeLimitMs) =>
      this.evaluator.query(text, atMs, viewer, { timeLimitMs, signal: limits.signal }),
    );
    const deadlineMs = performance.now() + limits.timeLimitMs;
    const pace = new Pace();
    const described = new Map<string, Texts>();
    for (const { digest, source, values } of found) {
      const data = { labels: Object.fromEntries(source.entries), value: values[0]! };
      described.set(digest, await render(ready, { data, budget, queries, deadlineMs }));
      if (pace.isDue) await pace.rest(limits.signal);
    }
    return described;
  }
}

interface Rendering {
  readonly data: TemplateData;
  readonly budget: TemplateBudget;
  readonly queries: TemplateQueries;
  readonly deadlineMs: number;
}

/** Renders again after each query that was missing, of which there are few. */
async function render(templates: ReadyTemplates, { data, budget, queries, deadlineMs }: Rendering): Promise<Texts> {
  for (;;) {
    try {
      return annotationsFor(templates, data, { budget, results: (text) => queries.find(text) });
    } catch (error) {
      if (!(error instanceof NeedsQuery)) throw error;
      await queries.run(error.query, deadlineMs - performance.now());
    }
  }
}

type Run = (text: string, timeLimitMs: number) => Promise<readonly TemplateData[]>;

/** Results of queries by their texts. */
class TemplateQueries {
  private readonly results = new Map<string, readonly TemplateData[] | TemplateError>();

  constructor(private readonly ask: Run) {}

  /** Undefined for a query that was not run. @throws TemplateError */
  find(text: string): readonly TemplateData[] | undefined {
    const known = this.results.get(text);
    if (known instanceof TemplateError) throw known;
    return known;
  }

  async run(text: string, timeLimitMs: number): Promise<void> {
    this.results.set(text, await this.tryToRun(text, timeLimitMs));
  }

  private async tryToRun(text: string, timeLimitMs: number): Promise<readonly TemplateData[] | TemplateError> {
    if (this.results.size >= MAX_QUERIES) return new TemplateError(`more than ${MAX_QUERIES} queries`);
    if (timeLimitMs <= 0) return new TemplateError('the queries of the templates take too long');
    try {
      return await this.ask(text, timeLimitMs);
    } catch (error) {
      if (error instanceof PromqlError) return new TemplateError(error.message);
      throw error;
    }
  }
}
