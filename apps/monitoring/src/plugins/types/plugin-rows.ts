import type { ResolvedPlugin, ResolvedType } from '@wardstone/plugin-descriptor';
import type { FacetTable } from './merge-rules.queries';

/** A row for the database: a JSON object with column names as keys. */
export type Row = Readonly<Record<string, unknown>>;

/** The row of `resource_type`, without columns that the database sets. */
export function typeRow(type: ResolvedType): Row {
  const { metrics: _metrics, operations: _operations, events: _events, parents: _parents, ...rest } = type;
  const { packageTypes: _packageTypes, driftTemplates: _driftTemplates, placement, ...own } = rest;
  return { ...asRow(own), is_on_every_platform: placement === 'ANY_PLATFORM' };
}

/**
 * Rows of the tables below `resource_type`, by table; columns are named like the fields of a descriptor.
 * @param typeIds ids of all types by name
 */
export function facetRows({ types }: ResolvedPlugin, typeIds: ReadonlyMap<string, number>): Record<FacetTable, Row[]> {
  const toRows = (facets: (type: ResolvedType) => readonly object[]): Row[] =>
    types.flatMap((type) =>
      facets(type).map((facet, position) => ({ resource_type_id: typeIds.get(type.name), position, ...asRow(facet) })),
    );
  return {
    metric_definition: toRows(({ metrics }) => metrics),
    operation_definition: toRows(({ operations }) => operations),
    event_definition: toRows(({ events }) => events),
    package_type: toRows(({ packageTypes }) => packageTypes),
    drift_template: toRows(({ driftTemplates }) => driftTemplates),
  };
}

function asRow(facet: object): Row {
  const toColumn = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(facet).map(([field, value]) => [toColumn(field), value as unknown]));
}

/** Parents of a plugin's types, if they are listed. */
export function parentRows({ types }: ResolvedPlugin, typeIds: ReadonlyMap<string, number>): Row[] {
  return types.flatMap((type) =>
    type.parents.map(({ plugin, name }) => ({ type_id: typeIds.get(type.name), plugin, name })),
  );
}
