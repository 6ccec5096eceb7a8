export type FacetTable =
  'metric_definition' | 'operation_definition' | 'event_definition' | 'package_type' | 'drift_template';

/** How rows of one table are merged: by their identity, changing all other columns. */
export interface MergeRule {
  /** Column and SQL type of what a row is known by, within its type. */
  readonly identity: Readonly<Record<string, string>>;
  readonly columns: Readonly<Record<string, string>>;
  /** Values of columns that an upgrade does not simply replace; `d` is the stored row, `i` the incoming one. */
  readonly kept?: Readonly<Record<string, string>>;
  /** Which stored rows are never touched, as a condition on `d`. */
  readonly untouched?: string;
  /** Which stored rows, as a condition on `d`, become what `change` says instead of going. */
  readonly retired?: { readonly condition: string; readonly change: string };
  /** Which stored rows stay although no incoming row has their identity, as a condition on `d`. */
  readonly permanent?: string;
}

/** The default of the built-in availability metric (rule plugins-4). */
const BUILT_IN_INTERVAL = `CASE WHEN t.category = 'SERVICE' THEN 600000 ELSE 60000 END`;

const TEMPLATE_IS_USED = 'EXISTS (SELECT 1 FROM drift_definition u WHERE u.drift_template_id = d.id)';
/** Definitions were made for these files. */
const WATCHES_OTHER_FILES = ['baseDirectory', 'includes', 'excludes']
  .map((name) => `d.definition -> '${name}' IS DISTINCT FROM i.definition -> '${name}'`)
  .join(' OR ');

/** The column of a template that is used stays when the new version watches other files. */
const unlessUsedForOthers = (column: string): string =>
  `CASE WHEN (${WATCHES_OTHER_FILES}) AND ${TEMPLATE_IS_USED} THEN d.${column} ELSE i.${column} END`;

/** See rule plugins-8. */
export const MERGE_RULES: Readonly<Record<FacetTable, MergeRule>> = {
  metric_definition: {
    identity: { name: 'text', is_per_minute: 'boolean' },
    columns: {
      position: 'integer',
      display_name: 'text',
      description: 'text',
      unit: 'text',
      category: 'text',
      data_type: 'text',
      numeric_type: 'text',
      display_type: 'text',
      is_on_by_default: 'boolean',
      default_interval_ms: 'bigint',
      destination_type: 'text',
    },
    kept: {
      default_interval_ms: `CASE WHEN d.data_type = 'AVAILABILITY' AND d.default_interval_ms = (
          SELECT ${BUILT_IN_INTERVAL} FROM resource_type t WHERE t.id = d.resource_type_id)
        THEN i.default_interval_ms ELSE d.default_interval_ms END`,
    },
    permanent: `d.data_type = 'AVAILABILITY'`,
  },
  operation_definition: {
    identity: { name: 'text' },
    columns: {
      position: 'integer',
      display_name: 'text',
      description: 'text',
      timeout_seconds: 'integer',
      parameters: 'jsonb',
      results: 'jsonb',
    },
  },
  event_definition: {
    identity: { name: 'text' },
    columns: { position: 'integer', display_name: 'text', description: 'text' },
  },
  package_type: {
    identity: { name: 'text' },
    columns: {
      display_name: 'text',
      description: 'text',
      category: 'text',
      discovery_interval_ms: 'bigint',
      is_creation_type: 'boolean',
      supports_architecture: 'boolean',
      configuration: 'jsonb',
    },
  },
  drift_template: {
    identity: { name: 'text' },
    columns: { description: 'text', definition: 'jsonb' },
    kept: { description: unlessUsedForOthers('description'), definition: unlessUsedForOthers('definition') },
    untouched: 'd.is_user_made',
    retired: { condition: TEMPLATE_IS_USED, change: 'is_user_made = true' },
  },
};
