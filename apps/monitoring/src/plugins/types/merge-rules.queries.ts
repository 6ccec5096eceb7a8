export type FacetTable =
  | 'metric_definition'
  | 'operation_definition'
  | 'event_definition'
  | 'package_type'
  | 'drift_template';

/** How rows of a table are merged: found by their identity, with all other columns updated. */
export interface MergeRule {
  /** Columns that identify a row within its type. */
  readonly identity: readonly string[];
  readonly columns: readonly string[];
  /** Values of columns that an upgrade does not simply replace; `d` is the stored row, `i` the new one. */
  readonly kept?: Readonly<Record<string, string>>;
  /** Condition on stored rows `d` that are never changed. */
  readonly untouched?: string;
  /** Condition on stored rows `d` that get `change` instead of being deleted. */
  readonly retired?: { readonly condition: string; readonly change: string };
  /** Condition on stored rows `d` that stay although no new row has their identity. */
  readonly permanent?: string;
}

/** Default interval of the built-in availability metric (rule plugins-4). */
const BUILT_IN_INTERVAL = `CASE WHEN t.category = 'SERVICE' THEN 600000 ELSE 60000 END`;

const TEMPLATE_IS_USED = 'EXISTS (SELECT 1 FROM drift_definition u WHERE u.drift_template_id = d.id)';
/** Drift definitions exist for the files of the stored template. */
const WATCHES_OTHER_FILES = ['baseDirectory', 'includes', 'excludes']
  .map((name) => `d.definition -> '${name}' IS DISTINCT FROM i.definition -> '${name}'`)
  .join(' OR ');

/** The column of a template in use stays if the new version watches other files. */
const keepIfInUse = (column: string): string =>
  `CASE WHEN (${WATCHES_OTHER_FILES}) AND ${TEMPLATE_IS_USED} THEN d.${column} ELSE i.${column} END`;

/** See rule plugins-8. */
export const MERGE_RULES: Readonly<Record<FacetTable, MergeRule>> = {
  metric_definition: {
    identity: ['name', 'is_per_minute'],
    columns: [
      'position',
      'display_name',
      'description',
      'unit',
      'category',
      'data_type',
      'numeric_type',
      'display_type',
      'is_on_by_default',
      'default_interval_ms',
      'destination_type',
    ],
    kept: {
      default_interval_ms: `CASE WHEN d.data_type = 'AVAILABILITY' AND d.default_interval_ms = (
          SELECT ${BUILT_IN_INTERVAL} FROM resource_type t WHERE t.id = d.resource_type_id)
        THEN i.default_interval_ms ELSE d.default_interval_ms END`,
    },
    untouched: 'd.is_received',
    permanent: `d.data_type = 'AVAILABILITY'`,
  },
  operation_definition: {
    identity: ['name'],
    columns: ['position', 'display_name', 'description', 'timeout_seconds', 'parameters', 'results'],
  },
  event_definition: {
    identity: ['name'],
    columns: ['position', 'display_name', 'description'],
  },
  package_type: {
    identity: ['name'],
    columns: [
      'display_name',
      'description',
      'category',
      'discovery_interval_ms',
      'is_creation_type',
      'supports_architecture',
      'configuration',
    ],
  },
  drift_template: {
    identity: ['name'],
    columns: ['description', 'definition'],
    kept: { description: keepIfInUse('description'), definition: keepIfInUse('definition') },
    untouched: 'd.is_user_made',
    retired: { condition: TEMPLATE_IS_USED, change: 'is_user_made = true' },
  },
};
