import { Injectable } from '@nestjs/common';
import { METRIC_NAME } from '@wardstone/promql';
import { metricNames } from './domain/metric-name';
import { type DefinitionRow, PrometheusSeriesQueries } from './prometheus-series.queries';

/** Labels that all series of a metric and type share. */
export const DEFINITION_LABELS: ReadonlySet<string> = new Set([METRIC_NAME, 'type', 'plugin', 'category']);

export interface NamedDefinition extends DefinitionRow {
  readonly metric: string;
  /** Values of `DEFINITION_LABELS`. */
  readonly labels: ReadonlyMap<string, string>;
}

interface Kept {
  readonly version: string;
  /** Names of all metrics. */
  readonly metrics: ReadonlySet<string>;
  readonly definitions: readonly NamedDefinition[];
}

/**
 * All metrics of descriptors, because a name also depends on those that the caller does not see (rule prometheus-5).
 * Cached, with a version check in each query, because reading and naming them takes longer than the rest of a small
 * query.
 */
@Injectable()
export class PrometheusDefinitions {
  private kept: Kept | undefined;

  constructor(private readonly queries: PrometheusSeriesQueries) {}

  async list(): Promise<readonly NamedDefinition[]> {
    const search = async (known: readonly NamedDefinition[]) => ({
      known,
      definitionVersion: await this.queries.readDefinitionVersion(),
    });
    return (await this.use(search)).known;
  }

  /**
   * Runs a query with the cached definitions. Its result contains their version; if that has changed, the query is
   * repeated.
   */
  async use<T extends { readonly definitionVersion: string }>(
    search: (known: readonly NamedDefinition[], metrics: ReadonlySet<string>) => Promise<T>,
  ): Promise<T> {
    const { kept } = this;
    if (kept) {
      const found = await search(kept.definitions, kept.metrics);
      if (found.definitionVersion === kept.version) return found;
    }
    this.kept = await this.load();
    return search(this.kept.definitions, this.kept.metrics);
  }

  private async load(): Promise<Kept> {
    // The version is read first, so that changes during the read have another one.
    const version = await this.queries.readDefinitionVersion();
    const rows = await this.queries.listDefinitions();
    const names = metricNames(rows);
    return {
      version,
      metrics: new Set(names.values()),
      definitions: rows.map((row) => named(row, names.get(row.id)!)),
    };
  }
}

function named(row: DefinitionRow, metric: string): NamedDefinition {
  const { type, plugin, category } = row;
  const labels = new Map([
    [METRIC_NAME, metric],
    ['type', type],
    ['plugin', plugin],
    ['category', category.toLowerCase()],
  ]);
  return { ...row, metric, labels };
}
